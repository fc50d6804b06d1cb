import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rest } from '../support/client.ts'
import { createServerFixture, type Json } from '../support/serverFixture.ts'
import type { TestUser } from '../support/testTenant.ts'

const fixture = await createServerFixture({ propertiesPerRep: 0 })
const { owner, rep, colleague, otherTenant, globalAdmin } = fixture
afterAll(() => fixture.teardown())

const namesFor = async (person: TestUser, headers: Record<string, string> = {}): Promise<string[]> => {
  const { status, body } = await rest(
    fixture.server.url,
    person.token,
    'GET',
    '/properties/neighborhoods',
    undefined,
    headers,
  )
  expect([status, body['total']]).toEqual([200, body['data'].length])
  return body['data']
}

describe('the neighborhoods of properties', () => {
  beforeAll(async () => {
    const save = (person: TestUser, neighborhood: string | null) => fixture.saveProperty(person, { neighborhood })
    for (const name of ['Park 10', 'elm Row', 'Park 2', 'Park 2', null]) await save(rep, name)
    for (const name of ['Park 2', 'Fairview']) await save(colleague, name)
    await save(otherTenant.owner, 'Elsewhere')
  })

  it('are those of the tenant, each once, in alphabetical order', async () => {
    expect(await namesFor(owner)).toEqual(['elm Row', 'Fairview', 'Park 2', 'Park 10'])
    expect(await fixture.execute(owner, '{ propertyNeighborhoods }')).toEqual({
      propertyNeighborhoods: ['elm Row', 'Fairview', 'Park 2', 'Park 10'],
    })
  })

  it('are those of assigned properties for a rep', async () => {
    expect(await namesFor(rep)).toEqual(['elm Row', 'Park 2', 'Park 10'])
    expect(await namesFor(colleague)).toEqual(['Fairview', 'Park 2'])
  })

  it('are those of all tenants for a global admin, or of the chosen one', async () => {
    const all = await namesFor(globalAdmin)
    expect(all).toEqual(expect.arrayContaining(['Elsewhere', 'Fairview']))
    expect(all.filter((name) => name === 'Park 2')).toHaveLength(1)
    const chosen = await namesFor(globalAdmin, { 'x-tenant-id': fixture.testTenant.tenantId })
    expect(chosen).toEqual(['elm Row', 'Fairview', 'Park 2', 'Park 10'])
  })

  it('are values of the filters of properties and of leads', async () => {
    const [property] = (await rest(fixture.server.url, owner.token, 'GET', '/properties?neighborhood=Fairview')).body[
      'data'
    ] as Json[]
    await rest(fixture.server.url, owner.token, 'POST', '/leads', { property_id: property['id'], tag: 'storm' })
    const query = `query ($name: String) {
      properties(filter: { neighborhood: $name }) { totalCount } leads(filter: { neighborhood: $name }) { totalCount } }`
    expect(await fixture.execute(owner, query, { name: 'Fairview' })).toEqual({
      properties: { totalCount: 1 },
      leads: { totalCount: 1 },
    })
    expect(await fixture.execute(owner, query, { name: 'Park 2' })).toEqual({
      properties: { totalCount: 3 },
      leads: { totalCount: 0 },
    })
  })

  it('are at most 1,000', async () => {
    const { db, testTenant } = fixture
    await db.query(
      `insert into properties (tenant_id, id, address, street_number, street_name, lat, lng, cell, point5, point6, neighborhood, created_by, created_at)
       select $1, gen_random_uuid(), n || ' Numbered St', n::text, 'Numbered St', 38, -87 - n * 0.001, n, 'n5 ' || n, 'n6 ' || n, 'Numbered ' || n, $2, now()
       from generate_series(1, 1100) n`,
      [testTenant.tenantId, owner.id],
    )
    expect(await namesFor(owner)).toHaveLength(1_000)
  })
})
