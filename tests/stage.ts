import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { type EmbeddedDatabase, startEmbedded } from '../api/database/embedded.ts'
import { migrate } from '../api/database/migrate.ts'
import { appUrl } from '../api/database/roles.ts'

/** A PostgreSQL of its own and whatever is started beside it; `strike` ends all of it, last started first. */
export interface Stage {
  folder: string
  database: EmbeddedDatabase
  /** The superuser of a migrated database on a PostgreSQL that writes to disk as the real one does. */
  ownerUrl: string
  appUrl: string
  /** Another migrated database on the same server. */
  newDatabase(name: string): Promise<string>
  /** Notes something to be ended with the stage. */
  after(end: () => Promise<unknown>): void
  strike(): Promise<void>
}

export async function setStage(settings?: Record<string, string>): Promise<Stage> {
  const folder = mkdtempSync(path.join(tmpdir(), 'porchlight-stage-'))
  const ends: (() => Promise<unknown>)[] = [async () => rmSync(folder, { recursive: true, force: true })]
  const server = await startEmbedded({ dataDir: folder, settings })
  ends.push(() => server.stop())
  await migrate(server.url)
  return {
    folder,
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
    after: (end) => void ends.push(end),
    strike: async () => {
      for (const end of ends.splice(0).reverse()) await end()
    },
  }
}
