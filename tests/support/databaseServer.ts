import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '../../api/database/embedded.ts'
import { ensureBuilt } from '../../scripts/build.mjs'

declare module 'vitest' {
  interface ProvidedContext {
    databaseServer: string
  }
}

/**
 * One PostgreSQL server for the whole run, in which `createTestDatabase` creates a database for each file. Builds the
 * server for `startServer`: a built one starts two seconds faster than one that compiles its sources.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await ensureBuilt(console.log, ['server'])
  const dataDir = mkdtempSync(path.join(tmpdir(), 'porchlight-test-'))
  // The data is deleted after the run, so it need not be durable.
  const server = await startEmbedded({ dataDir, settings: { fsync: 'off', full_page_writes: 'off' } })
  project.provide('databaseServer', server.url)
  return async () => {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
