import path from 'node:path'
import { Migration } from '@mikro-orm/migrations'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../tests/support/database.ts'
import { connectToStandIn, installCitusStandIn, takeCalls } from '../../tests/support/citusStandIn.ts'
import { listNodes } from '../../tests/support/databaseNodes.ts'
import { createTestEnvironment, type TestEnvironment } from '../../tests/support/testEnvironment.ts'
import { ownerRoles } from '../database/roles.ts'
import { isolate } from '../../migrations/tables.ts'
import { installObjects } from '../database/installObjects.ts'
import { addNodes } from './clusterNodes.ts'
import { databaseDefinition } from './databaseObjects.ts'
import { loadBackup } from '../../scripts/backup/load.ts'
import { saveBackup } from '../../scripts/backup/save.ts'
import { createTestTenant } from '../../tests/support/testTenant.ts'
import { distribute, listUndeclaredTables } from './distribute.ts'
import { applyMigrations } from './migrate.ts'
import { tablePlacements, tablesPlaced, tenantTables } from './tablePlacements.ts'

let database: TestDatabase
let owner: pg.Client
let isCluster: boolean

beforeAll(async () => {
  database = await createTestDatabase()
  owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  isCluster = (await listNodes(inject('databaseServer'))).length > 1
}, 120_000)

afterAll(async () => {
  await owner.end()
  await database.close()
})

/** What `distribute` prints. */
async function run(isPlan: boolean, client = owner): Promise<string[]> {
  const lines: string[] = []
  await distribute(client, { isPlan, print: (line) => void lines.push(line) })
  return lines
}

describe('the placements of tables', () => {
  it('name every table, and miss one that a migration adds', async () => {
    expect(await listUndeclaredTables(owner)).toEqual([])
    await owner.query('create table sample_table (tenant_id uuid not null)')
    expect(await listUndeclaredTables(owner)).toEqual(['sample_table'])
    await owner.query('drop table sample_table')
    const all = Object.keys(tablePlacements)
    const { rows } = await owner.query<{ name: string }>(
      `select relname as name from pg_class where relname = any($1) and relnamespace = 'public'::regnamespace`,
      [all],
    )
    expect(rows.map(({ name }) => name).toSorted()).toEqual(all)
  })

  it('distribute exactly the tables whose rows always have a tenant', async () => {
    const { rows } = await owner.query<{ name: string }>(
      `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
         and a.attname = 'tenant_id' and a.attnotnull`,
    )
    expect(rows.map(({ name }) => name).toSorted()).toEqual(tenantTables.toSorted())
  })
})

describe('distributing', () => {
  it('is refused with what to do where PostgreSQL lacks the extension', async ({ skip }) => {
    skip(isCluster, 'TEST_DATABASE_URL names a cluster, which has the extension.')
    await expect(run(false)).rejects.toThrow('This PostgreSQL does not have the citus extension')
    await expect(run(true)).rejects.toThrow('This PostgreSQL does not have the citus extension')
  })

  const { TEST_DATABASE_URL } = process.env
  const name = TEST_DATABASE_URL
    ? 'again changes nothing'
    : 'again changes nothing (skipped: TEST_DATABASE_URL is not set)'
  it.skipIf(!TEST_DATABASE_URL)(name, async ({ skip }) => {
    skip(!isCluster, 'TEST_DATABASE_URL does not name a Citus cluster.')
    expect(await run(true)).toEqual(['The database is distributed. Nothing to do.'])
    expect(await run(false)).toEqual(['The database is distributed. Nothing to do.'])
  })
})

describe('distributing, with a stand-in of the engine', () => {
  let environment: TestEnvironment
  let coordinator: pg.Client
  const opened: pg.Client[] = []
  // Nodes get roles that can log in, and the roles belong to the server, which other files share.
  beforeAll(async () => {
    environment = await createTestEnvironment({ fsync: 'off', full_page_writes: 'off' })
    coordinator = await openDatabase(environment.ownerUrl)
  }, 120_000)
  afterAll(async () => {
    for (const client of opened) await client.end()
    await environment.teardown()
  })
  const openDatabase = async (url: string) => {
    await installCitusStandIn(url)
    const client = await connectToStandIn(url)
    opened.push(client)
    return client
  }

  const nothingToDo = ['The database is distributed. Nothing to do.']
  const placementCalls = [
    ...tablesPlaced('reference').flatMap((table) => [`reference public.${table}`, `truncate public.${table}`]),
    ...tablesPlaced('coordinator').map((table) => `coordinator public.${table}`),
    ...tenantTables.flatMap((table) => [
      `distribute public.${table} by tenant_id with ${table === 'activity_events' ? 'none' : 'activity_events'}`,
      `truncate public.${table}`,
    ]),
  ]

  let before: string[]
  let planned: string[]
  /** The keys and triggers of a distributed database. */
  const expectedAfter = () =>
    before
      .filter((sql) => !sql.startsWith('users users_tenant_id_fkey'))
      .map((sql) => sql.replace(/ ON DELETE SET NULL \(\w+\)/, ''))

  it('begins on new servers with nodes whose roles can sign in, before there is a table', async () => {
    await coordinator.query(`create role sample_owner login createrole password 'sample'`)
    for (const role of ownerRoles) await coordinator.query(`alter role ${role} nologin`)
    const url = await environment.newEmptyDatabase('new_servers')
    await coordinator.query('alter database new_servers owner to sample_owner')
    await coordinator.query('alter database new_servers set search_path = citus_stand_in, pg_catalog, public')
    const client = await openDatabase(url)
    await client.query('delete from pg_dist_node')
    const port = Number(new URL(url).port)
    const nodes = ['127.0.0.1', 'localhost'].map((host) => ({ host, port }))
    const add = async (isPlan: boolean) => {
      const lines: string[] = []
      const isComplete = await addNodes(client, nodes, { isPlan, print: (line) => void lines.push(line) })
      return { isComplete, lines }
    }
    const lines = [
      `Set 127.0.0.1:${port} as the coordinator`,
      `Add the worker localhost:${port}`,
      `Set the roles and settings of 127.0.0.1:${port}`,
      `Set the roles and settings of localhost:${port}`,
    ]
    expect(await add(true)).toEqual({ isComplete: false, lines })
    expect(await takeCalls(client)).toEqual([])
    expect(await add(false)).toEqual({ isComplete: true, lines })
    expect(await takeCalls(client)).toEqual(['coordinator is 127.0.0.1', 'add localhost'])
    expect(await add(true)).toEqual({ isComplete: true, lines: [] })
    for (const hosts of [['localhost'], ['127.0.0.1', 'localhost']]) {
      await client.query(`set stand_in.closed_nodes = '${hosts.map((host) => `${host} sample_owner`).join(',')}'`)
      await expect(add(false)).rejects.toThrow(
        `${hosts.map((host) => `${host}:${port}`).join(' and ')} cannot be used as sample_owner from the other nodes. Allow that in ` +
          'pg_hba.conf there, or give every node the password: docs/operations.md, "The owner between the nodes". Then repeat this.',
      )
    }
    const { rows } = await client.query(
      `select rolname as name, rolcanlogin as "canLogin", pg_has_role('sample_owner', oid, 'usage') as "isOfOwner"
       from pg_roles where rolname = any($1) order by 1`,
      [ownerRoles],
    )
    expect(rows).toEqual(ownerRoles.toSorted().map((name) => ({ name, canLogin: true, isOfOwner: true })))
    const { rows: tables } = await client.query(`select from pg_class where relnamespace = 'public'::regnamespace`)
    expect(tables).toEqual([])
  })

  it('only prints its steps in a plan', async () => {
    before = await listKeysAndTriggers(coordinator)
    planned = await run(true, coordinator)
    expect(planned.at(-1)).toBe('Nothing was changed: this was the plan.')
    expect(await takeCalls(coordinator)).toEqual([])
    expect(await listKeysAndTriggers(coordinator)).toEqual(before)
  })

  it('is refused while the application is connected, before anything is changed', async () => {
    const application = new pg.Client({ connectionString: environment.appUrl })
    await application.connect()
    await expect(run(false, coordinator)).rejects.toThrow('1 connections of the application are open')
    await application.end()
    await expect
      .poll(
        async () => (await coordinator.query(`select from pg_stat_activity where usename = 'porchlight_app'`)).rowCount,
      )
      .toBe(0)
    expect(await takeCalls(coordinator)).toEqual([])
  })

  it('asks the engine for what the plan says: tables, then functions, those that call others last', async () => {
    expect(await run(false, coordinator)).toEqual(planned.slice(0, -1))
    const calls = await takeCalls(coordinator)
    expect(calls.slice(0, placementCalls.length)).toEqual(placementCalls)
    const functions = calls.slice(placementCalls.length)
    expect(functions.slice(-2)).toEqual([
      'function append_activity(uuid,jsonb) $1 activity_events',
      'function log_knocks(uuid,jsonb,jsonb) $1 activity_events',
    ])
    const { rows } = await coordinator.query<{ name: string; language: string }>(
      `select 'function ' || p.oid::regprocedure as name, lanname as language from pg_proc p
       join pg_language l on l.oid = p.prolang where pronamespace = 'public'::regnamespace`,
    )
    const languages = new Map(rows.map(({ name, language }) => [name, language]))
    const ofOthers = functions.slice(0, -2).map((call) => languages.get(call))
    expect(ofOthers.filter((language, n) => language !== ofOthers[n - 1])).toEqual(['internal', 'plpgsql', 'sql'])
    expect(functions).toHaveLength(rows.length)
  })

  it('gives the tables their keys and triggers back, without the key and the actions that the engine cannot have', async () => {
    expect(await listKeysAndTriggers(coordinator)).toEqual(expectedAfter())
    expect(before.filter((sql) => !expectedAfter().includes(sql))).toEqual([
      expect.stringMatching(/^knocks knocks_tenant_id_photo_id_fkey .* ON DELETE SET NULL \(photo_id\)$/),
      expect.stringMatching(/^knocks knocks_tenant_id_property_id_fkey .* ON DELETE SET NULL \(property_id\)$/),
      expect.stringMatching(/^users users_tenant_id_fkey /),
    ])
  })

  it('lets every role sign in to the nodes, and no function keep a generic plan', async () => {
    const { rows: roles } = await coordinator.query(
      `select rolname from pg_roles where rolname like 'porchlight\\_%' and not rolcanlogin`,
    )
    expect(roles).toEqual([])
    const { rows: functions } = await coordinator.query(
      `select proname from pg_proc where 'plan_cache_mode=force_generic_plan' = any(proconfig)`,
    )
    expect(functions).toEqual([])
  })

  it('again asks for nothing', async () => {
    expect(await run(true, coordinator)).toEqual(nothingToDo)
    expect(await run(false, coordinator)).toEqual(nothingToDo)
    expect(await takeCalls(coordinator)).toEqual([])
  })

  it.each(['public.jobs', 'words_of(text)'])('is completed after a run that stopped at %s', async (target) => {
    const url = await environment.newDatabase(`stopped_at_${target.replace(/\W/g, '_')}`)
    const client = await openDatabase(url)
    await client.query(`set stand_in.stop_at = '${target}'`)
    await expect(run(false, client)).rejects.toThrow(`stopped at ${target}`)
    await client.query('reset stand_in.stop_at')
    const first = await takeCalls(client)
    await run(false, client)
    const second = await takeCalls(client)
    expect([...first, ...second].slice(0, placementCalls.length)).toEqual(placementCalls)
    expect(await listKeysAndTriggers(client)).toEqual(expectedAfter())
    expect(await run(false, client)).toEqual(nothingToDo)
  })

  it('is refused where a table is not declared, and places a new one beside the others', async () => {
    await coordinator.query('create table public.sample_table (tenant_id uuid not null)')
    await expect(run(true, coordinator)).rejects.toThrow('It is not decided where these tables belong: sample_table.')
    await coordinator.query('drop table public.sample_table')
    await coordinator.query(`delete from pg_dist_partition where logicalrelid = 'public.saved_views'::regclass`)
    await run(false, coordinator)
    expect(await takeCalls(coordinator)).toEqual([
      'distribute public.saved_views by tenant_id with activity_events',
      'truncate public.saved_views',
    ])
    expect(await listKeysAndTriggers(coordinator)).toEqual(expectedAfter())
  })

  it('lets a release install a trigger that it changed', async () => {
    const key = 'trigger version_raised on properties'
    const hashSql = `select value #>> array['hashes', $1] as hash from public.installation where key = 'objects'`
    const { rows: installed } = await coordinator.query(hashSql, [key])
    expect(installed).toEqual([{ hash: expect.stringMatching(/^[\da-f]{16}$/) }])
    await coordinator.query(
      `update public.installation set value = jsonb_set(value, array['hashes', $1], '"earlier"') where key = 'objects'`,
      [key],
    )
    await coordinator.query('set search_path = public, citus_stand_in, pg_catalog')
    await installObjects(coordinator, databaseDefinition)
    await coordinator.query('set search_path = citus_stand_in, pg_catalog, public')
    expect((await coordinator.query(hashSql, [key])).rows).toEqual(installed)
  })

  it('lets a migration make tables with keys, change others and record itself, as on one PostgreSQL', async () => {
    await coordinator.query('set search_path = public, citus_stand_in, pg_catalog')
    await coordinator.query('begin')
    await expect(coordinator.query(sampleTables)).rejects.toThrow(
      'the foreign key sample_notes_tenant_id_lead_id_fkey is between tables that are not colocated',
    )
    await coordinator.query('rollback')
    await expect(
      coordinator.query('alter table leads add column a integer; alter table leads add column b integer'),
    ).rejects.toThrow('cannot execute multiple utility events')

    const placements = { ...tablePlacements, sample_notes: 'tenant', sample_rates: 'reference' } as const
    await applyMigrations(coordinator, [{ name: '9999_sample', class: SampleMigration }], placements)
    expect(await takeCalls(coordinator)).toEqual([
      'distribute public.sample_notes by tenant_id with activity_events',
      'reference public.sample_rates',
    ])
    expect((await listKeysAndTriggers(coordinator)).filter((sql) => sql.startsWith('sample_'))).toEqual([
      'sample_notes sample_notes_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id)',
      'sample_notes sample_notes_tenant_id_lead_id_fkey FOREIGN KEY (tenant_id, lead_id) REFERENCES leads(tenant_id, id) ON DELETE CASCADE',
      'sample_notes sample_notes_tenant_id_photo_id_fkey FOREIGN KEY (tenant_id, photo_id) REFERENCES photos(tenant_id, id)',
    ])
    const { rows } = await coordinator.query(
      `select relrowsecurity, relforcerowsecurity, array(select indexrelid::regclass::text from pg_index where indrelid = c.oid order by 1) as indexes,
         exists (select from pg_attribute where attrelid = 'leads'::regclass and attname = 'sample') as "hasColumn",
         exists (select from schema_migrations where name = '9999_sample') as "isRecorded"
       from pg_class c where oid = 'sample_notes'::regclass`,
    )
    expect(rows).toEqual([
      {
        relrowsecurity: true,
        relforcerowsecurity: true,
        indexes: ['sample_notes_lead', 'sample_notes_pkey'],
        hasColumn: true,
        isRecorded: true,
      },
    ])
    expect((await coordinator.query('show citus.enable_ddl_propagation')).rows[0]).not.toEqual({
      'citus.enable_ddl_propagation': 'off',
    })
    await coordinator.query(`drop table sample_notes, sample_rates`)
    await coordinator.query('set search_path = citus_stand_in, pg_catalog, public')
  })

  it('lets a backup be restored into an empty database that is distributed', async () => {
    const source = await environment.newDatabase('backed_up')
    const { tenantId } = await createTestTenant(source, { reps: 1, propertiesPerRep: 2 })
    const file = path.join(environment.dataDir, 'sample.porchlight')
    await saveBackup(source, file)
    const target = await environment.newDatabase('restored_there')
    const client = await openDatabase(target)
    await run(false, client)
    await coordinator.query('alter database restored_there set search_path = public, citus_stand_in, pg_catalog')
    await expect(
      client.query('alter table public.leads disable trigger user, no force row level security'),
    ).rejects.toThrow('cannot execute ENABLE/DISABLE TRIGGER command with other subcommands')
    const { reports } = await loadBackup(target, file)
    expect(reports.flatMap(({ faults }) => faults)).toEqual([])
    const { rows } = await client.query(
      `select count(*)::int as count, (select relforcerowsecurity from pg_class where oid = 'public.properties'::regclass) as "isForced",
         (select count(*)::int from pg_trigger where tgrelid = 'public.properties'::regclass and tgenabled = 'D') as disabled
       from public.properties where tenant_id = $1`,
      [tenantId],
    )
    expect(rows).toEqual([{ count: 2, isForced: true, disabled: 0 }])
  })

  it('is refused before the coordinator is set', async () => {
    await coordinator.query('delete from pg_dist_node')
    await expect(run(true, coordinator)).rejects.toThrow('The coordinator is not set.')
  })

  it.each([
    ['a unique index without the tenant', 'sample_id_key', 'create unique index sample_id_key on sample (id)'],
    [
      'a trigger',
      'sample_trigger',
      'create trigger sample_trigger before insert on sample for each row execute function raise_version()',
    ],
    ['a foreign key', 'sample_key', 'alter table sample add constraint sample_key foreign key (id) references users'],
  ])('would be refused for a table with %s', async (_, name, sql) => {
    await coordinator.query('begin; set local search_path = public, citus_stand_in, pg_catalog')
    await coordinator.query('create table sample (tenant_id uuid not null, id uuid)')
    await coordinator.query(sql)
    await expect(
      coordinator.query(`select create_distributed_table('public.sample', 'tenant_id', colocate_with => 'none')`),
    ).rejects.toThrow(name)
    await coordinator.query('rollback')
  })
})

const sampleTables = `
create table sample_notes (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  lead_id uuid not null,
  photo_id uuid,
  primary key (tenant_id, id),
  foreign key (tenant_id, lead_id) references leads (tenant_id, id) on delete cascade,
  foreign key (tenant_id, photo_id) references photos (tenant_id, id) on delete set null (photo_id)
);
create index sample_notes_lead on sample_notes (tenant_id, lead_id);
create table sample_rates (id uuid primary key);
`

class SampleMigration extends Migration {
  override up(): void {
    for (const sql of [sampleTables, isolate('sample_notes')]) this.addSql(sql)
    this.addSql('alter table leads add column sample integer;\nalter table leads add column other_sample integer;\n')
    this.addSql('grant select on sample_notes to porchlight_tenant;\ngrant select on sample_rates to porchlight_tenant')
  }
}

/** The foreign keys and triggers of all tables, as SQL. */
async function listKeysAndTriggers(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ sql: string }>(
    `select format('%s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as sql from pg_constraint
     where contype = 'f' and connamespace = 'public'::regnamespace
     union all select pg_get_triggerdef(t.oid) from pg_trigger t where not tgisinternal order by 1`,
  )
  return rows.map(({ sql }) => sql)
}
