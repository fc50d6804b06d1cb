import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { nextValue, rest, waitUntilSubscribed, createSocketClient } from '../support/client.ts'
import { createServerFixture, type Json } from '../support/serverFixture.ts'
import type { TestUser } from '../support/testTenant.ts'

const team = await createServerFixture()
const { owner, rep, colleague } = team
const { tenantId } = team.testTenant
afterAll(() => team.teardown())

const house = {
  address: '7 Shared St, Sample Town, IN 46299',
  street_name: 'Shared St',
  city: 'Sample Town',
  state: 'IN',
  zip_code: '46299',
  lat: 38.2,
  lng: -87.2,
  owner_name: 'Sample Owner 0001',
  owner_address: 'PO Box 1',
  parcel_id: '1-2-3',
  notes: 'dog in the yard',
  tags: ['storm'],
  priority: 'high',
}
const read = `query ($id: ID!) { property(id: $id) { id limited address streetNumber streetName city state zipCode lat lng
  status lastOutcome lastKnockedAt assignedTo { id fullName } ownerName ownerAddress ownerSource parcelId unconfirmed
  neighborhood notes tags priority outline { lat } leads { id } knocks { eventId } history { edges { cursor } } } }`
const map = `query ($b: BoundsInput!, $z: Float!) { propertyMap(bounds: $b, zoom: $z) { total clusters { count doneToday }
  markers { id streetNumber status priority lastOutcome lastKnockedAt mine assignedTo { id fullName } } } }`
const change = `mutation ($id: ID!, $input: UpdateTenantInput!) { updateTenant(id: $id, input: $input) { teamDoorsVisible } }`
const around = { south: 38.199, north: 38.201, west: -87.201, east: -87.199 }

const saved = await team.saveProperty(colleague, house)
const id = saved['id'] as string
const knock = async (person: TestUser, outcome: string, property = id) => {
  const eventId = randomUUID()
  const { body, status } = await rest(team.server.url, person.token, 'POST', '/crm/door-knocks', {
    property_id: property,
    outcome,
    event_id: eventId,
  })
  return { eventId, status, data: body['data'] as Json }
}
const setVisible = (person: TestUser, visible: boolean) =>
  team.execute(person, change, { id: tenantId, input: { teamDoorsVisible: visible } })
const markerFor = async (person: TestUser, zoom = 19) =>
  (await team.execute(person, map, { b: around, z: zoom })).propertyMap.markers.find((marker: Json) => marker.id === id)

describe("a colleague's property", () => {
  it('is on the map with its number, status, last outcome and assignee', async () => {
    expect(await markerFor(rep)).toMatchObject({ lastOutcome: null, lastKnockedAt: null })
    await knock(colleague, 'not_interested')
    const { eventId } = await knock(colleague, 'nobody_home')
    for (const zoom of [14, 16, 19])
      expect(await markerFor(rep, zoom)).toEqual({
        id,
        streetNumber: '7',
        status: 'NOT_INTERESTED',
        priority: 'NORMAL',
        lastOutcome: 'NOBODY_HOME',
        lastKnockedAt: expect.stringMatching(/^\d{4}-/),
        mine: false,
        assignedTo: { id: colleague.id, fullName: 'Sample Rep 01' },
      })
    expect(await markerFor(colleague)).toMatchObject({ mine: true, priority: 'HIGH' })
    expect(await markerFor(owner)).toMatchObject({ mine: false, priority: 'HIGH' })
    await rest(team.server.url, colleague.token, 'DELETE', `/crm/door-knocks/${eventId}`)
    expect(await markerFor(rep)).toMatchObject({ lastOutcome: 'NOT_INTERESTED' })
  })

  it('counts in its cluster once among the doors of today while a knock stands, only for those who see it', async () => {
    const [first, second] = [
      await team.saveProperty(colleague, { ...house, address: '9 Shared St', lat: 38.3 }),
      await team.saveProperty(rep, { ...house, address: '11 Shared St', lat: 38.3001 }),
    ]
    const bounds = { ...around, south: 38.299, north: 38.301 }
    const doneFor = async (person: TestUser) => {
      const { propertyMap } = await team.execute(person, map, { b: bounds, z: 14 })
      return propertyMap.clusters.map(({ count, doneToday }: Json) => [count, doneToday])
    }
    expect(await doneFor(rep)).toEqual([[2, 0]])
    const logged = [
      await knock(colleague, 'talked', first['id'] as string),
      await knock(colleague, 'nobody_home', first['id'] as string),
    ]
    for (const person of [owner, rep, colleague]) expect(await doneFor(person)).toEqual([[2, 1]])
    const third = await team.saveProperty(rep, { ...house, address: '13 Shared St', lat: 38.3002 })
    expect(await doneFor(rep)).toEqual([[3, 1]])
    await setVisible(owner, false)
    expect(await doneFor(rep)).toEqual([[2, 0]])
    await setVisible(owner, true)
    for (const { eventId } of logged)
      await rest(team.server.url, colleague.token, 'DELETE', `/crm/door-knocks/${eventId}`)
    expect(await doneFor(owner)).toEqual([[3, 0]])
    for (const { id: added } of [first, second, third])
      await team.execute(owner, 'mutation ($id: ID!) { deleteProperty(id: $id) { __typename } }', { id: added })
  })

  it('is read without its owner, notes and history', async () => {
    const { property } = await team.execute(rep, read, { id })
    expect(property).toEqual({
      id,
      limited: true,
      address: house.address,
      streetNumber: '7',
      streetName: 'Shared St',
      city: 'Sample Town',
      lat: 38.2,
      lng: -87.2,
      status: 'NOT_INTERESTED',
      lastOutcome: 'NOT_INTERESTED',
      lastKnockedAt: expect.any(String),
      assignedTo: { id: colleague.id, fullName: 'Sample Rep 01' },
      state: null,
      zipCode: null,
      ownerName: null,
      ownerAddress: null,
      ownerSource: null,
      parcelId: null,
      unconfirmed: false,
      neighborhood: null,
      notes: null,
      outline: null,
      tags: [],
      priority: 'NORMAL',
      leads: [],
      knocks: [],
      history: { edges: [] },
    })
    expect((await team.execute(owner, read, { id })).property).toMatchObject({ limited: false, notes: house.notes })
    expect((await rest(team.server.url, rep.token, 'GET', `/properties/${id}`)).status).toBe(404)
    expect(
      await team.errorCode(rep, 'mutation ($id: ID!) { updateProperty(id: $id, input: { notes: "" }) { id } }', { id }),
    ).toBe('NOT_FOUND')
    const { properties } = await team.execute(rep, '{ properties { totalCount edges { node { id } } } }')
    expect(properties.edges.map(({ node }: Json) => node.id)).not.toContain(id)
    expect(await team.errorCode(team.otherTenant.reps[0]!, read, { id })).toBe('NOT_FOUND')
  })

  it('may be knocked at, and only the own knock be seen and withdrawn', async () => {
    const input = { propertyId: id, outcome: 'TALKED' }
    const { logKnock } = await team.execute(
      rep,
      'mutation ($input: KnockInput!) { logKnock(input: $input) { eventId status property { id limited lastOutcome ownerName } } }',
      { input },
    )
    expect(logKnock).toMatchObject({
      status: 'CONTACTED',
      property: { id, limited: true, lastOutcome: 'TALKED', ownerName: null },
    })
    const withdraw = (person: TestUser) =>
      team.errorCode(person, 'mutation ($id: ID!) { withdrawKnock(eventId: $id) { status } }', { id: logKnock.eventId })
    const readKnocks = async (person: TestUser) => (await team.execute(person, read, { id })).property.knocks as Json[]
    expect(await readKnocks(rep)).toEqual([{ eventId: logKnock.eventId }])
    expect(await readKnocks(colleague)).toHaveLength(2)
    expect(await withdraw(colleague)).toBe('NOT_FOUND')
    expect(await withdraw(rep)).toBeUndefined()
    expect(await readKnocks(rep)).toEqual([])
    expect((await team.execute(owner, read, { id })).property.status).toBe('NOT_INTERESTED')
  })

  it('notifies the reps of the team when it changes', async () => {
    const watching = createSocketClient(team.server.url, rep.token)
    let since = Infinity
    const received = nextValue<Json>(
      watching,
      'subscription { propertiesChanged { at } }',
      ({ propertiesChanged }) => Date.parse(propertiesChanged.at) >= since,
    )
    await waitUntilSubscribed(watching)
    since = Date.now()
    await knock(colleague, 'left_flyer')
    await received
    await watching.dispose()
  })
})

describe("the tenant's setting", () => {
  afterEach(() => setVisible(team.globalAdmin, true))

  it("hides the team's properties from reps when it is off", async () => {
    expect(await setVisible(owner, false)).toEqual({ updateTenant: { teamDoorsVisible: false } })
    expect(await markerFor(rep)).toBeUndefined()
    expect(await team.errorCode(rep, read, { id })).toBe('NOT_FOUND')
    expect((await knock(rep, 'talked')).status).toBe(404)
    expect(await markerFor(colleague)).toMatchObject({ mine: true })
    expect(await markerFor(owner)).toMatchObject({ mine: false })
    expect((await knock(colleague, 'come_back')).status).toBe(201)
  })

  it('is changed by the owner and a global admin, and by nobody else', async () => {
    const attempt = (person: TestUser, input: object, of = tenantId) =>
      team.errorCode(person, change, { id: of, input })
    expect(await attempt(rep, { teamDoorsVisible: false })).toBe('FORBIDDEN')
    expect(await attempt(owner, { teamDoorsVisible: false }, team.otherTenant.tenantId)).toBe('NOT_FOUND')
    expect((await team.execute(rep, '{ currentTenant { teamDoorsVisible } }')).currentTenant.teamDoorsVisible).toBe(
      true,
    )
    const changed = await rest(team.server.url, owner.token, 'PUT', `/tenants/${tenantId}`, {
      team_doors_visible: false,
    })
    expect([changed.status, changed.body['data'].team_doors_visible]).toEqual([200, false])
    expect(await attempt(team.globalAdmin, { teamDoorsVisible: true, name: 'Renamed' })).toBeUndefined()
  })
})
