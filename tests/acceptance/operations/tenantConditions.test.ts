import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readTreeCatalog, type TreeCatalog } from '../../support/citusRefusals.ts'
import { createTestDatabase, isCluster, type TestDatabase } from '../../support/database.ts'
import { findScansOfAllTenants } from '../../support/tenantConditions.ts'
import { findTablesWithoutTenant } from '../../support/tenantOfEachQuery.ts'

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

const onCluster = await isCluster()
const reason = onCluster ? ' (skipped: on a cluster, EXPLAIN shows the shards instead of the tables)' : ''

describe.skipIf(onCluster)(`the check of the statements of a tenant${reason}`, () => {
  it.each([
    ['no condition', 'select from leads where id = $1', ['leads leads']],
    ['only the policy', 'select from leads where tenant_id = current_tenant()', ['leads leads']],
    ['an alternative', 'select from leads where tenant_id = $1 or id = $2', ['leads leads']],
    [
      'a join without the tenant',
      'select from leads l join properties p on p.id = l.property_id where l.tenant_id = $1',
      ['properties p'],
    ],
    [
      'the tenant of a user',
      'select from leads l join users u on u.tenant_id = l.tenant_id where u.id = $1',
      ['leads l'],
    ],
    ['an update', 'update leads set status = $1 where id = $2', ['leads leads']],
  ])('finds a statement with %s', async (_, sql, scans) => {
    expect(await findScansOfAllTenants(db, sql)).toEqual(scans)
  })

  it.each([
    'select from leads where tenant_id = $1 and id = any($2)',
    'select from leads l join properties p on p.tenant_id = l.tenant_id and p.id = l.property_id where l.tenant_id = $1',
    'select from properties p where p.tenant_id = $1 and exists (select from leads l where l.tenant_id = p.tenant_id and l.property_id = p.id)',
    'insert into client_actions (tenant_id, id, kind, actor_id, content_hash) values ($1, $2, $3, $4, $5)',
  ])('accepts %s', async (sql) => {
    expect(await findScansOfAllTenants(db, sql)).toEqual([])
  })
})

describe('the check of the subqueries of a tenant', () => {
  it.each([
    [
      'a count for each row',
      'select (select count(*) from knocks k where k.tenant_id = s.tenant_id and k.session_id = s.id) from knock_sessions s where s.tenant_id = $1',
      ['knocks k'],
    ],
    [
      'a lateral subquery',
      `select r.id from properties p cross join lateral (
       select o.id from replaced_owners o where o.tenant_id = p.tenant_id and o.property_id = p.id limit 3) r where p.tenant_id = $1`,
      ['replaced_owners o'],
    ],
    [
      'an alternative',
      'select from leads l where l.tenant_id = $1 and (l.tag = $2 or not exists (select from lead_letters p where p.tenant_id = l.tenant_id))',
      ['lead_letters p'],
    ],
    [
      'a subquery of a subquery',
      `select n.dismissal from (select (select d.dismissal_id from dismissed_duplicates d where d.tenant_id = l.tenant_id and d.lead_id = l.id) as dismissal
       from leads l where l.tenant_id = $1) n`,
      ['dismissed_duplicates d'],
    ],
    [
      'WITH',
      'with k as (select session_id from knocks where event_id = $2) select from k join knock_sessions s on s.id = k.session_id where s.tenant_id = $1',
      ['knocks knocks'],
    ],
    [
      'a page of rows that are joined',
      'select from (select tenant_id, property_id from leads where tenant_id = $1 limit 9) l join properties p on p.tenant_id = l.tenant_id and p.id = l.property_id',
      ['properties p'],
    ],
    [
      'an update',
      'update leads l set source = $2 where l.tenant_id = $1 and exists (select from lead_notes n where n.tenant_id = l.tenant_id and n.lead_id = l.id)',
      ['lead_notes n'],
    ],
    [
      'rows of another query',
      'insert into lead_stages (tenant_id, id, name, color, position) select tenant_id, $1, name, color, 9 from lead_stages o where id = $2',
      ['lead_stages o'],
    ],
  ])('finds %s', async (_, sql, tables) => {
    expect(await findTablesWithoutTenant(db, catalog, sql)).toEqual(tables)
  })

  it.each([
    'select (select count(*) from knocks k where k.tenant_id = s.tenant_id and k.tenant_id = $1 and k.session_id = s.id) from knock_sessions s where s.tenant_id = $1',
    'select from leads l left join properties p on p.tenant_id = l.tenant_id and p.id = l.property_id where l.tenant_id = $1',
    'select from (select $1::uuid as tenant_id) l cross join lateral (select * from activity_events e where e.tenant_id = l.tenant_id limit 9) e',
    'select from leads where (tenant_id, property_id) in (select tenant_id, id from properties where tenant_id = $1) and tenant_id = $1',
    'select from leads l where l.tenant_id = $1 and exists (select from users u where u.id = l.rep_id)',
    'insert into client_actions (tenant_id, id, kind, actor_id, content_hash) values ($1, $2, $3, $4, $5) on conflict do nothing',
    'update leads l set source = $2 from properties p where l.tenant_id = $1 and p.tenant_id = l.tenant_id and p.id = l.property_id',
  ])('accepts %s', async (sql) => {
    expect(await findTablesWithoutTenant(db, catalog, sql)).toEqual([])
  })
})
