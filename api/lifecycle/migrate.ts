import { MikroORM } from '@mikro-orm/postgresql'
import { Migrator } from '@mikro-orm/migrations'
import pg from 'pg'
import { migrations } from '../../migrations/list.ts'
import { hasOwnProjections, installProjections, upgradeTenants } from '../projections/install.ts'
import { appPassword, appRole } from '../database/roles.ts'
import { migrateJobQueue } from '../services/jobs/jobQueue.ts'
import { acquireSessionLock } from '../database/sessionLock.ts'
import { lockTimeoutMs, retryOnLockTimeout } from '../database/shortLocks.ts'

/**
 * Brings the database at `ownerUrl` up to date: runs the migrations, installs the projections, rebuilds them if they changed,
 * and sets the password of the application role. Several processes can call it at the same time, and every start does.
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
    await runQueueMigrations(lock, ownerUrl)
    const { canServeBeforeRebuild } = await installProjections(lock)
    // Roles belong to the whole server, so the migration of another database may alter the role at the same time.
    const password = appPassword(ownerUrl)
    await lock.query(`do $$ begin
      perform pg_advisory_xact_lock(hashtextextended('porchlight roles', 0));
      alter role ${appRole} login noinherit password ${password === null ? 'null' : `'${password}'`};
    exception when others then
      if sqlerrm not like '%concurrently updated%' then raise; end if;
    end $$`)
    if (!(deferRebuild && canServeBeforeRebuild)) await upgradeTenants(lock)
  } finally {
    await lock.end()
  }
}

/** The role of the queue may create its schema, which the first migration of the queue asks for, only meanwhile. */
async function runQueueMigrations(owner: pg.Client, ownerUrl: string): Promise<void> {
  const change = (sql: string) => owner.query(`do $$ begin execute format('${sql}', current_database()); end $$`)
  await change('grant create on database %I to porchlight_jobs')
  try {
    await migrateJobQueue(ownerUrl)
  } finally {
    await change('revoke create on database %I from porchlight_jobs')
  }
}

/** Whether all migrations ran and every tenant has the projections of this release. Changes nothing. */
export async function isUpToDate(client: pg.ClientBase): Promise<boolean> {
  const { rows: tables } = await client.query(`select to_regclass('public.schema_migrations') as name`)
  if (!tables[0].name) return false
  const { rows: executed } = await client.query<{ name: string }>('select name from schema_migrations')
  const names = (list: { name?: string }[]) => String(list.map(({ name }) => name ?? '').sort())
  return names(executed) === names(migrations) && (await hasOwnProjections(client))
}

/**
 * Runs the pending migrations, or only those of them that are in `names`, each in a transaction of its own. One that waits
 * too long for a lock is rolled back and tried again, because everything else would wait behind it.
 */
export async function runMigrations(ownerUrl: string, names?: string[]): Promise<void> {
  const orm = await MikroORM.init({
    clientUrl: ownerUrl,
    driverOptions: { options: `-c lock_timeout=${lockTimeoutMs}` },
    entities: [],
    discovery: { warnWhenNoEntities: false },
    extensions: [Migrator],
    migrations: {
      migrationsList: migrations,
      tableName: 'schema_migrations',
      snapshot: false,
      silent: true,
      allOrNothing: false,
    },
  })
  try {
    await retryOnLockTimeout(() => orm.migrator.up(names ? { migrations: names } : {}))
  } finally {
    await orm.close()
  }
}
