import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '../../api/database/embedded.ts'
import { ensureBuilt } from '../../scripts/build.mjs'
import { dropDatabase, listNodes, templateName } from './databaseNodes.ts'
import { runFolderVariable } from './testEnvironment.ts'

declare module 'vitest' {
  interface ProvidedContext {
    databaseServer: string
  }
}

/**
 * One PostgreSQL server for the whole run, in which `createTestDatabase` creates a database for each file: the server of
 * TEST_DATABASE_URL, which connects as a superuser, or an embedded one. If the database of that URL is the coordinator's of a
 * Citus cluster, the databases of the tests are distributed. Builds the server for `startServer`: a built one starts two
 * seconds faster than one that compiles its sources.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await ensureBuilt(console.log, ['server'])
  const folder = mkdtempSync(path.join(tmpdir(), 'porchlight-run-'))
  // PostgreSQL may run as another user.
  chmodSync(folder, 0o755)
  process.env[runFolderVariable] = folder
  const stopDatabase = await provideDatabase(project)
  return async () => {
    await stopDatabase()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function provideDatabase(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL
  if (given) {
    await dropDatabase(await listNodes(given), templateName)
    project.provide('databaseServer', given)
    return async () => dropDatabase(await listNodes(given), templateName)
  }
  const dataDir = mkdtempSync(path.join(tmpdir(), 'porchlight-test-'))
  // The data is deleted after the run, so it need not be durable.
  const server = await startEmbedded({ dataDir, settings: { fsync: 'off', full_page_writes: 'off' } })
  project.provide('databaseServer', server.url)
  return async () => {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
