import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestDatabase } from '../support/database.ts'
import { seedProperties } from '../support/seedProperties.ts'
import type { TestServer } from '../support/server.ts'
import { takeServer } from '../support/sharedServer.ts'
import { addUser, createTestTenant, type TestTenant, type TestUser } from '../support/testTenant.ts'
import { graphql, rest } from '../support/client.ts'

let database: TestDatabase
let server: TestServer
let tenant: TestTenant
let otherTenant: TestTenant
let globalAdmin: TestUser
let db: pg.Client

interface Row {
  id: string
  address: string
  streetNumber: string
  streetName: string | null
  ownerName: string | null
  city: string | null
  status: string
  priority: string
  createdAt: string
  ownerEmail: string | null
  assignedTo: { fullName: string } | null
}

const list = `query ($orderBy: PropertyOrder, $filter: PropertyFilter, $first: Int, $after: String) {
  properties(orderBy: $orderBy, filter: $filter, first: $first, after: $after) {
    totalCount pageInfo { hasNextPage endCursor } edges { node {
      id address streetNumber streetName ownerName city status priority createdAt ownerEmail assignedTo { fullName } } } } }`
const count = 240

beforeAll(async () => {
  ;({ database, server } = await takeServer())
  db = new pg.Client({ connectionString: database.ownerUrl })
  await db.connect()
  tenant = await createTestTenant(database.ownerUrl, { reps: 4, propertiesPerRep: 0 })
  otherTenant = await createTestTenant(database.ownerUrl, { reps: 1, propertiesPerRep: 2 })
  globalAdmin = await addUser(db, null, 'global_admin', 'Sample Boss')
  await seedProperties(database.ownerUrl, { tenantId: tenant.tenantId, reps: tenant.reps, count, searchable: true })
  // Many ties, two reps of the same name, and properties without owner, city or assignee; the same places in each run.
  const numbered = await db.query<{ id: string }>('select id from properties where tenant_id = $1 order by lat, lng', [
    tenant.tenantId,
  ])
  await db.query(
    `update properties p set status = case n % 4 when 0 then 'new' when 1 then 'contacted' when 2 then 'interested' else 'not_interested' end,
       priority = case when n % 5 = 0 then 'high' else 'normal' end, assigned_to = case when n % 7 > 0 then
         ($2::uuid[])[1 + n % 4] end, owner_name = case when n % 9 > 0 then owner_name end,
       owner_email = case when n % 3 = 0 then 'owner@sample.example' end, city = case when n % 11 > 0 then city end, neighborhood = case when n % 2 = 0 then 'Sample Hills' else 'Sample Park' end
     from unnest($3::uuid[]) with ordinality as numbered (id, n) where p.tenant_id = $1 and p.id = numbered.id`,
    [tenant.tenantId, tenant.reps.map(({ id }) => id), numbered.rows.map(({ id }) => id)],
  )
  await db.query(`update users set full_name = 'Sample REP 01' where id = $1`, [tenant.reps[2]!.id])
}, 120_000)

afterAll(async () => {
  await db.end()
  await database.close()
})

async function ask(person: TestUser, variables: object) {
  const { data, errors } = await graphql(server.url, person.token, list, variables)
  if (errors) throw new Error(JSON.stringify(errors))
  return data['properties'] as {
    totalCount: number
    pageInfo: { hasNextPage: boolean; endCursor: string }
    edges: { node: Row }[]
  }
}

/** All properties, read in pages of 50. */
async function readAll(orderBy: object, filter: object = {}, person = tenant.owner): Promise<Row[]> {
  const rows: Row[] = []
  for (let after: string | undefined, hasMore = true; hasMore;) {
    const { edges, pageInfo } = await ask(person, { orderBy, filter, first: 50, after })
    rows.push(...edges.map(({ node }) => node))
    after = pageInfo.endCursor
    hasMore = pageInfo.hasNextPage
  }
  return rows
}

const last = '\u{10ffff}'
const ranks = (values: string[]) => (value: string) => String(values.indexOf(value))
/** What each order sorts by, as text that sorts the same. */
const keys: Record<string, (row: Row) => string> = {
  ADDRESS: ({ address, streetNumber, streetName }) =>
    `${streetName} ${streetNumber.padStart(12, '0')} ${address}`.toLowerCase(),
  OWNER: ({ ownerName }) => ownerName?.toLowerCase() ?? last,
  CITY: ({ city }) => city?.toLowerCase() ?? last,
  STATUS: ({ status }) => ranks(['NEW', 'CONTACTED', 'INTERESTED', 'NOT_INTERESTED'])(status),
  PRIORITY: ({ priority }) => ranks(['NORMAL', 'HIGH'])(priority),
  ASSIGNEE: ({ assignedTo }) => assignedTo?.fullName.toLowerCase() ?? last,
  CREATED_AT: ({ createdAt }) => createdAt,
}
const compare = (one: string, other: string) => Buffer.compare(Buffer.from(one), Buffer.from(other))

describe('the order of properties', () => {
  it.each(Object.entries(keys))(
    'by %s is the same on every page, in both directions, with ties by id',
    async (field, keyOf) => {
      const ascending = await readAll({ field, direction: 'ASC' })
      expect(ascending).toHaveLength(count)
      const expected = ascending.toSorted((a, b) => compare(keyOf(a), keyOf(b)) || compare(a.id, b.id))
      expect(ascending.map(keyOf)).toEqual(expected.map(keyOf))
      expect(ascending.map(({ id }) => id)).toEqual(expected.map(({ id }) => id))
      const descending = await readAll({ field, direction: 'DESC' })
      expect(descending.map(({ id }) => id)).toEqual(ascending.map(({ id }) => id).toReversed())
    },
  )

  it.each(['OWNER', 'ASSIGNEE', 'UPDATED_AT'])('by %s is combined with a search, a tag and columns', async (field) => {
    const filter = { search: 'sample town', tag: 'STORM', status: 'CONTACTED' }
    const found = await readAll({ field }, filter)
    expect(found.length).toBeGreaterThan(1)
    const everything = await readAll({ field })
    const ids = new Set(found.map(({ id }) => id))
    expect(found.map(({ id }) => id)).toEqual(everything.filter(({ id }) => ids.has(id)).map(({ id }) => id))
    expect(found.every(({ status }) => status === 'CONTACTED')).toBe(true)
    expect((await ask(tenant.owner, { filter })).totalCount).toBe(found.length)
  })

  it('refuses the cursor of another order', async () => {
    const after = (await ask(tenant.owner, { orderBy: { field: 'STATUS' }, first: 1 })).pageInfo.endCursor
    for (const field of ['OWNER', 'CREATED_AT', 'PRIORITY', 'ASSIGNEE']) {
      const { errors } = await graphql(server.url, tenant.owner.token, list, { orderBy: { field }, after })
      expect(errors?.[0].extensions.code).toBe('BAD_USER_INPUT')
    }
  })

  it('follows an address that is corrected', async () => {
    const [first] = await readAll({ field: 'ADDRESS' })
    await db.query(`update properties set street_name = 'Zz Last St' where tenant_id = $1 and id = $2`, [
      tenant.tenantId,
      first!.id,
    ])
    expect((await readAll({ field: 'ADDRESS' })).at(-1)!.id).toBe(first!.id)
  })

  it('shows a rep their own, another tenant none of these, and a global admin those of all tenants', async () => {
    const [rep] = tenant.reps as [TestUser]
    const own = await readAll({ field: 'ASSIGNEE' }, {}, rep)
    expect(own.length).toBeGreaterThan(10)
    expect(new Set(own.map(({ assignedTo }) => assignedTo?.fullName))).toEqual(new Set(['Sample Rep 00']))
    expect(await readAll({ field: 'CITY' }, { unassigned: true }, rep)).toEqual([])
    expect(await readAll({ field: 'OWNER' }, {}, otherTenant.owner)).toHaveLength(2)
    const everywhere = await readAll({ field: 'ASSIGNEE' }, {}, globalAdmin)
    expect(everywhere).toHaveLength(count + 2)
    expect(everywhere.map(keys['ASSIGNEE']!)).toEqual(everywhere.map(keys['ASSIGNEE']!).toSorted(compare))
  })
})

describe('the filters of properties', () => {
  it.each([
    [{ status: 'INTERESTED' }, (row: Row) => row.status === 'INTERESTED'],
    [{ priority: 'HIGH' }, (row: Row) => row.priority === 'HIGH'],
    [{ unassigned: true }, (row: Row) => row.assignedTo === null],
    [{ hasEmail: true }, (row: Row) => row.ownerEmail !== null],
    [{ createdFrom: '2026-03-01T00:00:00Z', createdTo: '2026-06-01T00:00:00Z' }, isFromSpring],
    [{ status: 'NEW', priority: 'HIGH' }, (row: Row) => row.status === 'NEW' && row.priority === 'HIGH'],
  ])('select and count exactly the properties that match %j', async (filter, matches) => {
    const expected = (await readAll({ field: 'OWNER' })).filter(matches)
    expect(expected.length).toBeGreaterThan(0)
    const found = await readAll({ field: 'OWNER' }, filter)
    expect(found.map(({ id }) => id)).toEqual(expected.map(({ id }) => id))
    expect((await ask(tenant.owner, { filter })).totalCount).toBe(expected.length)
  })

  it('and the order are the same by REST', async () => {
    const found = await readAll({ field: 'ADDRESS' }, { neighborhood: 'Sample Hills', priority: 'HIGH' })
    const query = 'neighborhood=Sample%20Hills&priority=high&order_by=address&direction=desc&limit=1000'
    const { body } = await rest(server.url, tenant.owner.token, 'GET', `/properties?${query}`)
    expect(found.length).toBeGreaterThan(5)
    expect(body['data'].map(({ id }: { id: string }) => id)).toEqual(found.map(({ id }) => id).toReversed())
    expect(body['total']).toBe(found.length)
    const offset = await rest(server.url, tenant.owner.token, 'GET', `/properties?order_by=assignee&limit=3&offset=2`)
    const inOrder = await readAll({ field: 'ASSIGNEE' })
    expect(offset.body['data'].map(({ id }: { id: string }) => id)).toEqual(inOrder.slice(2, 5).map(({ id }) => id))
    const withEmail = await rest(server.url, tenant.owner.token, 'GET', '/properties?has_email=true&limit=1000')
    expect(withEmail.body['total']).toBe(count / 3)
    expect((await rest(server.url, tenant.owner.token, 'GET', '/properties?order_by=luck')).status).toBe(400)
  })
})

function isFromSpring({ createdAt }: Row): boolean {
  return createdAt >= '2026-03-01T00:00:00.000Z' && createdAt < '2026-06-01T00:00:00.000Z'
}
