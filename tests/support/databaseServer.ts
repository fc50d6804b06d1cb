import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '../../api/database/embedded.ts'

declare module 'vitest' {
  interface ProvidedContext {
    databaseServer: string
  }
}

/** One PostgreSQL for the whole run; `testDatabase` makes a database of its own in it for each file. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'porchlight-test-'))
  // Nothing here survives the run, so nothing has to reach the disk.
  const server = await startEmbedded({ dataDir, settings: { fsync: 'off', full_page_writes: 'off' } })
  project.provide('databaseServer', server.url)
  return async () => {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
