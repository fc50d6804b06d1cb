import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findRefusals, readTreeCatalog, type TreeCatalog } from '../../support/citusRefusals.ts'
import { findRefusalsOverTenants } from '../../support/citusRefusalsOverTenants.ts'
import { findRefusalsOfJoins } from '../../support/citusRefusalsOfJoins.ts'
import { findRefusalsAfterChange } from '../../support/citusRefusalsOfRoles.ts'
import { findPlatformRead } from '../../support/platformReads.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'

// `contract/routes.test.ts` checks the statements of every route.

let database: TestDatabase
let db: pg.Client
let catalog: TreeCatalog

beforeAll(async () => {
  database = await createTestDatabase()
  db = new pg.Client({ connectionString: database.ownerUrl })
  await db.connect()
  catalog = await readTreeCatalog(db)
})
afterAll(async () => {
  await db.end()
  await database.close()
})

const lateral = 'LIMIT and aggregates are unsupported in a lateral subquery that references a recurring tuple'
const stable = 'STABLE functions used in UPDATE queries cannot be called with column references'
const choice = 'non-IMMUTABLE functions are not allowed in CASE or COALESCE statements'
const volatile = 'functions used in UPDATE queries must not be VOLATILE'
const subquery = 'subqueries are not supported within INSERT queries'
const cte = 'common table expressions are not supported with INSERT'

describe('the check for what a cluster refuses', () => {
  it.each([
    [
      'the time in COALESCE',
      'update jobs j set started_at = coalesce(j.started_at, now()) where tenant_id = $1',
      `jobs: ${choice}`,
    ],
    [
      'the time in CASE',
      'update jobs set started_at = case when attempts = 0 then now() end where tenant_id = $1',
      `jobs: ${choice}`,
    ],
    [
      'a value made of a column by a STABLE function',
      `update leads l set template_data = jsonb_build_object('tag', l.tag) where l.tenant_id = $1`,
      `leads: ${stable}`,
    ],
    [
      'a cast of a column whose text depends on a setting',
      'update leads set source = created_at::text where tenant_id = $1',
      `leads: ${stable}`,
    ],
    [
      'a STABLE function in the condition of a deletion',
      `delete from parcels p using jsonb_to_recordset($2::jsonb) r (id text, row jsonb)
       where p.dataset = $1 and p.parcel_id = r.id and r.row = to_jsonb(p)`,
      `parcels: ${stable}`,
    ],
    [
      'an element of an array as the value of a column',
      'update leads set priority = ($2::text[])[1] where tenant_id = $1',
      'leads: an element of an array as the value of a column ends the process of PostgreSQL',
    ],
    ['a VOLATILE function', 'update webhooks set id = gen_random_uuid() where tenant_id = $1', `webhooks: ${volatile}`],
    [
      'a VOLATILE function in a subquery of the condition',
      'delete from photos where tenant_id = $1 and id in (select gen_random_uuid())',
      `photos: ${volatile}`,
    ],
    [
      'a change in WITH',
      'with done as (update jobs j set started_at = coalesce(j.started_at, now()) where tenant_id = $1 returning id) select id from done',
      `jobs: ${choice}`,
    ],
    [
      'the time in RETURNING',
      'update jobs set attempts = 0 where tenant_id = $1 returning now()',
      'jobs: non-IMMUTABLE functions are not allowed in the RETURNING clause',
    ],
    [
      'a subquery in VALUES',
      `insert into quota_uses (tenant_id, quota, day, used) values ($1, 'photos', $2, (select count(*) from photos where tenant_id = $1))`,
      `quota_uses: ${subquery}`,
    ],
    [
      'WITH before VALUES',
      `with one as (select 1) insert into quota_uses (tenant_id, quota, day, used) values ($1, 'photos', $2, 1)`,
      `quota_uses: ${cte}`,
    ],
    [
      'the time in ON CONFLICT',
      `insert into quota_uses as q (tenant_id, quota, day, used) values ($1, 'photos', $2, 1)
       on conflict (tenant_id, quota) do update set day = greatest(q.day, now()::date)`,
      'quota_uses: functions used in DO UPDATE SET must be IMMUTABLE',
    ],
    [
      'the time in the condition of ON CONFLICT',
      `insert into quota_uses as q (tenant_id, quota, day, used) values ($1, 'photos', $2, 1)
       on conflict (tenant_id, quota) do update set used = 1 where q.day < now()::date`,
      'quota_uses: functions used in the WHERE clause of ON CONFLICT must be IMMUTABLE',
    ],
    [
      'rows of a SELECT without FROM',
      `insert into quota_uses (tenant_id, quota, day, used) select $1::uuid, $2::text, $3::date, 1 where $4::int > 0`,
      'quota_uses: there is no parameter (INSERT … SELECT without FROM)',
    ],
    [
      'rows from a list for a reference table with row-level security',
      `insert into users (id, email, email_key, full_name, role, password_hash, status, must_change_password, created_at)
       select id, 'x', 'x', 'x', 'owner', 'x', 'active', false, $2 from unnest($1::uuid[]) r (id)`,
      'users: COPY FROM is not supported with row-level security (INSERT … SELECT)',
    ],
  ])('finds %s', async (_, sql, refusal) => {
    expect(await findRefusals(db, catalog, sql)).toEqual([refusal])
  })

  it.each([
    [
      'the aggregates of each tenant by a subquery',
      'select t.id, u.calls from tenants t cross join lateral (select sum(api_calls) as calls from usage_days d where d.tenant_id = t.id) u',
      lateral,
    ],
    [
      'the first rows for each of a list',
      `select n.* from unnest($1::uuid[]) q (id) cross join lateral (
         select * from lead_notes n where n.lead_id = q.id order by n.created_at limit 2) n`,
      lateral,
    ],
    [
      'a look-up for each of a list',
      'select tag from unnest($1::text[]) q (tag) where exists (select from property_tags t where t.tag = q.tag limit 1)',
      'correlated subqueries are not supported when the FROM clause contains only recurring tuples',
    ],
    [
      'a subquery for each row of a page',
      `select l.id, (select max(n.created_at) from lead_notes n where n.tenant_id = l.tenant_id and n.lead_id = l.id)
       from (select * from leads order by created_at limit 10) l join properties p on p.tenant_id = l.tenant_id and p.id = l.property_id`,
      'complex joins are only supported when all distributed tables are co-located',
    ],
    [
      'recursion',
      `with recursive actors (id) as ((select actor_id from activity_events limit 1)
         union all select (select e.actor_id from activity_events e where e.actor_id > a.id limit 1) from actors a where a.id is not null)
       select id from actors`,
      'recursive CTEs are not supported in distributed queries',
    ],
    [
      'locks',
      'select from properties where id = $1 for update',
      'could not run distributed query with FOR UPDATE/SHARE commands',
    ],
  ])('finds %s of all tenants', async (_, sql, refusal) => {
    expect(await findRefusalsOverTenants(db, catalog, sql)).toEqual([refusal])
  })

  it.each([
    'select from properties where tenant_id = $1 and id = $2 for update',
    'select l.* from leads l where l.created_at < $1 order by l.created_at limit 10',
    'select tenant_id, sum(api_calls) from usage_days where tenant_id = any($1::uuid[]) group by tenant_id',
    `select e.* from activity_heads h cross join lateral (
       select * from activity_events e where e.tenant_id = h.tenant_id order by e.position desc limit 5) e`,
    `select l.id, l.noted_at from (select l.*, (select max(n.created_at) from lead_notes n where n.tenant_id = l.tenant_id and n.lead_id = l.id) as noted_at
       from leads l order by created_at limit 10) l join properties p on p.tenant_id = l.tenant_id and p.id = l.property_id`,
    `select t.name, l.id from tenants t join leads l on l.tenant_id = t.id where exists (select from lead_notes n where n.tenant_id = l.tenant_id and n.lead_id = l.id)`,
    `select u.id from users u where exists (select from tenants t where t.id = u.tenant_id limit 1) for update`,
  ])('accepts %s of all tenants', async (sql) => {
    expect(await findRefusalsOverTenants(db, catalog, sql)).toEqual([])
  })

  it.each([
    ['a page of leads', 'select id from leads l order by created_at limit $1', 'leads, found and counted'],
    ['a count', 'select count(*) from leads', 'leads, found and counted'],
    ['the rows of given ids', 'select id from leads where id = any($1::uuid[])', 'leads, found and counted'],
    [
      'rows joined with a page',
      'select p.id from (select tenant_id, property_id from leads limit $1) l join properties p on p.tenant_id = l.tenant_id and p.id = l.property_id',
      'leads, found and counted',
    ],
    ['a projection', 'select tenant_id, hour, events from usage_hours', 'API calls and costs of hours'],
    [
      'a page of distinct people in WITH',
      'with people as (select distinct rep_id from leads) select u.id from people p join users u on u.id = p.rep_id',
      'leads, found and counted',
    ],
  ])('knows %s of all tenants as a declared read', async (_, sql, name) => {
    expect((await findPlatformRead(db, catalog, sql)).read?.name).toBe(name)
  })

  const unbounded = 'leads, found and counted: neither a page nor counts nor the rows of given ids'
  it.each([
    ['all rows', 'select id from leads', unbounded],
    [
      'some rows of each tenant',
      'select l.id from (select tenant_id from activity_heads) h cross join lateral (select id from leads where tenant_id = h.tenant_id limit 9) l',
      'a read of all tenants that is not declared (activity_heads, leads)',
    ],
    ['a page and all rows', 'select id from properties union all (select id from leads limit 1)', unbounded],
    [
      'tables that no read names',
      'select count(*) from lead_merges',
      'a read of all tenants that is not declared (lead_merges)',
    ],
    [
      'tables that no read has together',
      'select count(*) from photos p join lead_notes n on n.tenant_id = p.tenant_id',
      'a read of all tenants that is not declared (lead_notes, photos)',
    ],
  ])('finds a read of all tenants of %s', async (_, sql, fault) => {
    expect(await findPlatformRead(db, catalog, sql)).toEqual({ fault })
  })

  it.each([
    'select id from leads where tenant_id = $1',
    'select id from users',
    'select 1',
    'update tenants set archived_at = $2 where id = $1',
  ])('takes %s for no read of all tenants', async (sql) => {
    expect(await findPlatformRead(db, catalog, sql)).toEqual({})
  })

  const correlated = 'a table of the coordinator cannot be joined with others by a correlated subquery'
  it.each([
    ['delete from sessions s where not exists (select from users u where u.id = s.user_id)', [correlated]],
    ['update users u set full_name = $1 where exists (select from sessions s where s.user_id = u.id)', [correlated]],
    ['select from leads l where exists (select from sessions s where s.user_id = l.rep_id)', [correlated]],
    ['select (select max(s.expires_at) from sessions s where s.user_id = l.rep_id) from leads l', [correlated]],
    [
      'delete from leads where tenant_id = $1 and source in (select name from schema_migrations)',
      ['a change with a table that is not distributed'],
    ],
    ['delete from sessions where user_id in (select id from users)', []],
    ['delete from sessions s using users u where u.id = s.user_id', []],
    ['select from users u where exists (select from sessions s where s.user_id = u.id)', []],
    ['select from sessions s join leads l on l.rep_id = s.user_id where l.tenant_id = $1', []],
    ['delete from leads l where tenant_id = $1 and exists (select from users u where u.id = l.rep_id)', []],
  ])('knows of the joins in %s', async (sql, refusals) => {
    expect(await findRefusalsOfJoins(db, catalog, sql)).toEqual(refusals)
  })

  const [user, session] = ['update users set full_name = $2 where id = $1', 'delete from sessions where user_id = $1']
  it.each([
    [user, 'update users set status = $2 where id = $1', ['users']],
    [user, 'select from users where id = $1 for update', ['users']],
    [session, 'select from sessions where user_id = $1', ['sessions']],
    [user, 'select from users where id = $1', []],
    [user, session, []],
    ['update leads set source = $2 where tenant_id = $1', 'update leads set tag = $2 where tenant_id = $1', []],
    ['select from users where id = $1', user, []],
  ])('knows of a role that does %s, and another then %s', async (change, sql, tables) => {
    expect(await findRefusalsAfterChange(db, catalog, sql, change)).toEqual(
      tables.map((table) => `${table}: it was changed in this transaction by a different user`),
    )
  })

  it.each([
    'select coalesce(created_at, now()) from leads where tenant_id = $1 for update',
    'update leads set priority = coalesce(($2::text[])[1], priority) where tenant_id = $1 and source = ($2::text[])[2]',
    'update jobs set started_at = now(), error = lower(error) where tenant_id = $1',
    'update jobs set started_at = coalesce(started_at, $2) where tenant_id = $1 returning id',
    'update leads l set priority = r.priority from unnest($2::uuid[], $3::text[]) r (id, priority) where l.tenant_id = $1 and l.id = r.id',
    'delete from photos where tenant_id = $1 and id = any($2::uuid[])',
    'insert into lead_stages (tenant_id, id, name, color, position) select $1, r.id, $3, $4, 1 from unnest($2::uuid[]) r (id)',
    `insert into quota_uses as q (tenant_id, quota, day, used) values ($1, $2, $3, 1)
     on conflict (tenant_id, quota) do update set used = case when q.day = excluded.day then q.used + 1 else 1 end`,
    `insert into job_files (tenant_id, job_id, part, bytes) select $1, $2, 1, $3 where exists (select from jobs where tenant_id = $1 and id = $2)`,
    `insert into installation values ('sample', $1) on conflict (key) do update set value = excluded.value`,
    `update schema_migrations set name = coalesce(name, now()::text)`,
    `select 'a text with { ( ) } and \\ " :name' as text from leads where tenant_id = $1`,
  ])('accepts %s', async (sql) => {
    expect(await findRefusals(db, catalog, sql)).toEqual([])
  })
})
