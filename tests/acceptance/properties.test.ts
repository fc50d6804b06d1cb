import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import type { TestUser } from '../support/testTenant.ts'
import { changeWatched, rest } from '../support/client.ts'
import { createServerFixture, type Json } from '../support/serverFixture.ts'

const fixture = await createServerFixture()
const { owner, rep, colleague } = fixture
afterAll(() => fixture.teardown())

describe('a property is saved once', () => {
  const at = { lat: 38.500001, lng: -87.500004 }
  const savedProperty = { address: '31 Twice St', ...at }

  it('within five decimals and with the same number, for the whole tenant', async () => {
    await fixture.saveProperty(rep, savedProperty)
    for (const person of [rep, colleague, owner]) {
      const again = await rest(fixture.server.url, person.token, 'POST', '/properties', {
        ...savedProperty,
        lat: 38.500003,
      })
      expect([again.status, again.body['detail']]).toEqual([409, 'Property already in system'])
    }
    await fixture.saveProperty(rep, { ...savedProperty, lat: 38.50002 })
    await fixture.saveProperty(rep, { ...savedProperty, address: '33 Twice St' })
    expect(
      (await rest(fixture.server.url, fixture.otherTenant.owner.token, 'POST', '/properties', savedProperty)).status,
    ).toBe(201)
  })

  it('however many users save it concurrently', async () => {
    const fresh = { address: '9 Rush Rd', lat: 38.6, lng: -87.6 }
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        rest(fixture.server.url, n % 2 ? rep.token : colleague.token, 'POST', '/properties', fresh),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, ...Array<number>(7).fill(409)])
  })
})

describe('a saved property', () => {
  it('has the source of its owner', async () => {
    const sourceOf = async (more: object) => (await fixture.saveProperty(rep, more))['owner_source']
    expect(await sourceOf({ owner_name: 'Sample Owner' })).toBe('entered')
    expect(await sourceOf({ owner_address: 'PO Box 1' })).toBe('entered')
    expect(await sourceOf({ owner_name: 'Sample Owner', owner_source: 'parcels:demo' })).toBe('parcels:demo')
    expect(await sourceOf({ owner_name: 'Unknown Owner' })).toBeNull()
    expect(await sourceOf({})).toBeNull()
  })

  it.each([[1018], [''], [null], [{}]])(
    'with %j as its number gets the number of its address',
    async (street_number) => {
      expect((await fixture.saveProperty(rep, { street_number }))['street_number']).toBe('5')
    },
  )
})

describe('changing a property', () => {
  const update = `mutation ($id: ID!, $input: UpdatePropertyInput!) { updateProperty(id: $id, input: $input) {
    ownerName ownerSource notes priority tags streetNumber unconfirmed assignedTo { id } } }`

  it('keeps omitted fields, and marks the owner as entered by hand', async () => {
    const { id } = await fixture.saveProperty(rep, {
      owner_name: 'Before',
      owner_source: 'parcels:demo',
      notes: 'gate',
      tags: ['storm'],
    })
    const changed = await fixture.execute(rep, update, {
      id,
      input: { ownerName: 'After', priority: 'HIGH', tags: ['GUTTER'] },
    })
    expect(changed.updateProperty).toEqual({
      ownerName: 'After',
      ownerSource: 'entered',
      notes: 'gate',
      priority: 'HIGH',
      tags: ['GUTTER'],
      streetNumber: '5',
      unconfirmed: false,
      assignedTo: { id: rep.id },
    })
    const cleared = await rest(fixture.server.url, rep.token, 'PUT', `/properties/${id}`, { notes: null })
    expect(cleared.body['data']).toMatchObject({ notes: null, owner_name: 'After' })
  })

  it('never removes its number', async () => {
    const { id } = await fixture.saveProperty(rep)
    for (const street_number of ['', ' ', null, 7]) {
      const { body } = await rest(fixture.server.url, rep.token, 'PUT', `/properties/${id}`, { street_number })
      expect(body['data'].street_number).toBe('5')
    }
  })

  it("to another owner clears the previous owner's address", async () => {
    const known = { owner_name: 'Before', owner_address: 'PO Box 7', owner_source: 'parcels:demo' }
    const change = async (id: string, body: object) =>
      (await rest(fixture.server.url, rep.token, 'PUT', `/properties/${id}`, body)).body['data']
    const { id } = await fixture.saveProperty(rep, known)
    expect(await change(id, { owner_name: 'Before', notes: 'x' })).toMatchObject(known)
    expect(await change(id, { owner_name: 'After' })).toMatchObject({ owner_address: null, owner_source: 'entered' })
    const unknownUser = await fixture.saveProperty(rep, { owner_name: 'Unknown Owner', owner_address: 'PO Box 8' })
    expect(await change(unknownUser['id'], { owner_name: 'Found' })).toMatchObject({ owner_address: 'PO Box 8' })
  })

  it('to the same values writes nothing', async () => {
    const { id } = await fixture.saveProperty(rep, { notes: 'same', tags: ['storm'] })
    const head = async () => (await fixture.db.query('select max(position) from activity_events')).rows[0].max
    const before = await head()
    await fixture.execute(rep, update, { id, input: { notes: 'same', tags: ['STORM'], priority: 'NORMAL' } })
    expect(await head()).toBe(before)
  })

  it('confirms an unconfirmed parcel', async () => {
    const { id } = await fixture.saveProperty(rep, { unconfirmed: true })
    expect((await fixture.execute(rep, update, { id, input: { unconfirmed: false } })).updateProperty.unconfirmed).toBe(
      false,
    )
  })

  it('is refused to colleagues and other tenants', async () => {
    const { id } = await fixture.saveProperty(rep)
    for (const other of [colleague, fixture.otherTenant.reps[0]!, fixture.otherTenant.owner]) {
      expect(await fixture.errorCode(other, update, { id, input: { notes: 'x' } })).toBe('NOT_FOUND')
      expect((await rest(fixture.server.url, other.token, 'PUT', `/properties/${id}`, { notes: 'x' })).status).toBe(404)
    }
  })

  it('assigns it, by the owner only and within the tenant, and updates both maps', async () => {
    const { id } = await fixture.saveProperty(rep)
    const mine = async (person: TestUser) =>
      (await rest(fixture.server.url, person.token, 'GET', '/properties')).body['total']
    const before = [await mine(rep), await mine(colleague)]
    expect(await fixture.errorCode(rep, update, { id, input: { assignedTo: colleague.id } })).toBe('FORBIDDEN')
    expect(await fixture.errorCode(owner, update, { id, input: { assignedTo: fixture.otherTenant.owner.id } })).toBe(
      'BAD_USER_INPUT',
    )
    const moved = await rest(fixture.server.url, owner.token, 'PUT', `/properties/${id}`, { assigned_to: colleague.id })
    expect(moved.body['data'].assigned_to).toBe(colleague.id)
    expect([await mine(rep), await mine(colleague)]).toEqual([before[0] - 1, before[1] + 1])
    expect((await rest(fixture.server.url, rep.token, 'GET', `/properties/${id}`)).status).toBe(404)
    const none = await fixture.execute(owner, update, { id, input: { assignedTo: null } })
    expect(none.updateProperty.assignedTo).toBeNull()
  })

  it('lists assignable users to the owner only, reps first', async () => {
    const { assignableUsers } = await fixture.execute(owner, '{ assignableUsers { id role } }')
    expect(assignableUsers.map(({ id }: Json) => id)).toEqual([rep.id, colleague.id, owner.id])
    expect(await fixture.errorCode(rep, '{ assignableUsers { id } }')).toBe('FORBIDDEN')
  })

  it('is deleted by the owner only, with its leads', async () => {
    const { id } = await fixture.saveProperty(rep)
    await rest(fixture.server.url, rep.token, 'POST', '/leads', { property_id: id, tag: 'storm' })
    expect((await rest(fixture.server.url, rep.token, 'DELETE', `/properties/${id}`)).status).toBe(403)
    const gone = await rest(fixture.server.url, owner.token, 'DELETE', `/properties/${id}`)
    expect(gone.body['message']).toBe('Property deleted')
    expect((await rest(fixture.server.url, owner.token, 'GET', `/properties/${id}`)).status).toBe(404)
    expect((await rest(fixture.server.url, owner.token, 'DELETE', `/properties/${id}`)).status).toBe(404)
  })

  it('notifies every subscriber', async () => {
    const watcher = { url: fixture.server.url, token: colleague.token }
    await changeWatched(watcher, 'propertiesChanged', () => fixture.saveProperty(rep))
  })
})

describe('the history of a property', () => {
  const query = `query ($id: ID!, $first: Int, $after: String) { property(id: $id) { history(first: $first, after: $after) {
    pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    edges { cursor node { kind at actor { fullName } actorRole outcome note withdrawn tag priority fields assignedTo { id } } } } } }`

  it('lists who did what, newest first, in pages', async () => {
    const { id } = await fixture.saveProperty(rep, { tags: ['storm'] })
    const eventId = randomUUID()
    await rest(fixture.server.url, rep.token, 'POST', '/crm/door-knocks', {
      property_id: id,
      outcome: 'talked',
      event_id: eventId,
      note: 'dog in the yard',
    })
    await rest(fixture.server.url, rep.token, 'DELETE', `/crm/door-knocks/${eventId}`)
    await rest(fixture.server.url, rep.token, 'POST', '/leads', {
      property_id: id,
      tag: 'gutter',
      template_data: { priority: 'high' },
    })
    await rest(fixture.server.url, owner.token, 'PUT', `/properties/${id}`, {
      notes: 'call first',
      assigned_to: colleague.id,
    })

    const { property } = await fixture.execute(owner, query, { id })
    const nodes = property.history.edges.map(({ node }: Json) => node)
    expect(nodes.map(({ kind }: Json) => kind)).toEqual([
      ...['ASSIGNED', 'EDITED', 'LEAD_CREATED', 'KNOCK_WITHDRAWN', 'KNOCKED', 'SAVED'],
    ])
    expect(nodes[0]).toMatchObject({ assignedTo: { id: colleague.id }, actor: { fullName: 'Sample Owner' } })
    expect(nodes[1]).toMatchObject({ fields: ['notes'], actorRole: 'OWNER' })
    expect(nodes[2]).toMatchObject({ tag: 'GUTTER', priority: 'HIGH', actor: { fullName: 'Sample Rep 00' } })
    expect(nodes[4]).toMatchObject({ outcome: 'TALKED', note: 'dog in the yard', withdrawn: true })

    const first = (await fixture.execute(owner, query, { id, first: 4 })).property.history
    const cursors = first.edges.map(({ cursor }: Json) => cursor)
    expect(first.pageInfo).toEqual({
      hasNextPage: true,
      hasPreviousPage: false,
      startCursor: cursors[0],
      endCursor: cursors[3],
    })
    const rest2 = (await fixture.execute(owner, query, { id, first: 4, after: first.pageInfo.endCursor })).property
      .history
    expect([...first.edges, ...rest2.edges].map(({ node }: Json) => node)).toEqual(nodes)
    expect(rest2.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: true })

    // The new assignee sees the whole history, the previous one none of it.
    expect((await fixture.execute(colleague, query, { id })).property.history.edges).toHaveLength(6)
    expect((await fixture.execute(rep, query, { id })).property.history.edges).toEqual([])
    expect(await fixture.errorCode(colleague, query, { id, after: 'x' })).toBe('BAD_USER_INPUT')
  })
})
