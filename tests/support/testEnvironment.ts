import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { type EmbeddedDatabase, startEmbedded } from '../../api/database/embedded.ts'
import { migrate } from '../../api/lifecycle/migrate.ts'
import { appUrl } from '../../api/database/roles.ts'

/** A PostgreSQL of its own and whatever is started beside it; `strike` ends all of it, last started first. */
export interface TestEnvironment {
  dataDir: string
  database: EmbeddedDatabase
  /** The superuser of a migrated database on a PostgreSQL that writes to disk as the real one does. */
  ownerUrl: string
  appUrl: string
  /** Another migrated database on the same server. */
  newDatabase(name: string): Promise<string>
  /** Notes something to be ended with the stage. */
  onTeardown(cleanup: () => Promise<unknown>): void
  teardown(): Promise<void>
}

export async function createTestEnvironment(settings?: Record<string, string>): Promise<TestEnvironment> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'porchlight-stage-'))
  const cleanups: (() => Promise<unknown>)[] = [async () => rmSync(dataDir, { recursive: true, force: true })]
  const server = await startEmbedded({ dataDir: dataDir, settings })
  cleanups.push(() => server.stop())
  await migrate(server.url)
  return {
    dataDir,
    database: server,
    ownerUrl: server.url,
    appUrl: appUrl(server.url),
    newDatabase: async (name) => {
      const client = new pg.Client({ connectionString: server.url })
      await client.connect()
      await client.query(`create database ${pg.escapeIdentifier(name)}`)
      await client.end()
      const url = new URL(server.url)
      url.pathname = `/${name}`
      await migrate(url.toString())
      return url.toString()
    },
    onTeardown: (cleanup) => void cleanups.push(cleanup),
    teardown: async () => {
      for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
    },
  }
}
