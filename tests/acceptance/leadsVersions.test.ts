import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { graphql, rest } from '../support/client.ts'
import { createServerFixture, type Json } from '../support/serverFixture.ts'
import type { TestUser } from '../support/testTenant.ts'

const team = await createServerFixture()
const { owner, rep, colleague } = team
afterAll(() => team.teardown())

let id: string
beforeEach(async () => {
  const property = await team.saveProperty(rep)
  const input = { propertyId: property['id'], tag: 'STORM' }
  const create = 'mutation ($input: CreateLeadInput!) { createLead(input: $input) { id version } }'
  const { createLead } = await team.execute(rep, create, { input })
  expect(createLead.version).toBe(1)
  id = createLead.id
})

const update =
  'mutation ($id: ID!, $input: UpdateLeadInput!) { updateLead(id: $id, input: $input) { version status tag } }'
const edit = (person: TestUser, input: object) => graphql(team.server.url, person.token, update, { id, input })
const put = (person: TestUser, body: object) => rest(team.server.url, person.token, 'PUT', `/leads/${id}`, body)
const version = async () =>
  (await team.execute(rep, 'query ($id: ID!) { lead(id: $id) { version } }', { id })).lead.version as number

describe('the version of a lead', () => {
  it('is in the lists and records of GraphQL and REST', async () => {
    const list = await team.execute(rep, '{ leads { edges { node { id version } } } }')
    expect(list.leads.edges).toContainEqual({ node: { id, version: 1 } })
    const all = await rest(team.server.url, rep.token, 'GET', '/leads')
    expect(all.body['data'].find((lead: Json) => lead.id === id).version).toBe(1)
    expect((await rest(team.server.url, rep.token, 'GET', `/leads/${id}`)).body['data'].version).toBe(1)
  })

  it('is raised by a change of the status or the tag, of one lead or of many', async () => {
    expect((await edit(rep, { status: 'CONTACTED' }))['data'].updateLead.version).toBe(2)
    expect((await put(rep, { tag: 'gutter' })).body['data'].version).toBe(3)
    await team.execute(owner, 'mutation ($ids: [ID!]!) { setLeadStatus(ids: $ids, status: COMPLETED) { changed } }', {
      ids: [id],
    })
    expect(await version()).toBe(4)
    await team.execute(owner, 'mutation ($ids: [ID!]!) { retagLeads(ids: $ids, tag: SHINGLE) { changed } }', {
      ids: [id],
    })
    expect(await version()).toBe(5)
  })

  it('stays after an update that changes nothing, and after a change of the property that its search text follows', async () => {
    await edit(rep, { status: 'NEW', tag: 'STORM' })
    const { lead } = await team.execute(rep, 'query ($id: ID!) { lead(id: $id) { propertyId } }', { id })
    await rest(team.server.url, rep.token, 'PUT', `/properties/${lead.propertyId}`, { owner_name: 'Sample Newowner' })
    expect(await version()).toBe(1)
  })

  it('is raised by a status that was set offline, which needs no version', async () => {
    await edit(owner, { status: 'CONTACTED' })
    const action = {
      id: '0198c7a0-0000-7000-8000-00000000b001',
      kind: 'STATUS',
      occurredAt: new Date().toISOString(),
      status: { leadId: id, status: 'COMPLETED' },
    }
    const sync = 'mutation ($actions: [SyncActionInput!]!) { sync(actions: $actions) { outcome } }'
    expect((await team.execute(rep, sync, { actions: [action] })).sync).toEqual([{ outcome: 'APPLIED' }])
    expect(await version()).toBe(3)
  })
})

describe('two editors of a lead', () => {
  it('cannot overwrite each other in GraphQL; the second gets the current fields', async () => {
    await edit(owner, { status: 'COMPLETED', ifVersion: 1 })
    const { data, errors } = await edit(rep, { status: 'CONTACTED', ifVersion: 1 })
    expect([data, errors[0].extensions.code]).toEqual([null, 'CONFLICT'])
    const { current } = errors[0].extensions
    const scalars = Object.keys(current).join(' ')
    expect(current).toEqual((await team.execute(rep, `query ($id: ID!) { lead(id: $id) { ${scalars} } }`, { id })).lead)
    expect(current).toMatchObject({ id, version: 2, status: 'COMPLETED', tag: 'STORM' })
    expect((await edit(rep, { status: 'CONTACTED', ifVersion: 2 }))['data'].updateLead.version).toBe(3)
  })

  it('cannot overwrite each other in REST; the second gets the current record in the problem', async () => {
    await put(owner, { status: 'completed', if_version: 1 })
    const { status, body } = await put(rep, { status: 'contacted', if_version: 1 })
    const saved = await rest(team.server.url, rep.token, 'GET', `/leads/${id}`)
    expect([status, body['current']]).toEqual([409, saved.body['data']])
    expect(body['current']).toMatchObject({ version: 2, status: 'completed' })
    expect((await put(rep, { status: 'contacted', if_version: 2 })).status).toBe(200)
  })
})

it.each([
  ['a colleague', () => colleague],
  ['another tenant', () => team.otherTenant.owner],
])('the current state of a conflict is not told to %s', async (_, person) => {
  const { errors } = await edit(person(), { status: 'CONTACTED', ifVersion: 7 })
  expect([errors[0].extensions.code, errors[0].extensions.current]).toEqual(['NOT_FOUND', undefined])
  const { status, body } = await put(person(), { status: 'contacted', if_version: 7 })
  expect([status, body['current']]).toEqual([404, undefined])
})
