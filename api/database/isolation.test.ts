import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, isCluster, type TestDatabase } from '../../tests/support/database.ts'
import { connectToNodeOf } from '../../tests/support/databaseNodes.ts'
import { projectionTables } from '../projections/all.ts'

const onCluster = await isCluster()

let database: TestDatabase
let owner: pg.Client

beforeAll(async () => {
  database = await createTestDatabase()
  owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
})

afterAll(async () => {
  await owner.end()
  await database.close()
})

async function column<T = string>(sql: string, values: unknown[] = []): Promise<T[]> {
  const { rows } = await owner.query({ text: sql, values, rowMode: 'array' })
  return rows.map(([value]) => value as T)
}

/** Tables of the platform or of public records. `users` has a tenant id, but it can be null. */
const tablesWithoutTenant = new Set([
  'tenants',
  'users',
  'sessions',
  'api_keys',
  'sign_in_failures',
  'sign_in_devices',
  'password_links',
  'company_sign_ups',
  'idempotency_keys',
  'two_factors',
  'recovery_codes',
  'installation',
  'schema_migrations',
  'parcels',
  'company_street_words',
  'parcel_street_words',
  'parcel_datasets',
  'basemap_tiles',
  'street_lines',
  'cost_rates',
])

/** Tables of the platform that foreign keys of tenant tables may reference (design §9). */
const referenceTables = ['tenants', 'users']

/** Not a view of the extension that makes a distributed database. */
const isOwn = `not exists (select from pg_depend d where d.objid = pg_class.oid and d.deptype = 'e')`

describe('the database catalog', () => {
  it('has no other tables without a tenant', async () => {
    const tables = await column(
      `select c.relname from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
       and not exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id' and a.attnotnull)`,
    )
    expect(new Set(tables)).toEqual(tablesWithoutTenant)
  })

  it('enables and forces row-level security on every table with a tenant id', async () => {
    const open = await column(
      `select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
       and not (c.relrowsecurity and c.relforcerowsecurity)`,
    )
    expect(open).toEqual([])
  })

  it('compares with the tenant of the transaction in USING and WITH CHECK of every policy of the tenant role', async () => {
    const expression = `(tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)`
    const wrong = await column(
      `select tablename from pg_policies where schemaname = 'public' and roles && '{porchlight_tenant,porchlight_log}'
       -- Of public records, a tenant reads those of all and its own, and writes none.
       and tablename not in ('tenants', 'parcels', 'parcel_datasets') and (qual is distinct from $1 or with_check is distinct from $1)`,
      [expression],
    )
    expect(wrong).toEqual([])
    const covered = await column(
      `select count(*)::int from pg_policies where 'porchlight_tenant' = any(roles) and qual = $1`,
      [expression],
    )
    expect(Number(covered[0])).toBeGreaterThanOrEqual(10)
  })

  it('begins every primary key, unique key and foreign key of a tenant table with the tenant', async () => {
    const wrong = await column(
      `select k.conrelid::regclass || ' ' || k.conname from pg_constraint k
       join pg_attribute a on a.attrelid = k.conrelid and a.attname = 'tenant_id' and a.attnotnull
       where k.contype in ('p', 'u', 'f') and k.conkey[1] <> a.attnum
       and not (k.contype = 'f' and k.confrelid::regclass::text = any($1))`,
      [referenceTables],
    )
    expect(wrong).toEqual([])
  })

  it('begins every index of a tenant table with the tenant, except those for reading across tenants', async () => {
    const wrong = await column(
      `select i.indexrelid::regclass::text from pg_index i
       join pg_attribute a on a.attrelid = i.indrelid and a.attname = 'tenant_id' and a.attnotnull
       join pg_class c on c.oid = i.indrelid and c.relnamespace = 'public'::regnamespace
       where i.indkey[0] <> a.attnum`,
    )
    expect(wrong.toSorted()).toEqual([
      'deleted_addresses_oldest',
      'jobs_unfinished',
      'jobs_with_file',
      'leads_id',
      'leads_newest_of_all',
      'mails_due',
      'mails_finished',
      'properties_id',
      'properties_newest_of_all',
      'webhook_deliveries_due',
      'webhook_deliveries_finished',
    ])
  })

  it('has no view that reads with the privileges of its owner', async () => {
    const wrong = await column(
      `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'v'
       and not coalesce(reloptions @> array['security_invoker=true'], false)
       and ${isOwn}`,
    )
    expect(wrong).toEqual([])
  })

  it("grants nothing to the application's login role, and only INSERT and SELECT on the log", async () => {
    expect(
      await column(
        `select rolinherit or rolsuper or rolbypassrls or rolcreaterole from pg_roles where rolname = 'porchlight_app'`,
      ),
    ).toEqual([false])
    expect(
      await column(`select grantee::text from information_schema.role_table_grants where grantee = 'porchlight_app'`),
    ).toEqual([])
    const granted = await column(
      `select distinct privilege_type from information_schema.role_table_grants
       where table_name = 'activity_events' and grantee like 'porchlight%'`,
    )
    expect(granted.sort()).toEqual(['INSERT', 'SELECT'])
  })

  it('lets only the append functions and maintenance write the log and the projections', async () => {
    const tables = ['activity_events', 'activity_heads', ...projectionTables.map(({ table }) => table)]
    const writers = await column(
      `select distinct grantee || ' ' || privilege_type from information_schema.role_table_grants
       where table_schema = 'public' and table_name = any($1) and privilege_type <> 'SELECT' and grantee like 'porchlight%'`,
      [tables],
    )
    expect(writers.toSorted()).toEqual([
      'porchlight_log INSERT',
      'porchlight_log UPDATE',
      'porchlight_maintenance DELETE',
      'porchlight_maintenance INSERT',
      'porchlight_maintenance UPDATE',
    ])
    const missing = await column(
      `select t from unnest($1::text[]) t where not has_table_privilege('porchlight_log', t, 'select')
       or not has_table_privilege('porchlight_log', t, 'insert')
       or t <> 'activity_events' and not has_table_privilege('porchlight_log', t, 'update')`,
      [tables],
    )
    expect(missing).toEqual([])
  })

  it('gives the role of the log nothing else, and no login and no members but the owner', async () => {
    const owned = await column(
      `select proname::text from pg_proc where proowner = 'porchlight_log'::regrole
       union all select relname::text from pg_class where relowner = 'porchlight_log'::regrole order by 1`,
    )
    expect(owned).toEqual(['append_activity', 'append_new_events'])
    const granted = await column(
      `select distinct table_name::text from information_schema.role_table_grants where grantee = 'porchlight_log' order by 1`,
    )
    const tables = ['activity_events', 'activity_heads', ...projectionTables.map(({ table }) => table)]
    expect(granted).toEqual([...tables, 'cost_rate_spans', 'cost_rates', 'projection_upgrades'].toSorted())
    // The nodes of a cluster sign in to each other with it.
    expect(await column(`select rolcanlogin from pg_roles where rolname = 'porchlight_log'`)).toEqual([onCluster])
    for (const role of ['porchlight_app', 'porchlight_tenant', 'porchlight_platform', 'porchlight_accounts'])
      expect(await column(`select pg_has_role($1, 'porchlight_log', 'member')`, [role])).toEqual([false])
  })

  it('lets the roles for public records and for accounts use their tables only', async () => {
    const granted = (role: string) =>
      column(
        `select table_name || ' ' || lower(string_agg(privilege_type, ' ' order by privilege_type))
         from information_schema.role_table_grants where grantee = $1 group by table_name order by table_name`,
        [role],
      )
    expect(await granted('porchlight_public')).toEqual([
      'basemap_tiles select',
      'company_street_words select',
      'parcel_datasets select',
      'parcel_street_words select',
      'parcels select',
      'street_lines select',
    ])
    expect(await granted('porchlight_accounts')).toEqual([
      'api_keys insert select update',
      'company_sign_ups delete select',
      'idempotency_keys delete insert select update',
      'password_links delete insert select update',
      'recovery_codes delete insert select update',
      'sessions delete insert select update',
      'sign_in_devices delete insert select update',
      'sign_in_failures delete insert select',
      'tenants select',
      'two_factors delete insert select update',
      'users select',
    ])
    const columns = await column(
      `select table_name || '.' || column_name from information_schema.column_privileges
       where grantee = 'porchlight_accounts' and privilege_type = 'UPDATE' and table_name = 'users' order by 1`,
    )
    expect(columns).toEqual(['users.checklist_put_away', 'users.must_change_password', 'users.password_hash'])
  })
})

describe('an application connection', () => {
  const ownTenant = '11111111-1111-4111-8111-111111111111'
  const otherTenant = '22222222-2222-4222-8222-222222222222'
  /** On the node of a cluster that holds the rows of the tenant. */
  let app: pg.Client

  beforeAll(async () => {
    await owner.query('insert into tenants (id, name, company_name) values ($1, $3, $3), ($2, $3, $3)', [
      ownTenant,
      otherTenant,
      'Sample',
    ])
    for (const tenant of [ownTenant, otherTenant])
      await owner.query('insert into rep_hours values ($1, $1, now(), 1, 1, 1, 1)', [tenant])
    app = await connectToNodeOf(database.url, ownTenant)
  })

  afterAll(() => app.end())

  it('reads nothing until a scope is set', async () => {
    await expect(app.query('select * from rep_hours')).rejects.toThrow('permission denied')
  })

  it('reads no rows in the tenant role without a tenant id', async () => {
    await app.query('begin; set local role porchlight_tenant')
    const { rows } = await app.query('select * from rep_hours')
    await app.query('rollback')
    expect(rows).toEqual([])
  })

  it('reads only the rows of its tenant, and cannot write rows of another', async () => {
    await app.query(`begin; set local role porchlight_tenant; set local app.tenant_id = '${ownTenant}'`)
    const { rows } = await app.query('select tenant_id from rep_hours')
    expect(rows).toEqual([{ tenant_id: ownTenant }])
    await expect(app.query(`insert into word_parts values ($1, 'a', 'a')`, [otherTenant])).rejects.toThrow(
      'row-level security',
    )
    await app.query('rollback')
  })

  it('cannot read password hashes in the tenant role', async () => {
    await app.query(`begin; set local role porchlight_tenant; set local app.tenant_id = '${ownTenant}'`)
    await expect(app.query('select password_hash from users')).rejects.toThrow('permission denied')
    await app.query('rollback')
  })

  /** Runs `sql` in its own transaction after `scope`, and returns the SQLSTATE of its error, or null. */
  async function refusal(scope: string, sql: string, values: unknown[] = [], client = app): Promise<string | null> {
    await client.query(`begin; ${scope}`)
    try {
      await client.query(sql, values)
      return null
    } catch (error) {
      return (error as { code: string }).code
    } finally {
      await client.query('rollback')
    }
  }

  /** Not SET LOCAL, which the engine of a distributed database passes on to other nodes, where it is refused. */
  const inRole = (role: string) => `select set_config('role', '${role}', true)`
  const tenantScope = `${inRole('porchlight_tenant')}; set local app.tenant_id = '${ownTenant}'`
  const event = { event_id: ownTenant, type: 'MapLoaded', schema_version: 1, occurred_at: '2026-05-04T10:00:00Z' }
  const events = JSON.stringify([
    { ...event, actor_id: ownTenant, recorded_at: '2020-01-01T00:00:00Z', data: { lat: 1, lng: 1, zoom: 2 } },
  ])

  it('appends to the log of its tenant, at the time of the database', async () => {
    await app.query(`begin; ${tenantScope}`)
    const { rows } = await app.query(
      'select outcome, recorded_at = now() or recorded_at > now() as current from append_activity($1, $2)',
      [ownTenant, events],
    )
    expect(rows).toEqual([{ outcome: 'appended', current: true }])
    const row = 'jsonb_populate_recordset(null::activity_events, $2)'
    await app.query(`select append_new_events($1, array(select r::activity_events from ${row} r))`, [
      ownTenant,
      events.replaceAll(ownTenant, otherTenant),
    ])
    const { rows: early } = await app.query(`select from activity_events where recorded_at < '2021-01-01'`)
    const { rows: counted } = await app.query(`select events from usage_hours`)
    await app.query('rollback')
    expect(early).toEqual([])
    expect(counted).toEqual([{ events: 2 }])
  })

  it('writes neither the log nor its head nor a projection in any other way', async () => {
    const platform = inRole('porchlight_platform')
    for (const scope of [tenantScope, platform]) {
      for (const table of ['activity_heads', ...projectionTables.map(({ table }) => table)]) {
        expect([table, await refusal(scope, `update ${table} set tenant_id = tenant_id`)]).toEqual([table, '42501'])
        expect([table, await refusal(scope, `delete from ${table}`)]).toEqual([table, '42501'])
        expect([table, await refusal(scope, `insert into ${table} (tenant_id) values ('${ownTenant}')`)]).toEqual([
          table,
          '42501',
        ])
      }
      expect(await refusal(scope, `insert into activity_events (tenant_id) values ('${ownTenant}')`)).toBe('42501')
      const row = 'array(select jsonb_populate_record(null::activity_events, $1::jsonb->0))'
      expect(await refusal(scope, `select project_activity(${row})`, [events])).toBe('42501')
      expect(await refusal(scope, 'select append_dated_activity($1, $2)', [ownTenant, events])).toBe('42501')
      expect(await refusal(scope, `select append_dated_events($2, ${row})`, [events, ownTenant])).toBe('42501')
    }
    for (const role of ['porchlight_log', 'porchlight_maintenance'])
      expect(await refusal(`set local app.tenant_id = '${ownTenant}'`, `set local role ${role}`)).toBe('42501')
  })

  it('cannot append to the log of another tenant, or without a tenant', async () => {
    const append = 'select count(*) from append_activity($1, $2)'
    expect(await refusal(tenantScope, append, [otherTenant, events])).toBe('42501')
    expect(await refusal(inRole('porchlight_tenant'), append, [ownTenant, events])).toBe('42501')
    expect(await refusal(tenantScope, `select append_new_events($1, '{}')`, [otherTenant])).toBe('42501')
    for (const role of ['porchlight_platform', 'porchlight_accounts', 'porchlight_public', 'none']) {
      const scope = `${inRole(role)}; set local app.tenant_id = '${ownTenant}'`
      expect([role, await refusal(scope, append, [ownTenant, events])]).toEqual([role, '42501'])
    }
  })

  it('can do nothing else in the roles for public records and for accounts', async () => {
    const tables = await column(
      `select relname::text from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v')
       and ${isOwn}`,
    )
    const allowed = {
      public: [
        'basemap_tiles',
        'company_street_words',
        'parcel_datasets',
        'parcel_street_words',
        'parcels',
        'street_lines',
      ],
      accounts: [
        ...['api_keys', 'idempotency_keys', 'recovery_codes', 'sessions', 'sign_in_devices', 'sign_in_failures'],
        ...['company_sign_ups', 'password_links', 'tenants', 'two_factors', 'users'],
      ],
    }
    // Some of these tables are only there.
    const coordinator = new pg.Client({ connectionString: database.url })
    await coordinator.connect()
    const refusalThere = (scope: string, sql: string) => refusal(scope, sql, [], coordinator)
    for (const [role, readable] of Object.entries(allowed)) {
      const scope = inRole(`porchlight_${role}`)
      for (const table of tables)
        expect([role, table, await refusalThere(scope, `select from ${table}`)]).toEqual([
          role,
          table,
          readable.includes(table) ? null : '42501',
        ])
      for (const sql of [
        `update users set role = 'global_admin'`,
        `update users set status = 'active'`,
        'delete from users',
        'insert into users select * from users',
        `update tenants set archived_at = null`,
        'delete from parcels',
        `update parcels set owner_name = ''`,
        'delete from basemap_tiles',
        'delete from api_keys',
        'create table made (n int)',
      ])
        expect([role, sql, await refusalThere(scope, sql)]).toEqual([role, sql, '42501'])
    }
    await coordinator.end()
  })
})
