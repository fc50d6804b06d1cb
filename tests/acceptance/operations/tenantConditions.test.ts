import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, isCluster, type TestDatabase } from '../../support/database.ts'
import { findScansOfAllTenants } from '../../support/tenantConditions.ts'

// `contract/routes.test.ts` checks the statements of every route.

let database: TestDatabase
let db: pg.Client

beforeAll(async () => {
  database = await createTestDatabase()
  db = new pg.Client({ connectionString: database.ownerUrl })
  await db.connect()
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
