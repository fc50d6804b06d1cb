import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { graphql, rest, type Json } from '../support/client.ts'
import { createServerFixture, type ServerFixture } from '../support/serverFixture.ts'

let fixture: ServerFixture
beforeAll(async () => {
  fixture = await createServerFixture({ demoTown: false })
}, 60_000)
afterAll(() => fixture.teardown())

const call = (method: string, path: string, body?: unknown) =>
  rest(fixture.server.url, fixture.rep.token, method, path, body)
const ask = async (query: string, variables: object = {}, person = fixture.rep) =>
  (await graphql(fixture.server.url, person.token, query, variables))['data'] as Json

const saveProperty = async (): Promise<string> => (await fixture.saveProperty(fixture.rep))['id']

describe('the template data of a lead', () => {
  it('has at most 16 kB as JSON', async () => {
    const propertyId = await saveProperty()
    // Each é has two bytes in UTF-8.
    const largest = { note: 'é'.repeat(8_000), pad: '' }
    largest.pad = 'x'.repeat(16 * 1024 - Buffer.byteLength(JSON.stringify(largest)))
    const accepted = await call('POST', '/leads', { property_id: propertyId, tag: 'storm', template_data: largest })
    expect(accepted.status).toBe(201)
    expect(accepted.body['data'].template_data).toMatchObject(largest)
    const tooLarge = { ...largest, pad: `${largest.pad}x` }
    const message =
      'Template data must be at most 16 kB as JSON, and this has 17 kB. Send only the values that templates use.'
    expect(
      await call('POST', '/leads', { property_id: propertyId, tag: 'storm', template_data: tooLarge }),
    ).toMatchObject({
      status: 400,
      body: { detail: message, errors: { template_data: message } },
    })
  })

  it('is in the lead, and only its priority in a list; a larger one from before the limit can be read and its lead changed', async () => {
    const property_id = await saveProperty()
    const created = await call('POST', '/leads', {
      property_id,
      tag: 'storm',
      template_data: { priority: 'high', gate: '7' },
    })
    const { id } = created.body['data']
    const listed = await call('GET', `/leads?property_id=${property_id}`)
    expect(listed.body).toMatchObject({ total: 1, data: [{ id, template_data: { priority: 'high' } }] })
    expect(listed.body['data'][0].template_data).toEqual({ priority: 'high' })
    const stored = { priority: 'high', gate: 'x'.repeat(100_000) }
    await fixture.db.query('update leads set template_data = $2 where id = $1', [id, stored])
    expect((await call('GET', `/leads/${id}`)).body['data'].template_data).toEqual(stored)
    expect((await call('PUT', `/leads/${id}`, { status: 'contacted' })).status).toBe(200)
  })
})

describe('the leads and knocks of a property', () => {
  it('are the newest 100, and the list of its leads has the others', async () => {
    const propertyId = await saveProperty()
    await fixture.db.query(
      `insert into leads (tenant_id, id, property_id, tag, priority, status, rep_id, created_at, template_data)
       select tenant_id, gen_random_uuid(), id, 'storm', 'normal', 'new', $2, now() - n * interval '1 hour', '{}'
       from properties, generate_series(1, 120) n where id = $1`,
      [propertyId, fixture.rep.id],
    )
    await fixture.db.query(
      `insert into knocks (tenant_id, event_id, property_id, rep_id, outcome, occurred_at)
       select tenant_id, gen_random_uuid(), id, $2, 'nobody_home', now() - n * interval '1 hour'
       from properties, generate_series(1, 120) n where id = $1`,
      [propertyId, fixture.rep.id],
    )
    const selection =
      'all: leads { id } some: leads(first: 3) { id } few: leads(first: 0) { id } knocks { eventId } twoKnocks: knocks(first: 2) { eventId }'
    const { property, properties, leads } = await ask(
      `query ($id: ID!) { property(id: $id) { ${selection} }
         properties(first: 1000) { edges { node { id ${selection} } } }
         leads(filter: { propertyId: $id }, first: 1000) { totalCount edges { node { id } } } }`,
      { id: propertyId },
    )
    const newest = leads.edges.map(({ node }: Json) => ({ id: node.id }))
    expect([leads.totalCount, newest.length]).toEqual([120, 120])
    const inList = properties.edges.find(({ node }: Json) => node.id === propertyId).node
    for (const found of [property, inList]) {
      expect(found.all).toEqual(newest.slice(0, 100))
      expect(found.some).toEqual(newest.slice(0, 3))
      expect(found.few).toEqual(newest.slice(0, 1))
      expect([found.knocks.length, found.twoKnocks.length]).toEqual([100, 2])
    }
    expect((await call('GET', `/properties/${propertyId}/knocks`)).body['data']).toHaveLength(100)
    expect((await call('GET', `/leads?property_id=${propertyId}&limit=50&offset=100`)).body).toMatchObject({
      total: 120,
      data: newest.slice(100),
    })
  })

  it('are none for an unknown property or one of another tenant', async () => {
    const property_id = await saveProperty()
    expect((await call('POST', '/leads', { property_id, tag: 'storm' })).status).toBe(201)
    const query = 'query ($id: ID!) { leads(filter: { propertyId: $id }) { totalCount edges { node { id } } } }'
    for (const [person, id, count] of [
      [fixture.rep, property_id, 1],
      [fixture.globalAdmin, property_id, 1],
      [fixture.otherTenant.owner, property_id, 0],
      [fixture.rep, randomUUID(), 0],
      [fixture.rep, 'none', 0],
    ] as const)
      expect((await ask(query, { id }, person)).leads.totalCount).toBe(count)
  })
})
