import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../tests/support/database.ts'

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
  'idempotency_keys',
  'installation',
  'schema_migrations',
  'parcels',
  'parcel_street_words',
  'parcel_datasets',
  'basemap_tiles',
  'cost_rates',
])

/** Tables of the platform that foreign keys of tenant tables may reference (design §9). */
const referenceTables = ['tenants', 'users']

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
      `select tablename from pg_policies where schemaname = 'public' and 'porchlight_tenant' = any(roles)
       and tablename <> 'tenants' and (qual is distinct from $1 or with_check is distinct from $1)`,
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
    expect(wrong.toSorted()).toEqual(['leads_id', 'leads_newest_of_all', 'properties_id', 'properties_newest_of_all'])
  })

  it('has no view that reads with the privileges of its owner', async () => {
    const wrong = await column(
      `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'v'
       and not coalesce(reloptions @> array['security_invoker=true'], false)`,
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
})

describe('an application connection', () => {
  const ownTenant = '11111111-1111-4111-8111-111111111111'
  const otherTenant = '22222222-2222-4222-8222-222222222222'
  let app: pg.Client

  beforeAll(async () => {
    await owner.query('insert into tenants (id, name, company_name) values ($1, $3, $3), ($2, $3, $3)', [
      ownTenant,
      otherTenant,
      'Sample',
    ])
    for (const tenant of [ownTenant, otherTenant])
      await owner.query('insert into rep_hours values ($1, $1, now(), 1, 1, 1, 1)', [tenant])
    app = new pg.Client({ connectionString: database.url })
    await app.connect()
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
    await expect(app.query('insert into rep_hours values ($1, $1, now(), 1, 1, 1, 1)', [otherTenant])).rejects.toThrow(
      'row-level security',
    )
    await app.query('rollback')
  })

  it('cannot read password hashes in the tenant role', async () => {
    await app.query(`begin; set local role porchlight_tenant; set local app.tenant_id = '${ownTenant}'`)
    await expect(app.query('select password_hash from users')).rejects.toThrow('permission denied')
    await app.query('rollback')
  })
})
