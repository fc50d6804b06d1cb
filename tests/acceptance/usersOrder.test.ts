import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rest } from '../support/client.ts'
import { createServerFixture, type ServerFixture } from '../support/serverFixture.ts'
import { addUser } from '../support/testTenant.ts'

let fixture: ServerFixture

interface Row {
  id: string
  email: string
  fullName: string
  role: string
  status: string
  createdAt: string
  phone: string | null
  tenant: { name: string } | null
}

beforeAll(async () => {
  fixture = await createServerFixture()
  const { db, testTenant } = fixture
  for (let n = 0; n < 14; n += 1)
    await addUser(
      db,
      testTenant.tenantId,
      n % 3 === 0 ? 'admin' : 'sales_rep',
      `${n % 2 ? 'SAMPLE' : 'Sample'} Twin ${n % 5}`,
    )
  await db.query(`update users set status = 'blocked', phone = '(555) 0100-7' where full_name like '%Twin 3'`)
  await db.query(`update tenants set name = 'A first company' where id = $1`, [fixture.otherTenant.tenantId])
}, 60_000)
afterAll(() => fixture.teardown())

const list = `query ($orderBy: UserOrder, $filter: UserFilter, $after: String) { users(orderBy: $orderBy, filter: $filter, first: 4, after: $after) {
  totalCount pageInfo { hasNextPage endCursor } edges { node { id email fullName role status createdAt phone tenant { name } } } } }`

async function readAll(orderBy: object, filter: object = {}): Promise<Row[]> {
  const rows: Row[] = []
  for (let after: string | null = null; ;) {
    const { users } = await fixture.execute(fixture.globalAdmin, list, { orderBy, filter, after })
    rows.push(...users.edges.map(({ node }: { node: Row }) => node))
    if (!users.pageInfo.hasNextPage) return rows
    after = users.pageInfo.endCursor
  }
}

const keys: Record<string, (row: Row) => string> = {
  NAME: ({ fullName }) => fullName.toLowerCase(),
  EMAIL: ({ email }) => email.toLowerCase(),
  ROLE: ({ role }) => String(['SALES_REP', 'ADMIN', 'OWNER', 'GLOBAL_ADMIN'].indexOf(role)),
  TENANT: ({ tenant }) => tenant?.name.toLowerCase() ?? '\u{10ffff}',
  STATUS: ({ status }) => String(['PENDING', 'ACTIVE', 'BLOCKED'].indexOf(status)),
  CREATED_AT: ({ createdAt }) => createdAt,
}
const compare = (one: string, other: string) => Buffer.compare(Buffer.from(one), Buffer.from(other))

describe('the order of users', () => {
  it.each(Object.entries(keys))('by %s is the same on every page, with ties by id', async (field, keyOf) => {
    const ascending = await readAll({ field, direction: 'ASC' })
    expect(ascending.length).toBeGreaterThan(18)
    const expected = ascending.toSorted((a, b) => compare(keyOf(a), keyOf(b)) || compare(a.id, b.id))
    expect(ascending.map(keyOf)).toEqual(expected.map(keyOf))
    if (field !== 'CREATED_AT') expect(ascending.map(({ id }) => id)).toEqual(expected.map(({ id }) => id))
    const descending = await readAll({ field, direction: 'DESC' })
    expect(descending.map(({ id }) => id)).toEqual(ascending.map(({ id }) => id).toReversed())
  })

  it('refuses the cursor of another order', async () => {
    const { users } = await fixture.execute(fixture.globalAdmin, list, { orderBy: { field: 'ROLE' } })
    for (const field of ['NAME', 'CREATED_AT', 'STATUS'])
      expect(
        await fixture.errorCode(fixture.globalAdmin, list, { orderBy: { field }, after: users.pageInfo.endCursor }),
      ).toBe('BAD_USER_INPUT')
  })

  it('is combined with a search of name, email address and phone number, also by REST', async () => {
    const byName = await readAll({ field: 'EMAIL' }, { search: ' twin 3' })
    expect(byName).toHaveLength(3)
    expect((await readAll({ field: 'EMAIL' }, { search: '0100-7' })).map(({ id }) => id)).toEqual(
      byName.map(({ id }) => id),
    )
    expect((await readAll({ field: 'NAME' }, { search: byName[0]!.email.toUpperCase() })).map(({ id }) => id)).toEqual([
      byName[0]!.id,
    ])
    expect(await readAll({ field: 'NAME' }, { search: '%' })).toEqual([])
    const { body } = await rest(
      fixture.server.url,
      fixture.globalAdmin.token,
      'GET',
      '/users?search=twin%203&order_by=email&direction=desc',
    )
    expect(body['data'].map(({ id }: { id: string }) => id)).toEqual(byName.map(({ id }) => id).toReversed())
    expect(body['total']).toBe(3)
  })
})
