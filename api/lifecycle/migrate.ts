import { MikroORM } from '@mikro-orm/postgresql'
import { Migrator } from '@mikro-orm/migrations'
import pg from 'pg'
import { migrations } from '../../migrations/list.ts'
import { projectActivityFunction } from '../projections/all.ts'
import { rebuildAllTenants } from '../projections/rebuild.ts'
import { appPassword, appRole } from '../database/roles.ts'

/**
 * Brings the database at `ownerUrl` up to date: migrations, the projecting function, the application role's
 * password. Safe to call from several processes at once and at every start; changes nothing when nothing is new.
 */
export async function migrate(ownerUrl: string): Promise<void> {
  const lock = new pg.Client({ connectionString: ownerUrl })
  // A connection that is lost is told to whoever asks next on it.
  lock.on('error', () => undefined)
  await lock.connect()
  try {
    // Processes that start together take turns.
    await lock.query(`select pg_advisory_lock(hashtextextended('porchlight migrations', 0))`)
    await runMigrations(ownerUrl)
    await installProjections(lock)
    // Roles belong to the whole server: another database of it may be doing the same right now.
    const password = appPassword(ownerUrl)
    await lock.query(`do $$ begin
      perform pg_advisory_xact_lock(hashtextextended('porchlight roles', 0));
      alter role ${appRole} login noinherit password ${password === null ? 'null' : `'${password}'`};
    exception when others then
      if sqlerrm not like '%concurrently updated%' then raise; end if;
    end $$`)
  } finally {
    await lock.end()
  }
}

/** Whether the database is as this version would make it, and its projections are counted. Changes nothing. */
export async function isUpToDate(client: pg.ClientBase): Promise<boolean> {
  const { rows: found } = await client.query(`select to_regclass('public.schema_migrations') as there`)
  if (!found[0].there) return false
  const { rows: done } = await client.query<{ name: string }>('select name from schema_migrations')
  const { rows: noted } = await client.query<{ key: string; value: unknown }>('select key, value from installation')
  const wanted = projectActivityFunction()
  return (
    done
      .map(({ name }) => name)
      .sort()
      .join() ===
      migrations
        .map(({ name }) => name)
        .sort()
        .join() &&
    noted.some(({ key, value }) => key === 'project_activity' && value === wanted) &&
    !noted.some(({ key }) => key === 'projections_due')
  )
}

/** Runs the migrations that were not run yet, or of these only the named ones. */
export async function runMigrations(ownerUrl: string, names?: string[]): Promise<void> {
  const orm = await MikroORM.init({
    clientUrl: ownerUrl,
    entities: [],
    discovery: { warnWhenNoEntities: false },
    extensions: [Migrator],
    migrations: { migrationsList: migrations, tableName: 'schema_migrations', snapshot: false, silent: true },
  })
  try {
    await orm.migrator.up(names ? { migrations: names } : {})
  } finally {
    await orm.close()
  }
}

/**
 * Installs the projecting function when its text differs from what is there. What an earlier one counted is then counted
 * again: a new projection begins with everything that has happened. Until that is done it stays due, so that a start that
 * was interrupted is made up for by the next one.
 */
async function installProjections(client: pg.Client): Promise<void> {
  const wanted = projectActivityFunction()
  const { rows } = await client.query<{ value: string }>(
    `select value from installation where key = 'project_activity'`,
  )
  if (rows[0]?.value !== wanted) {
    await client.query('begin')
    await client.query(wanted)
    await client.query(
      `insert into installation values ('project_activity', $1) on conflict (key) do update set value = excluded.value`,
      [JSON.stringify(wanted)],
    )
    if (rows.length > 0)
      await client.query(`insert into installation values ('projections_due', 'true') on conflict do nothing`)
    await client.query('commit')
  }
  const due = await client.query(`select from installation where key = 'projections_due'`)
  if (due.rowCount === 0) return
  await rebuildAllTenants(client)
  await client.query(`delete from installation where key = 'projections_due'`)
}
