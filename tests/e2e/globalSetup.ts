import { ensureBuilt } from '../../scripts/build.mjs'

export default async function setup(): Promise<void> {
  await ensureBuilt()
}
