import { existsSync } from 'node:fs'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { BadBackup, writeBackup, type Frame, type Header } from './file.ts'
import { migrationsOf, tablesOf } from './tables.ts'

export interface Saved {
  header: Header
  /** Rows by table. */
  rows: Map<string, number>
}

/**
 * Writes everything that `ownerUrl` holds, but sessions and what is kept for a moment, to `file`: as it stands at one
 * moment, while the system is in use. Rows flow straight from the database into the file.
 */
export async function saveBackup(ownerUrl: string, file: string): Promise<Saved> {
  if (existsSync(file)) throw new BadBackup(`${file} is there already: choose another name.`)
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'porchlight backup' })
  await client.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    const saved: Saved = { header: await readHeader(client), rows: new Map() }
    await writeBackup(file, frames(client, saved))
    await client.query('rollback')
    return saved
  } finally {
    await client.end()
  }
}

async function readHeader(client: pg.Client): Promise<Header> {
  const migrations = await migrationsOf(client)
  if (!migrations) throw new BadBackup('There is nothing of Porchlight in this database.')
  const { rows } = await client.query<{ server_version: string }>('show server_version')
  return { format: 1, createdAt: new Date().toISOString(), migrations, server: rows[0]!.server_version }
}

async function* frames(client: pg.Client, saved: Saved): AsyncGenerator<Frame> {
  yield { kind: 'H', header: saved.header }
  const tables = await tablesOf(client)
  const hidden = tables.filter(({ readable }) => !readable)
  if (hidden.length > 0)
    throw new BadBackup(
      `The platform cannot read ${hidden.map(({ name }) => name).join(', ')}: they would be left out.`,
    )
  // Whoever owns the tables is held by their policies too, unless a superuser; the platform reads all.
  await client.query('set local role porchlight_platform')
  for (const { name, columns } of tables) {
    yield { kind: 'T', table: name, columns }
    const copy = client.query(copyTo(`copy (select ${listOf(columns)} from ${pg.escapeIdentifier(name)}) to stdout`))
    let rows = 0
    for await (const chunk of copy) {
      const bytes = chunk as Buffer
      for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) rows += 1
      yield { kind: 'D', rows: bytes }
    }
    saved.rows.set(name, rows)
    yield { kind: 'E', table: name, rows }
  }
}

export function listOf(columns: string[]): string {
  return columns.map((column) => pg.escapeIdentifier(column)).join(', ')
}
