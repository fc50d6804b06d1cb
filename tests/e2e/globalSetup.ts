import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ensureBuilt } from '../../scripts/build.mjs'
import { startServer } from '../support/server.ts'

/** Builds the app, and creates the demo town once, for the servers of the tests to copy. */
export default async function setup(): Promise<() => void> {
  await ensureBuilt()
  const folder = mkdtempSync(path.join(tmpdir(), 'porchlight-demo-'))
  const server = await startServer({ env: { DATA_DIR: folder } })
  await server.stop()
  process.env.DEMO_DATA = folder
  return () => rmSync(folder, { recursive: true, force: true })
}
