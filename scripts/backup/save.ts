import { existsSync } from 'node:fs'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { writeBackup, type Frame, type Header, type WriteOptions } from './file.ts'
import { InvalidBackupError } from './invalidBackup.ts'
import { readMigrations, readTables } from './tables.ts'

export interface SaveResult {
  header: Header
  /** Row counts by table. */
  rows: Map<string, number>
}

/**
 * Writes a consistent snapshot of the database to `file`, without sessions and other short-lived rows, while the system
 * is in use. Rows stream from the database into the file.
 */
export async function saveBackup(ownerUrl: string, file: string, options?: WriteOptions): Promise<SaveResult> {
  if (existsSync(file)) throw new InvalidBackupError(`${file} already exists. Choose another name.`)
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'porchlight backup' })
  // The next query reports a lost connection; without a listener the event would end the process.
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    const result: SaveResult = { header: await readHeader(client), rows: new Map() }
    await writeBackup(file, frames(client, result), options)
    await client.query('rollback')
    return result
  } finally {
    await client.end()
  }
}

async function readHeader(client: pg.Client): Promise<Header> {
  const migrations = await readMigrations(client)
  if (!migrations) throw new InvalidBackupError('The database is not a Porchlight database.')
  const { rows } = await client.query<{ server_version: string }>('show server_version')
  return { format: 1, createdAt: new Date().toISOString(), migrations, server: rows[0]!.server_version }
}

async function* frames(client: pg.Client, result: SaveResult): AsyncGenerator<Frame> {
  yield { kind: 'H', header: result.header }
  const tables = await readTables(client)
  const hidden = tables.filter(({ readable }) => !readable)
  if (hidden.length > 0)
    throw new InvalidBackupError(
      `The role porchlight_platform cannot read ${hidden.map(({ name }) => name).join(', ')}, so the backup would be incomplete.`,
    )
  // Row-level security also applies to a table owner who is not a superuser; porchlight_platform may read all rows.
  await client.query('set local role porchlight_platform')
  for (const { name, columns } of tables) {
    yield { kind: 'T', table: name, columns }
    const copy = client.query(
      copyTo(`copy (select ${columnList(columns)} from ${pg.escapeIdentifier(name)}) to stdout`),
    )
    let rows = 0
    for await (const chunk of copy) {
      const bytes = chunk as Buffer
      for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) rows += 1
      yield { kind: 'D', rows: bytes }
    }
    result.rows.set(name, rows)
    yield { kind: 'E', table: name, rows }
  }
}

export function columnList(columns: string[]): string {
  return columns.map((column) => pg.escapeIdentifier(column)).join(', ')
}
