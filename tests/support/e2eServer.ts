import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startServer } from './server.ts'

/**
 * One server with the demo town on a database of its own, for all tests of a run. They read where it is from the
 * environment: BASE_URL.
 */
export default async function setup(): Promise<() => Promise<void>> {
  execFileSync(process.execPath, ['scripts/build.mjs'], { stdio: ['ignore', 'ignore', 'inherit'] })
  const dataDir = mkdtempSync(path.join(tmpdir(), 'porchlight-e2e-'))
  const server = await startServer({ env: { DATA_DIR: dataDir }, built: true, timeoutMs: 120_000 })
  process.env.BASE_URL = server.url
  return async () => {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
