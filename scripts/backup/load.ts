import { once } from 'node:events'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { migrate, runMigrations } from '../../api/lifecycle/migrate.ts'
import { verifyLog, type LogVerification } from '../../api/log/verify.ts'
import { listTenantsWithLogs } from '../../api/projections/rebuild.ts'
import { migrationNames } from '../../migrations/list.ts'
import { readBackup, type Frame, type Header } from './file.ts'
import { InvalidBackupError } from './invalidBackup.ts'
import { columnList } from './save.ts'
import { readMigrations, seededTables, readTables, type Table } from './tables.ts'

export interface LoadResult {
  header: Header
  rows: Map<string, number>
  /** One report for every restored log. */
  reports: LogVerification[]
}

/**
 * Restores `file` into the empty database at `ownerUrl`, in one transaction, runs newer migrations and verifies every log.
 * Throws `InvalidBackupError` if the file is damaged or of a later version, or if the database is not empty.
 */
export async function loadBackup(ownerUrl: string, file: string, identity?: string): Promise<LoadResult> {
  const { header, rows } = await checkBackup(file, identity)
  const unknown = header.migrations.filter((name) => !migrationNames.includes(name))
  if (unknown.length > 0)
    throw new InvalidBackupError(
      `The backup was made by a later version, with the migrations ${unknown.join(', ')}. Install that version first.`,
    )
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'porchlight restore' })
  // The next query reports a lost connection; without a listener the event would end the process.
  client.on('error', () => undefined)
  await client.connect()
  try {
    await assertDatabaseUnused(client, header)
    // Run only the migrations that the backup had; `migrate` then converts its rows with the newer ones.
    await runMigrations(ownerUrl, header.migrations)
    await fill(client, readBackup(file, identity), rows)
    await migrate(ownerUrl)
    await client.query('analyze')
    const reports: LogVerification[] = []
    for (const tenantId of await listTenantsWithLogs(client)) reports.push(await verifyLog(client, tenantId))
    return { header, rows, reports }
  } finally {
    await client.end()
  }
}

/** Reads the whole file and returns its header and row counts by table. */
export async function checkBackup(
  file: string,
  identity?: string,
): Promise<{ header: Header; rows: Map<string, number> }> {
  let header: Header | null = null
  const rows = new Map<string, number>()
  for await (const frame of readBackup(file, identity)) {
    if (frame.kind === 'H') header = frame.header
    if (frame.kind === 'E') rows.set(frame.table, frame.rows)
  }
  if (!header) throw new InvalidBackupError('The file is damaged: it has no header.')
  return { header, rows }
}

/** A database may have been migrated, but must hold no data. */
async function assertDatabaseUnused(client: pg.Client, header: Header): Promise<void> {
  const known = await readMigrations(client)
  if (!known) {
    const { rows } = await client.query(
      `select from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v')`,
    )
    if (rows.length > 0) throw new InvalidBackupError('The database is not empty. Restore into a new database.')
    return
  }
  if (known.join() !== header.migrations.join())
    throw new InvalidBackupError(
      'The database was migrated by a different version than the backup. Restore into a new database.',
    )
  await client.query('begin')
  const tables = await readTables(client)
  await client.query('set local role porchlight_platform')
  await assertTablesEmpty(client, tables)
  await client.query('rollback')
}

async function assertTablesEmpty(client: pg.Client, tables: Table[]): Promise<void> {
  for (const { name } of tables.filter((table) => !seededTables.has(table.name))) {
    const { rows } = await client.query(`select from ${pg.escapeIdentifier(name)} limit 1`)
    if (rows.length > 0)
      throw new InvalidBackupError(`The database is not empty (${name}). Restore into a new database.`)
  }
}

/**
 * Loads the rows in one transaction, with triggers disabled, because the backup already holds the rows that triggers
 * derive.
 */
async function fill(client: pg.Client, frames: AsyncIterable<Frame>, expected: Map<string, number>): Promise<void> {
  await client.query('begin')
  try {
    // A distributed database then changes and fills all parts of a table over one connection to each node.
    await client.query(`select set_config('citus.multi_shard_modify_mode', 'sequential', true)`)
    const tables = await readTables(client)
    // Block concurrent writers until the restore commits.
    await client.query(`lock table ${tables.map(({ name }) => pg.escapeIdentifier(name)).join(', ')}`)
    await alterTables(client, tables, ({ forced }) => [
      'disable trigger user',
      ...(forced ? ['no force row level security'] : []),
    ])
    // As the owner, who now sees every row: a distributed database would open other connections for another role, which know nothing
    // of these changes.
    await assertTablesEmpty(client, tables)
    for (const name of seededTables) await client.query(`delete from ${pg.escapeIdentifier(name)}`)
    await copyRows(client, frames, expected)
    // Mark the installation so that a start with DEMO=on does not add the demo town.
    await client.query(`insert into installation values ('demo', 'false') on conflict do nothing`)
    await alterTables(client, tables, ({ forced }) => [
      'enable trigger user',
      ...(forced ? ['force row level security'] : []),
    ])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

async function alterTables(client: pg.Client, tables: Table[], changes: (table: Table) => string[]): Promise<void> {
  // A distributed database takes a change of triggers only by itself.
  for (const table of tables)
    for (const change of changes(table)) await client.query(`alter table ${pg.escapeIdentifier(table.name)} ${change}`)
}

async function copyRows(client: pg.Client, frames: AsyncIterable<Frame>, expected: Map<string, number>): Promise<void> {
  let copy: ReturnType<typeof copyFrom> | null = null
  for await (const frame of frames) {
    if (frame.kind === 'T')
      copy = client.query(
        copyFrom(`copy ${pg.escapeIdentifier(frame.table)} (${columnList(frame.columns)}) from stdin`),
      )
    else if (frame.kind === 'D') await writeRows(copy!, frame.rows)
    else if (frame.kind === 'E') {
      const finished = once(copy!, 'finish')
      copy!.end()
      await finished
      if (copy!.rowCount !== frame.rows || expected.get(frame.table) !== frame.rows)
        throw new InvalidBackupError(`${frame.table}: ${copy!.rowCount} of ${frame.rows} rows were restored.`)
    }
  }
}

/** Rejects when the database refuses the rows. */
async function writeRows(copy: ReturnType<typeof copyFrom>, rows: Buffer): Promise<void> {
  await new Promise<void>((resolve, reject) => copy.write(rows, (error) => (error ? reject(error) : resolve())))
}
