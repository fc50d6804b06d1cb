import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestDatabase } from '../support/database.ts'
import { graphql, rest } from '../support/client.ts'
import { seedLeads } from '../support/seedLeads.ts'
import type { TestServer } from '../support/server.ts'
import { takeServer } from '../support/sharedServer.ts'
import { addUser, createTestTenant, type TestTenant, type TestUser } from '../support/testTenant.ts'

let database: TestDatabase
let server: TestServer
let tenant: TestTenant
let globalAdmin: TestUser
let db: pg.Client
const count = 150

beforeAll(async () => {
  ;({ database, server } = await takeServer())
  db = new pg.Client({ connectionString: database.ownerUrl })
  await db.connect()
  tenant = await createTestTenant(database.ownerUrl, { reps: 5, propertiesPerRep: 0 })
  const otherTenant = await createTestTenant(database.ownerUrl, { reps: 1, propertiesPerRep: 0 })
  globalAdmin = await addUser(db, null, 'global_admin', 'Sample Boss')
  const [first, , third, fourth] = tenant.reps as [TestUser, TestUser, TestUser, TestUser]
  await seedLeads(database.ownerUrl, { tenantId: tenant.tenantId, repId: first.id, count })
  await seedLeads(database.ownerUrl, { tenantId: otherTenant.tenantId, repId: otherTenant.reps[0]!.id, count: 5 })
  const numbered = await db.query<{ id: string }>('select id from leads where tenant_id = $1 order by created_at', [
    tenant.tenantId,
  ])
  const reps = tenant.reps.map(({ id }) => id)
  await db.query(
    `update leads l set rep_id = numbered.rep_id, assigned_to = case when n % 6 > 0 then ($2::uuid[])[1 + n % 5] end
     from unnest($3::uuid[], $4::uuid[]) with ordinality as numbered (id, rep_id, n) where l.tenant_id = $1 and l.id = numbered.id`,
    [tenant.tenantId, reps, numbered.rows.map(({ id }) => id), numbered.rows.map((_, index) => reps[(index + 1) % 4])],
  )
  // Two reps of the same name, and one who was deleted.
  await db.query(`update users set full_name = 'Sample REP 01' where id = $1`, [third.id])
  await db.query('update users set deleted_at = now() where id = $1', [fourth.id])
}, 120_000)

afterAll(async () => {
  await db.end()
  await database.close()
})

/** The ids on all pages of 20. */
async function readIds(person: TestUser, orderBy: object, filter: object = {}): Promise<string[]> {
  const list = `query ($orderBy: LeadOrder, $filter: LeadFilter, $after: String) {
    leads(orderBy: $orderBy, filter: $filter, first: 20, after: $after) { pageInfo { hasNextPage endCursor } edges { node { id } } } }`
  const ids: string[] = []
  for (let after: string | null = null; ;) {
    const { data, errors } = await graphql(server.url, person.token, list, { orderBy, filter, after })
    if (errors) throw new Error(JSON.stringify(errors))
    const { edges, pageInfo } = data['leads']
    ids.push(...edges.map(({ node }: { node: { id: string } }) => node.id))
    if (!pageInfo.hasNextPage) return ids
    after = pageInfo.endCursor
  }
}

/** The ids of the leads of the tenant, or of all tenants for null, that meet the condition. Unassigned leads are last. */
async function expectedIds(column: string, tenantId: string | null, condition = 'true'): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select l.id from leads l left join users u on u.id = l.${column}
     where ($1::uuid is null or l.tenant_id = $1) and ${condition}
     order by lower(coalesce(u.full_name, chr(1114109))) collate "C", l.id`,
    [tenantId],
  )
  return rows.map(({ id }) => id)
}

describe.each([
  ['REP', 'rep_id'],
  ['ASSIGNEE', 'assigned_to'],
])('the order of leads by %s', (field, column) => {
  const expectOrder = async (person: TestUser, filter: object, expected: string[]) => {
    expect(expected.length).toBeGreaterThan(1)
    expect(await readIds(person, { field, direction: 'ASC' }, filter)).toEqual(expected)
    expect(await readIds(person, { field, direction: 'DESC' }, filter)).toEqual(expected.toReversed())
  }

  it('is that of the names, then of the ids, on every page and in both directions', async () => {
    const expected = await expectedIds(column, tenant.tenantId)
    expect(expected).toHaveLength(count)
    await expectOrder(tenant.owner, {}, expected)
  })

  it.each([
    [{ priority: 'HIGH', status: 'NEW' }, `l.priority = 'high' and l.status = 'new'`],
    [{ search: 'sample way' }, 'true'],
    [{ search: 'sons' }, `l.owner_key like '%sons%'`],
    [{ neighborhood: 'Sample Park', tag: 'STORM' }, `l.tag = 'storm'`],
    [{ unassigned: true }, 'l.assigned_to is null'],
  ])('is combined with the filter %j', async (filter, condition) => {
    await expectOrder(tenant.owner, filter, await expectedIds(column, tenant.tenantId, condition))
  })

  it('is combined with filters by user', async () => {
    const [first, second] = tenant.reps as [TestUser, TestUser]
    const ofBoth = `l.rep_id = '${first.id}' and l.assigned_to = '${second.id}'`
    const ids = await expectedIds(column, tenant.tenantId, ofBoth)
    await expectOrder(tenant.owner, { repId: first.id, assignedTo: second.id }, ids)
    expect(await readIds(tenant.owner, { field }, { repId: 'nobody' })).toEqual([])
    expect(await readIds(tenant.owner, { field }, { unassigned: true, assignedTo: first.id })).toEqual([])
  })

  it('has the leads of a rep for the rep, and those of all tenants for a global admin', async () => {
    const [rep] = tenant.reps as [TestUser]
    const own = `(l.rep_id = '${rep.id}' or l.assigned_to = '${rep.id}')`
    await expectOrder(rep, {}, await expectedIds(column, tenant.tenantId, own))
    const everywhere = await expectedIds(column, null)
    expect(everywhere).toHaveLength(count + 5)
    await expectOrder(globalAdmin, {}, everywhere)
  })

  it('is the same by REST with an offset', async () => {
    const path = `/leads?order_by=${field.toLowerCase()}&limit=30&offset=40`
    const { body } = await rest(server.url, tenant.owner.token, 'GET', path)
    const expected = await expectedIds(column, tenant.tenantId)
    expect(body['data'].map(({ id }: { id: string }) => id)).toEqual(expected.slice(40, 70))
  })

  it('is the same by REST with cursors, which the last page has not', async () => {
    const read = (query: string) => rest(server.url, tenant.owner.token, 'GET', `/leads?${query}`)
    const ids: string[] = []
    let query = `order_by=${field.toLowerCase()}&limit=60`
    for (const size of [60, 60, 30]) {
      const { body } = await read(query)
      ids.push(...(body['data'] as { id: string }[]).map(({ id }) => id))
      expect([ids.length % 60, body['total'], 'next_cursor' in body]).toEqual([size % 60, count, size === 60])
      query = `order_by=${field.toLowerCase()}&limit=60&after=${body['next_cursor']}`
    }
    expect(ids).toEqual(await readIds(tenant.owner, { field }))
    const { body } = await read('limit=60')
    const both = await read(`limit=60&offset=1&after=${body['next_cursor']}`)
    expect([both.status, both.body['errors']]).toEqual([400, { offset: 'Not beside `after`.' }])
    expect((await read('after=made-up')).status).toBe(400)
  })

  it('refuses the cursor of another order', async () => {
    const list = `query ($field: LeadOrderField!, $after: String) {
      leads(orderBy: { field: $field }, first: 1, after: $after) { pageInfo { endCursor } } }`
    const { data } = await graphql(server.url, tenant.owner.token, list, { field: 'TAG' })
    const after = data['leads'].pageInfo.endCursor
    const { errors } = await graphql(server.url, tenant.owner.token, list, { field, after })
    expect(errors?.[0].extensions.code).toBe('BAD_USER_INPUT')
  })
})

it('the leads that were changed after a time are selected by it', async () => {
  const [{ id, updatedAt }] = (
    await db.query<{ id: string; updatedAt: Date }>(
      `update leads set updated_at = now() + interval '1 hour' where id = (select id from leads where tenant_id = $1 limit 1)
         returning id, updated_at as "updatedAt"`,
      [tenant.tenantId],
    )
  ).rows as [{ id: string; updatedAt: Date }]
  const after = new Date(updatedAt.getTime() - 1_000).toISOString()
  const { body } = await rest(
    server.url,
    tenant.owner.token,
    'GET',
    `/leads?updated_after=${encodeURIComponent(after)}`,
  )
  expect([body['total'], (body['data'] as { id: string }[]).map((lead) => lead.id)]).toEqual([1, [id]])
  expect(await readIds(tenant.owner, { field: 'CREATED_AT' }, { updatedAfter: after })).toEqual([id])
})
