import { graphql } from 'graphql'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { loadTown } from '../../demo/town/load.ts'
import { createTestDatabase, type TestDatabase } from '../../tests/support/database.ts'
import { connectToNodeOf, withClient } from '../../tests/support/databaseNodes.ts'
import { createTestTenant, type TestTenant } from '../../tests/support/testTenant.ts'
import type { Context } from '../context.ts'
import { connect, queryRows, type Database } from '../database/connection.ts'
import { makeSchema } from '../resolvers/all.ts'
import { createFreeParcels } from '../services/parcels/billing.ts'
import { EmbeddedParcels } from '../services/parcels/embedded.ts'
import { makeLoaders } from './loaders.ts'

const propertyCount = 150

let test: TestDatabase
let database: Database
let testTenant: TestTenant
let transactions = 0

beforeAll(async () => {
  test = await createTestDatabase()
  testTenant = await createTestTenant(test.ownerUrl, { reps: 1, propertiesPerRep: propertyCount })
  await placeOnTownParcels(test.ownerUrl)
  const real = await connect(test.url, { poolSize: 4 })
  database = {
    ...real,
    within: (scope, work) => {
      transactions += 1
      return real.within(scope, work)
    },
  }
}, 60_000)

afterAll(async () => {
  await database?.close()
  await test.close()
})

/** Moves each property onto a parcel of the demo town and adds three history entries to each. */
async function placeOnTownParcels(ownerUrl: string): Promise<void> {
  await withClient(ownerUrl, loadTown)
  const client = await connectToNodeOf(ownerUrl, testTenant.tenantId)
  await client.query(
    `update properties p set lat = parcel.lat, lng = parcel.lng, created_at = to_timestamp($2::float8 - 60 * h.nth)
     from (select id, row_number() over (order by id) as nth from properties where tenant_id = $1) h,
       (select lat, lng, row_number() over (order by parcel_id) as nth from parcels where street_number is not null) parcel
     where p.tenant_id = $1 and h.id = p.id and parcel.nth = 7 * h.nth`,
    [testTenant.tenantId, Date.now() / 1000],
  )
  await client.query(`select set_config('app.tenant_id', $1, false)`, [testTenant.tenantId])
  await client.query(
    `select count(*) from append_activity($1, (select jsonb_agg(jsonb_build_object('event_id', gen_random_uuid(),
       'type', 'PropertyEdited', 'schema_version', 1, 'data', jsonb_build_object('propertyId', id, 'fields', array['notes']),
       'occurred_at', now(), 'actor_id', created_by, 'request_id', gen_random_uuid(), 'subject_id', id))
     from properties, generate_series(1, 3) where tenant_id = $1))`,
    [testTenant.tenantId],
  )
  await client.end()
}

/** Runs a query as the owner; returns its data and the number of transactions it used. */
async function runQuery(source: string, variableValues: Record<string, unknown> = {}) {
  const { owner, tenantId } = testTenant
  const ownerActor = { userId: owner.id, sessionId: owner.id, email: '', fullName: '', role: 'owner', viewedRole: null }
  const query = <T>(sql: string, params: unknown[]) => database.within('public', (em) => queryRows<T>(em, sql, params))
  const ctx = {
    actor: { ...ownerActor, tenantId, mustChangePassword: false },
    requestId: '00000000-0000-4000-8000-000000000001',
    now: () => new Date(),
    database,
    services: { parcels: createFreeParcels(new EmbeddedParcels(query)) },
  } as unknown as Context
  transactions = 0
  const contextValue = { ctx, loaders: makeLoaders(ctx) }
  const { data, errors } = await graphql({ schema: await makeSchema(), source, variableValues, contextValue })
  expect(errors).toBeUndefined()
  // oxlint-disable-next-line typescript/no-explicit-any -- the type depends on the query
  return { data: data as any, transactions }
}

const propertyFields = `id outline { lat lng } history(first: 2) { pageInfo { hasNextPage } edges { cursor node { id kind fields } } }`

it('loads outlines and histories of a list in batches, with the same values as for single properties', async () => {
  const one = await runQuery(`{ properties(first: 1) { edges { node { ${propertyFields} } } } }`)
  const all = await runQuery(`{ properties(first: 1000) { edges { node { ${propertyFields} } } } }`)
  const nodes = all.data.properties.edges.map(({ node }: { node: unknown }) => node)
  expect(nodes).toHaveLength(propertyCount)
  // Reading the outlines of all properties takes one more query.
  expect(all.transactions).toBeLessThanOrEqual(one.transactions + 2)
  for (const node of nodes) {
    expect(node.outline.length).toBeGreaterThan(3)
    expect(node.history).toMatchObject({ pageInfo: { hasNextPage: true }, edges: { length: 2 } })
  }
  for (const node of nodes.slice(0, 5)) {
    const { data } = await runQuery(`query ($id: ID!) { property(id: $id) { ${propertyFields} } }`, { id: node.id })
    expect(data.property).toEqual(node)
  }
})

it('loads pages of one history with different lengths and cursors in one request', async () => {
  const { data } = await runQuery(
    `{ properties(first: 2) { edges { node { id history(first: 2) { edges { cursor } } } } } }`,
  )
  const [{ node }] = data.properties.edges
  const { data: paged } = await runQuery(
    `query ($id: ID!, $after: String) { property(id: $id) {
       all: history { edges { cursor } } rest: history(after: $after) { edges { cursor } pageInfo { hasNextPage } } } }`,
    { id: node.id, after: node.history.edges[1].cursor },
  )
  expect(paged.property.all.edges.slice(0, 2)).toEqual(node.history.edges)
  expect(paged.property.rest).toEqual({ edges: paged.property.all.edges.slice(2), pageInfo: { hasNextPage: false } })
})
