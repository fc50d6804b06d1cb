import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { graphql, rest } from '../support/client.ts'
import { createServerFixture, type Json } from '../support/serverFixture.ts'
import type { TestUser } from '../support/testTenant.ts'

const team = await createServerFixture()
const { owner, rep, colleague } = team
afterAll(() => team.teardown())

let id: string
beforeEach(async () => {
  id = (await team.saveProperty(rep, { notes: 'First note', tags: ['storm'] }))['id']
})

const update = `mutation ($id: ID!, $input: UpdatePropertyInput!) { updateProperty(id: $id, input: $input) {
  id version notes priority tags } }`
const edit = (person: TestUser, input: object) => graphql(team.server.url, person.token, update, { id, input })
const put = (person: TestUser, body: object) => rest(team.server.url, person.token, 'PUT', `/properties/${id}`, body)
const version = async () =>
  (await team.execute(rep, 'query ($id: ID!) { property(id: $id) { version } }', { id })).property.version as number
const knock = (outcome: string) =>
  team.execute(rep, 'mutation ($input: KnockInput!) { logKnock(input: $input) { eventId } }', {
    input: { propertyId: id, outcome },
  })

describe('the version of a property', () => {
  it('begins with 1 and is in the lists and records of GraphQL and REST', async () => {
    const list = await team.execute(rep, '{ properties { edges { node { id version } } } }')
    expect(list.properties.edges).toContainEqual({ node: { id, version: 1 } })
    expect(await version()).toBe(1)
    const one = await rest(team.server.url, rep.token, 'GET', `/properties/${id}`)
    expect(one.body['data'].version).toBe(1)
    const all = await rest(team.server.url, rep.token, 'GET', '/properties')
    expect(all.body['data'].find((property: Json) => property.id === id).version).toBe(1)
  })

  it('is raised by one by each change, also of several fields or of the tags alone', async () => {
    expect(
      (await edit(rep, { notes: 'Second', priority: 'HIGH', tags: ['STORM', 'GUTTER'] }))['data'].updateProperty,
    ).toEqual({ id, version: 2, notes: 'Second', priority: 'HIGH', tags: ['STORM', 'GUTTER'] })
    expect((await edit(rep, { tags: ['GUTTER'] }))['data'].updateProperty.version).toBe(3)
    expect((await edit(owner, { assignedTo: colleague.id }))['data'].updateProperty.version).toBe(4)
  })

  it('stays after an update that changes nothing', async () => {
    await edit(rep, { notes: 'First note', tags: ['STORM'] })
    await edit(rep, {})
    await put(rep, { priority: 'normal' })
    expect(await version()).toBe(1)
  })

  it('is raised by a knock that changes the status and its withdrawal, not by one with the same status or without one', async () => {
    await knock('TALKED')
    expect(await version()).toBe(2)
    await knock('TALKED')
    await knock('NOBODY_HOME')
    expect(await version()).toBe(2)
    const { logKnock } = await knock('INTERESTED')
    expect(await version()).toBe(3)
    await team.execute(rep, 'mutation ($id: ID!) { withdrawKnock(eventId: $id) { eventId } }', { id: logKnock.eventId })
    expect(await version()).toBe(4)
  })

  it('is raised by a note that was written offline, once', async () => {
    const actions = [
      {
        id: '0198c7a0-0000-7000-8000-00000000a001',
        kind: 'NOTE',
        occurredAt: new Date().toISOString(),
        note: { propertyId: id, text: 'Dog' },
      },
    ]
    const sync = 'mutation ($actions: [SyncActionInput!]!) { sync(actions: $actions) { outcome } }'
    expect((await team.execute(rep, sync, { actions })).sync).toEqual([{ outcome: 'APPLIED' }])
    expect((await team.execute(rep, sync, { actions })).sync).toEqual([{ outcome: 'REPLAYED' }])
    expect(await version()).toBe(2)
  })

  it('is raised by a lead that adds a tag, not by one with a tag that the property has', async () => {
    const create = (tag: string) =>
      team.execute(rep, 'mutation ($input: CreateLeadInput!) { createLead(input: $input) { id } }', {
        input: { propertyId: id, tag },
      })
    await create('STORM')
    expect(await version()).toBe(1)
    const { createLead } = await create('CONCRETE')
    expect(await version()).toBe(2)
    await team.execute(rep, 'mutation ($ids: [ID!]!) { retagLeads(ids: $ids, tag: SHINGLE) { changed } }', {
      ids: [createLead.id],
    })
    expect(await version()).toBe(3)
  })
})

describe('two editors of a property', () => {
  it('cannot overwrite each other in GraphQL; the second gets the current fields', async () => {
    await edit(owner, { notes: 'By the owner', tags: ['GUTTER'], ifVersion: 1 })
    const { data, errors } = await edit(rep, { notes: 'By the rep', ifVersion: 1 })
    expect(data).toBeNull()
    expect(errors).toHaveLength(1)
    expect(errors[0].extensions.code).toBe('CONFLICT')
    const { current } = errors[0].extensions
    const scalars = Object.keys(current).join(' ')
    const read = await team.execute(rep, `query ($id: ID!) { property(id: $id) { ${scalars} } }`, { id })
    expect(current).toEqual(read.property)
    expect(current).toMatchObject({
      version: 2,
      notes: 'By the owner',
      tags: ['GUTTER'],
      status: 'NEW',
      limited: false,
    })
    expect((await edit(rep, { notes: 'By the rep', ifVersion: current.version }))['data'].updateProperty).toMatchObject(
      { version: 3, notes: 'By the rep', tags: ['GUTTER'] },
    )
  })

  it('cannot overwrite each other in REST; the second gets the current record in the problem', async () => {
    await put(owner, { notes: 'By the owner', if_version: 1 })
    const { status, body, headers } = await put(rep, { notes: 'By the rep', if_version: 1 })
    expect([status, headers.get('content-type')]).toEqual([409, 'application/problem+json; charset=utf-8'])
    const saved = await rest(team.server.url, rep.token, 'GET', `/properties/${id}`)
    expect(body['current']).toEqual(saved.body['data'])
    expect(body['current']).toMatchObject({ version: 2, notes: 'By the owner' })
    expect((await put(rep, { notes: 'By the rep', if_version: 2 })).body['data'].version).toBe(3)
    expect((await put(rep, { notes: 'x', if_version: 'two' })).status).toBe(400)
  })

  it('save at the same time: one is saved, the other conflicts', async () => {
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, n) => put(n % 2 ? owner : rep, { notes: `Editor ${n}`, if_version: 1 })),
    )
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409, 409, 409, 409])
    expect(await version()).toBe(2)
  })

  it('may still use If-Match', async () => {
    const read = await rest(team.server.url, rep.token, 'GET', `/properties/${id}`)
    const headers = { 'if-match': read.headers.get('etag')! }
    await edit(owner, { notes: 'By the owner' })
    const { status } = await rest(team.server.url, rep.token, 'PUT', `/properties/${id}`, { notes: 'Mine' }, headers)
    expect(status).toBe(412)
  })

  it('without a version overwrite as before', async () => {
    await edit(owner, { notes: 'By the owner' })
    expect((await edit(rep, { notes: 'By the rep' }))['data'].updateProperty.version).toBe(3)
  })
})

describe('the current state of a conflict', () => {
  it.each([
    ['a colleague', () => colleague],
    ['another tenant', () => team.otherTenant.owner],
  ])('is not told to %s', async (_, person) => {
    const { data, errors } = await edit(person(), { notes: 'Mine', ifVersion: 7 })
    expect([data, errors[0].extensions.code, errors[0].extensions.current]).toEqual([null, 'NOT_FOUND', undefined])
    const { status, body } = await put(person(), { notes: 'Mine', if_version: 7 })
    expect([status, body['current']]).toEqual([404, undefined])
  })

  it('is not told to the rep to whom the property is no longer assigned', async () => {
    await edit(owner, { assignedTo: colleague.id })
    const { errors } = await edit(rep, { notes: 'Mine', ifVersion: 1 })
    expect([errors[0].extensions.code, errors[0].extensions.current]).toEqual(['NOT_FOUND', undefined])
  })
})
