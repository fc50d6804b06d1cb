import { MikroORM } from '@mikro-orm/postgresql'
import { Migrator } from '@mikro-orm/migrations'
import pg from 'pg'
import { migrations } from '../../migrations/list.ts'
import { projectActivityFunction } from '../projections/all.ts'
import { rebuildAllTenants } from '../projections/rebuild.ts'
import { appPassword, appRole } from '../database/roles.ts'

/**
 * Brings the database at `ownerUrl` up to date: runs the migrations, installs the projection function and sets the password
 * of the application role. Several processes can call it at the same time, and every start does.
 */
export async function migrate(ownerUrl: string): Promise<void> {
  const lock = new pg.Client({ connectionString: ownerUrl })
  // The next query reports a lost connection; without a listener the event would end the process.
  lock.on('error', () => undefined)
  await lock.connect()
  try {
    // Only one process at a time may migrate.
    await lock.query(`select pg_advisory_lock(hashtextextended('porchlight migrations', 0))`)
    await runMigrations(ownerUrl)
    await installProjections(lock)
    // Roles belong to the whole server, so the migration of another database may alter the role at the same time.
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

/** Whether all migrations ran, the projection function is current and no rebuild is due. Changes nothing. */
export async function isUpToDate(client: pg.ClientBase): Promise<boolean> {
  const { rows: tables } = await client.query(`select to_regclass('public.schema_migrations') as name`)
  if (!tables[0].name) return false
  const { rows: executed } = await client.query<{ name: string }>('select name from schema_migrations')
  const { rows: settings } = await client.query<{ key: string; value: unknown }>('select key, value from installation')
  const names = (list: { name?: string }[]) => String(list.map(({ name }) => name ?? '').sort())
  return (
    names(executed) === names(migrations) &&
    settings.some(({ key, value }) => key === 'project_activity' && value === projectActivityFunction()) &&
    !settings.some(({ key }) => key === 'projections_due')
  )
}

/** Runs the pending migrations, or only those of them that are in `names`. */
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
 * Installs the projection function if its text changed, and then rebuilds all projections, so that a new projection
 * includes earlier events. The rebuild is recorded as due until it is complete, so that the next start resumes it after an
 * interruption.
 */
async function installProjections(client: pg.Client): Promise<void> {
  const definition = projectActivityFunction()
  const { rows } = await client.query<{ value: string }>(
    `select value from installation where key = 'project_activity'`,
  )
  if (rows[0]?.value !== definition) {
    await client.query('begin')
    await client.query(definition)
    await client.query(
      `insert into installation values ('project_activity', $1) on conflict (key) do update set value = excluded.value`,
      [JSON.stringify(definition)],
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
