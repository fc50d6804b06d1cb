import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { graphql, rest } from '../support/client.ts'
import { createServerFixture, type Json } from '../support/serverFixture.ts'
import type { TestUser } from '../support/testTenant.ts'

// Clients make ids, so two tenants can have records with the same ids.

const fixture = await createServerFixture()
const { db, globalAdmin, otherTenant, server, testTenant } = fixture
afterAll(() => fixture.teardown())

const [propertyId, leadId, stageId] = [1, 2, 3].map((n) => `01900000-0000-7000-8000-00000000000${n}`)
const ofTenant = { 'x-tenant-id': testTenant.tenantId }
const message = 'Choose a tenant first'

const createLead = `mutation ($input: CreateLeadInput!) { createLead(input: $input) { id } }`

async function create(person: TestUser, tenantId: string, address: string): Promise<void> {
  const newProperty = { id: propertyId, address, lat: 39.5, lng: -86.5, ownerName: `Owner of ${address}` }
  const { data } = await graphql(server.url, person.token, createLead, {
    input: { id: leadId, newProperty, tag: 'STORM' },
  })
  expect(data).toEqual({ createLead: { id: leadId } })
  const knock = { property_id: propertyId, outcome: address.startsWith('1') ? 'talked' : 'nobody_home' }
  expect((await rest(server.url, person.token, 'POST', '/crm/door-knocks', knock)).status).toBe(201)
  await db.query(`insert into lead_stages (tenant_id, id, name, color, position) values ($1, $2, $3, 'blue', 0)`, [
    tenantId,
    stageId,
    `Stage of ${address}`,
  ])
  await db.query(`update leads set status = 'contacted', stage_id = $3 where tenant_id = $1 and id = $2`, [
    tenantId,
    leadId,
    stageId,
  ])
}

beforeAll(async () => {
  await create(fixture.rep, testTenant.tenantId, '1 Twin St')
  await create(otherTenant.reps[0]!, otherTenant.tenantId, '2 Twin St')
})

const ask = (query: string, headers = {}): Promise<Json> => graphql(server.url, globalAdmin.token, query, {}, headers)

/** The rows of both tenants, to compare. */
async function rows(): Promise<object[]> {
  const { rows: found } = await db.query(
    `select to_jsonb(p) as property, to_jsonb(l) as lead from properties p
     join leads l on l.tenant_id = p.tenant_id and l.property_id = p.id where p.id = $1 order by p.address`,
    [propertyId],
  )
  return found
}

describe('records of two tenants with the same ids', () => {
  it.each([
    `{ property(id: "${propertyId}") { address } }`,
    `{ lead(id: "${leadId}") { address } }`,
    `mutation { updateProperty(id: "${propertyId}", input: { notes: "changed" }) { id } }`,
    `mutation { deleteProperty(id: "${propertyId}") { message } }`,
    `mutation { assignProperties(ids: ["${propertyId}"]) { changed } }`,
    `mutation { refreshOwner(id: "${propertyId}") { outcome } }`,
    `mutation { updateLead(id: "${leadId}", input: { priority: HIGH }) { id } }`,
    `mutation { retagLeads(ids: ["${leadId}"], tag: GUTTER) { changed } }`,
    `mutation { setLeadStatus(ids: ["${leadId}"], status: COMPLETED) { changed } }`,
    `mutation { setLeadPriority(ids: ["${leadId}"], priority: HIGH) { changed } }`,
    `mutation { assignLeads(ids: ["${leadId}"]) { changed } }`,
    `mutation { setLeadStage(ids: ["${leadId}"]) { changed } }`,
    `mutation { addLeadNote(leadId: "${leadId}", text: "changed") { id } }`,
    `mutation { deleteLead(id: "${leadId}") { message } }`,
  ])('are not changed or read at random by a global admin without a tenant: %s', async (query) => {
    const before = await rows()
    const answer = await ask(query)
    expect(answer['errors']?.[0]).toMatchObject({ message, extensions: { code: 'BAD_USER_INPUT' } })
    expect(await rows()).toEqual(before)
  })

  it.each([
    ['GET', `/properties/${propertyId}`],
    ['PUT', `/properties/${propertyId}`],
    ['DELETE', `/properties/${propertyId}`],
    ['GET', `/leads/${leadId}`],
    ['PUT', `/leads/${leadId}`],
    ['DELETE', `/leads/${leadId}`],
  ])('are refused by REST, too: %s %s', async (method, path) => {
    const answer = await rest(server.url, globalAdmin.token, method, path, method === 'PUT' ? {} : undefined)
    expect([answer.status, answer.body['detail']]).toEqual([422, message])
  })

  it('are listed across tenants, each with what belongs to it', async () => {
    const { data } = await ask(`{ leads(orderBy: { field: ADDRESS, direction: ASC }, filter: { ids: ["${leadId}"] }) {
      edges { node { address stage { name } property { address ownerName } } } } }`)
    const nodes = data.leads.edges.map(({ node }: Json) => node)
    const expected = ['1 Twin St', '2 Twin St'].map((address) => ({
      address,
      stage: { name: `Stage of ${address}` },
      property: { address, ownerName: `Owner of ${address}` },
    }))
    expect(nodes).toEqual(expected)
    const properties =
      await ask(`{ properties(filter: { search: "Twin" }, orderBy: { field: ADDRESS, direction: ASC }) {
      edges { node { address lastOutcome leads { address } knocks { outcome } } } } }`)
    expect(properties['data'].properties.edges.map(({ node }: Json) => node)).toEqual([
      {
        address: '1 Twin St',
        lastOutcome: 'TALKED',
        leads: [{ address: '1 Twin St' }],
        knocks: [{ outcome: 'TALKED' }],
      },
      {
        address: '2 Twin St',
        lastOutcome: 'NOBODY_HOME',
        leads: [{ address: '2 Twin St' }],
        knocks: [{ outcome: 'NOBODY_HOME' }],
      },
    ])
    const found = await ask('{ quickFind(query: "Twin St") { properties { address } } }')
    expect(found['data'].quickFind.properties.map(({ address }: Json) => address).sort()).toEqual([
      '1 Twin St',
      '2 Twin St',
    ])
  })

  it('are changed in the chosen tenant alone', async () => {
    const [own, other] = (await rows()) as { property: Json; lead: Json }[]
    const answer = await ask(
      `mutation { updateProperty(id: "${propertyId}", input: { notes: "changed" }) { address }
         updateLead(id: "${leadId}", input: { priority: HIGH }) { address } }`,
      ofTenant,
    )
    expect(answer['data']).toEqual({ updateProperty: { address: '1 Twin St' }, updateLead: { address: '1 Twin St' } })
    const [changed, unchanged] = (await rows()) as { property: Json; lead: Json }[]
    expect([changed!.property['notes'], changed!.lead['priority']]).toEqual(['changed', 'high'])
    expect(changed).not.toEqual(own)
    expect(unchanged).toEqual(other)
  })
})
