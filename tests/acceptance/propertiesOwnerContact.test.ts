import { afterAll, beforeAll, expect, it } from 'vitest'
import { graphql, rest } from '../support/client.ts'
import { createServerFixture, type ServerFixture } from '../support/serverFixture.ts'

let fixture: ServerFixture

beforeAll(async () => {
  fixture = await createServerFixture()
}, 60_000)
afterAll(() => fixture.teardown())

const contact = { ownerPhone: '+1 (555) 0100-142 ext. 7', ownerEmail: 'owner@sample.example' }
const UPDATE = `mutation ($id: ID!, $input: UpdatePropertyInput!) {
  updateProperty(id: $id, input: $input) { ownerName ownerPhone ownerEmail } }`
const READ = 'query ($id: ID!) { property(id: $id) { ownerPhone ownerEmail limited } }'

async function create(): Promise<string> {
  const { id } = await fixture.saveProperty(fixture.rep, {
    owner_name: 'Sample Owner',
    owner_phone: ` ${contact.ownerPhone} `,
    owner_email: contact.ownerEmail,
  })
  return id as string
}

it('are saved with a property by GraphQL and REST', async () => {
  const { property } = await fixture.execute(fixture.rep, READ, { id: await create() })
  expect(property).toEqual({ ...contact, limited: false })
  const input = { address: '1 Contact St', lat: 44, lng: -90, ...contact }
  const { createProperty } = await fixture.execute(
    fixture.rep,
    'mutation ($input: NewPropertyInput!) { createProperty(input: $input) { id ownerPhone ownerEmail } }',
    { input },
  )
  const read = await rest(fixture.server.url, fixture.rep.token, 'GET', `/properties/${createProperty.id}`)
  expect(read.body['data']).toMatchObject({ owner_phone: contact.ownerPhone, owner_email: contact.ownerEmail })
})

it('are changed and removed; the event names the fields and not the values', async () => {
  const id = await create()
  const change = async (input: object) => (await fixture.execute(fixture.rep, UPDATE, { id, input })).updateProperty
  const kept = { ownerName: 'Sample Owner', ...contact }
  expect(await change({ ownerPhone: '555-0100', ownerEmail: '' })).toEqual({
    ...kept,
    ownerPhone: '555-0100',
    ownerEmail: null,
  })
  const changed = await rest(fixture.server.url, fixture.rep.token, 'PUT', `/properties/${id}`, {
    owner_phone: null,
    owner_email: contact.ownerEmail,
  })
  expect(changed.body['data']).toMatchObject({ owner_phone: null, owner_email: contact.ownerEmail })
  expect(await change({ notes: 'x' })).toEqual({ ...kept, ownerPhone: null })
  const { rows } = await fixture.db.query(
    `select data from activity_events where subject_id = $1 and type = 'PropertyEdited' order by position`,
    [id],
  )
  expect(rows.map(({ data }) => data.fields as string[])).toEqual([
    ['ownerPhone', 'ownerEmail'],
    ['ownerPhone', 'ownerEmail'],
    ['notes'],
  ])
  const { rows: found } = await fixture.db.query(
    `select from activity_events where data::text like '%0100%' or data::text like '%owner@sample%'`,
  )
  expect(found).toEqual([])
})

it('are rejected if they are not valid or too long', async () => {
  const id = await create()
  const invalid: [string, string, number][] = [
    ['owner_phone', 'call me', 422],
    ['owner_phone', '+-', 422],
    ['owner_phone', '5'.repeat(51), 400],
    ['owner_email', 'nobody', 422],
    ['owner_email', `${'x'.repeat(320)}@sample.example`, 400],
  ]
  for (const [field, value, status] of invalid) {
    const answer = await rest(fixture.server.url, fixture.rep.token, 'PUT', `/properties/${id}`, { [field]: value })
    expect([field, answer.status, Object.keys(answer.body['errors'] as object)]).toEqual([field, status, [field]])
    const name = field === 'owner_phone' ? 'ownerPhone' : 'ownerEmail'
    expect(await fixture.errorCode(fixture.rep, UPDATE, { id, input: { [name]: value } })).toBe('BAD_USER_INPUT')
  }
  const { property } = await fixture.execute(fixture.rep, READ, { id })
  expect(property).toMatchObject(contact)
})

it("are hidden with the owner: a colleague's property has none, another tenant's is unknown", async () => {
  const { execute, errorCode, colleague, owner, otherTenant, globalAdmin, testTenant, rep, server } = fixture
  const id = await create()
  expect((await execute(owner, READ, { id })).property).toEqual({ ...contact, limited: false })
  expect((await execute(colleague, READ, { id })).property).toEqual({
    ownerPhone: null,
    ownerEmail: null,
    limited: true,
  })
  expect((await rest(server.url, colleague.token, 'GET', `/properties/${id}`)).status).toBe(404)
  for (const person of [otherTenant.owner, otherTenant.reps[0]!])
    expect(await errorCode(person, READ, { id })).toBe('NOT_FOUND')
  const input = { ownerPhone: '555-0199' }
  expect(await errorCode(colleague, UPDATE, { id, input })).toBe('NOT_FOUND')
  const asRep = {
    'x-tenant-id': testTenant.tenantId,
    'x-impersonate-role': 'sales_rep',
    'x-impersonate-user': rep.id,
  }
  expect((await graphql(server.url, globalAdmin.token, READ, { id }, asRep)).data.property).toMatchObject(contact)
  const { errors } = await graphql(server.url, globalAdmin.token, UPDATE, { id, input }, asRep)
  expect(errors[0].extensions.code).toBe('FORBIDDEN')
  const { createApiKey } = await execute(
    rep,
    'mutation { createApiKey(input: { name: "Contact", scope: READ, expiresInDays: 1 }) { token } }',
  )
  const key = { id: '', token: createApiKey.token as string }
  expect((await execute(key, READ, { id })).property).toMatchObject(contact)
  expect(await errorCode(key, UPDATE, { id, input })).toBe('FORBIDDEN')
})
