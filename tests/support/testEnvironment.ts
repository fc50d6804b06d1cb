import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { type EmbeddedDatabase, startEmbedded } from '../../api/database/embedded.ts'
import { migrate } from '../../api/lifecycle/migrate.ts'
import { appUrl } from '../../api/database/roles.ts'

/** A separate PostgreSQL server and everything started on it. `teardown` stops all of it in reverse order. */
export interface TestEnvironment {
  dataDir: string
  database: EmbeddedDatabase
  /** The superuser's URL of a migrated database. This PostgreSQL syncs to disk as in production. */
  ownerUrl: string
  appUrl: string
  /** Creates another migrated database on the same server and returns its URL. */
  newDatabase(name: string): Promise<string>
  /** The same without tables. */
  newEmptyDatabase(name: string): Promise<string>
  /** Registers a cleanup for `teardown`. */
  onTeardown(cleanup: () => Promise<unknown>): void
  teardown(): Promise<void>
}

export async function createTestEnvironment(settings?: Record<string, string>): Promise<TestEnvironment> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'porchlight-stage-'))
  const cleanups: (() => Promise<unknown>)[] = [async () => rmSync(dataDir, { recursive: true, force: true })]
  const folderOfRun = process.env[runFolderVariable]
  // The files belong to the user that PostgreSQL runs as.
  if (folderOfRun) execFileSync('cp', ['-a', `${await prepareCluster(folderOfRun)}/.`, dataDir])
  const server = await startEmbedded({ dataDir, settings })
  cleanups.push(() => server.stop())
  await migrate(server.url)
  const newEmptyDatabase = async (name: string) => {
    const client = new pg.Client({ connectionString: server.url })
    await client.connect()
    await client.query(`create database ${pg.escapeIdentifier(name)}`)
    await client.end()
    const url = new URL(server.url)
    url.pathname = `/${name}`
    return url.toString()
  }
  return {
    dataDir,
    database: server,
    ownerUrl: server.url,
    appUrl: appUrl(server.url),
    newDatabase: async (name) => {
      const url = await newEmptyDatabase(name)
      await migrate(url)
      return url
    },
    newEmptyDatabase,
    onTeardown: (cleanup) => void cleanups.push(cleanup),
    teardown: async () => {
      for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
    },
  }
}

/** The environment variable that names a folder of a run of tests, which is deleted after it. */
export const runFolderVariable = 'PORCHLIGHT_TEST_RUN_FOLDER'

/**
 * The data folder of a stopped PostgreSQL whose database has the tables. Several processes may call this at the same time; one
 * of their folders is used. Copying takes a tenth of the time that creating takes.
 */
async function prepareCluster(folderOfRun: string): Promise<string> {
  const prepared = path.join(folderOfRun, 'cluster')
  if (existsSync(prepared)) return prepared
  const dataDir = mkdtempSync(path.join(folderOfRun, 'cluster-'))
  const server = await startEmbedded({ dataDir, settings: { fsync: 'off' } })
  await migrate(server.url)
  await server.stop()
  try {
    renameSync(dataDir, prepared)
  } catch {
    // Another process was first.
  }
  return existsSync(prepared) ? prepared : dataDir
}
