import { readFileSync } from 'node:fs'
import type { MigrationObject } from '@mikro-orm/core'
import type { Migration } from '@mikro-orm/migrations'
import pg from 'pg'
import { firstMigrations, migrationNames, migrations } from '../../migrations/list.ts'
import { installObjects, isInstalled } from '../database/installObjects.ts'
import { hasOwnProjections, installProjections, upgradeTenants } from '../projections/install.ts'
import { appPassword, ensureRoles, setAppPassword } from '../database/roles.ts'
import { acquireSessionLock } from '../database/sessionLock.ts'
import { lockTimeoutMs, retryOnLockTimeout, withShortLocks } from '../database/shortLocks.ts'
import { databaseDefinition } from './databaseObjects.ts'
import { isDistributed, runOnNodes } from './distribute.ts'
import { tablePlacements } from './tablePlacements.ts'

/**
 * Brings the database at `ownerUrl` up to date: makes the tables or runs the migrations, installs the functions,
 * triggers, views, policies and projections, rebuilds those if they changed, and sets the password of the application role. Several processes can call it at the same time, and every start does.
 * Processes of the release before serve meanwhile.
 *
 * With `deferRebuild`, the tenants are not rebuilt if a process of this release can serve them with the figures that they
 * have: `upgradeTenants` must be called then.
 */
export async function migrate(ownerUrl: string, { deferRebuild = false } = {}): Promise<void> {
  const lock = new pg.Client({ connectionString: ownerUrl })
  // The next query reports a lost connection; without a listener the event would end the process.
  lock.on('error', () => undefined)
  await lock.connect()
  try {
    // Only one process at a time may migrate.
    await acquireSessionLock(lock, 'porchlight migrations')
    await runMigrations(ownerUrl)
    await installObjects(lock, databaseDefinition)
    const { canServeBeforeRebuild } = await installProjections(lock)
    await setAppPassword(lock, appPassword(ownerUrl))
    if (!(deferRebuild && canServeBeforeRebuild)) await upgradeTenants(lock)
  } finally {
    await lock.end()
  }
}

/** Whether all migrations ran, the functions and policies are installed, and every tenant has the projections of this release. Changes nothing. */
export async function isUpToDate(client: pg.ClientBase): Promise<boolean> {
  const executed = await readExecuted(client)
  return (
    String(executed.toSorted()) === String(migrationNames.toSorted()) &&
    (await isInstalled(client, databaseDefinition)) &&
    (await hasOwnProjections(client))
  )
}

/**
 * Runs those of the migrations `names` that are pending, each in a transaction of its own. One that waits too long for a lock is
 * rolled back and tried again, because everything else would wait behind it. An empty database gets the tables of a whole schema
 * instead, and then only the migrations that are newer.
 */
export async function runMigrations(ownerUrl: string, names: string[] = migrationNames): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl })
  client.on('error', () => undefined)
  await client.connect()
  let executed: string[]
  try {
    await ensureRoles(client)
    executed = await readExecuted(client)
    if (executed.length === 0) executed = await makeTables(client, names)
  } finally {
    await client.end()
  }
  const lost = firstMigrations.filter((name) => !executed.includes(name))
  if (lost.length > 0)
    throw new Error(
      `The first start of an earlier release did not end, so the database lacks ${lost.join(', ')}. Delete it.`,
    )
  const pending = names.filter((name) => !executed.includes(name))
  if (pending.length > 0) await runPending(ownerUrl, pending)
}

/** The migrations that ran; none in an empty database. */
async function readExecuted(client: pg.ClientBase): Promise<string[]> {
  const { rows: tables } = await client.query(`select to_regclass('public.schema_migrations') as name`)
  if (!tables[0].name) return []
  const { rows } = await client.query<{ name: string }>('select name from schema_migrations')
  return rows.map(({ name }) => name)
}

/** Makes the tables of the newest stored schema whose migrations are among `names`, and returns those. */
async function makeTables(client: pg.ClientBase, names: string[]): Promise<string[]> {
  for (const file of ['schema.sql', 'migrations/release-0.1.sql']) {
    const sql = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')
    const contained = sql
      .split('\n')
      .filter((line) => line.startsWith('insert into schema_migrations'))
      .map((line) => line.split("'")[1]!)
    if (!contained.every((name) => names.includes(name))) continue
    // It is empty if the start of an earlier release ended early. The texts of one query are one transaction.
    await client.query(`drop table if exists schema_migrations;\n${sql}`)
    return contained
  }
  throw new Error('There is no schema of before release 0.1.')
}

async function runPending(ownerUrl: string, names: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl, options: `-c lock_timeout=${lockTimeoutMs}` })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await applyMigrations(
      client,
      migrations.filter(({ name }) => names.includes(name)),
    )
  } finally {
    await client.end()
  }
}

/**
 * Runs the migrations one after the other, each in one transaction unless it says otherwise, and records them. One that waits longer for
 * a lock than the session of `client` allows is tried again. On a distributed database, the nodes get what it changes, and the tables
 * that it makes are placed as `placements` says.
 */
export async function applyMigrations(
  client: pg.ClientBase,
  pending: MigrationObject[],
  placements = tablePlacements,
): Promise<void> {
  const isOnNodes = await isDistributed(client)
  const run = (command: string) => (isOnNodes ? runOnNodes(client, command, placements) : client.query(command))
  for (const { name, class: Class } of pending) {
    const migration = new (Class as new () => Migration)()
    await migration.up()
    const commands = (migration.getQueries() as string[]).flatMap(commandsOf)
    const runAll = async () => {
      for (const command of commands) await run(command)
      await client.query('insert into schema_migrations (name) values ($1)', [name])
    }
    await (migration.isTransactional() ? withShortLocks(client, runAll) : retryOnLockTimeout(runAll))
  }
}

/** The engine of a distributed database sends the whole text of a command to its nodes, so each command is a text of its own. */
function commandsOf(sql: string): string[] {
  if (sql.includes('$$')) return [sql]
  return sql.split(';\n').filter((command) => command.trim() !== '')
}
