import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { graphql, rest } from '../support/client.ts'
import { createServerFixture, type Json, type ServerFixture } from '../support/serverFixture.ts'
import type { TestUser } from '../support/testTenant.ts'

let fixture: ServerFixture

beforeAll(async () => {
  fixture = await createServerFixture()
}, 120_000)
afterAll(() => fixture.teardown())
beforeEach(() => fixture.db.query('delete from properties where tenant_id = $1', [fixture.testTenant.tenantId]))

const query = `query ($input: WalkingRouteInput!) { walkingRoute(input: $input) {
  stops { propertyId address streetNumber streetName city point { lat lng } side status isDue } line { lat lng } meters minutes } }`
const plan = async (input: object = {}, person: TestUser = fixture.rep) =>
  (await fixture.execute(person, query, { input })).walkingRoute as Json
const numbersOf = ({ stops }: Json) => (stops as Json[]).map(({ streetNumber }) => streetNumber).join(' ')
async function refusal(input: object, person: TestUser = fixture.rep): Promise<[string, string]> {
  const { errors } = await graphql(fixture.server.url, person.token, query, { input })
  return [errors?.[0].extensions.code, errors?.[0].message]
}

const origin = { lat: 38.5, lng: -87.5 }
const pointAt = (east: number, north: number) => ({
  lat: origin.lat + north / 111_320,
  lng: origin.lng + east / (111_320 * Math.cos((origin.lat * Math.PI) / 180)),
})

/** Houses of Sample St every 15 meters to the east, the odd ones in the north. Returns their ids by their numbers. */
async function saveStreet(count: number, person: TestUser = fixture.rep): Promise<Record<number, string>> {
  const ids: Record<number, string> = {}
  for (let number = 1; number <= count; number += 1) {
    const at = pointAt(15 * Math.floor((number - 1) / 2), number % 2 === 1 ? 10 : -10)
    const { id } = await fixture.saveProperty(person, { address: `${number} Sample St, Demo Town, IN`, ...at })
    ids[number] = id as string
  }
  return ids
}

const log = 'mutation ($input: KnockInput!) { logKnock(input: $input) { eventId } }'
const knock = (propertyId: string | undefined, outcome: string, more: object = {}, person = fixture.rep) =>
  fixture.execute(person, log, { input: { propertyId, outcome, ...more } })
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const days = (count: number) => count * 24 * 60

describe('a walking route', () => {
  it('goes along one side of the street and back on the other, from where the rep stands', async () => {
    const ids = await saveStreet(8)
    const route = await plan({ from: pointAt(-5, 10) })
    expect(numbersOf(route)).toBe('1 3 5 7 8 6 4 2')
    expect(route.stops[0]).toEqual({
      ...{ propertyId: ids[1], address: '1 Sample St, Demo Town, IN', streetNumber: '1', streetName: 'Sample St' },
      ...{ city: null, point: { lat: expect.any(Number), lng: expect.any(Number) } },
      ...{ side: 'ODD', status: 'NEW', isDue: false },
    })
    expect(route.line).toHaveLength(9)
    expect(route.meters).toBeCloseTo(5 + 45 + 20 + 45, 0)
    expect(route.minutes).toBeCloseTo(8 * 2.5 + route.meters / 80, 3)
    expect(numbersOf(await plan({ from: pointAt(50, -10) }))).toBe('8 6 4 2 1 3 5 7')
  })

  it('has only the doors where the rep may knock and somebody may be met', async () => {
    const ids = await saveStreet(9)
    await knock(ids[1], 'NOT_INTERESTED')
    await knock(ids[2], 'TALKED')
    await knock(ids[3], 'NOBODY_HOME')
    await knock(ids[4], 'NOBODY_HOME', { occurredAt: ago(days(2)) })
    await knock(ids[5], 'NO_SOLICITING', { occurredAt: ago(days(2)) })
    await knock(ids[6], 'COME_BACK', { comeBackAt: new Date().toISOString() })
    await knock(ids[7], 'COME_BACK', { comeBackAt: new Date(Date.now() + days(3) * 60_000).toISOString() })
    const mark = 'mutation ($input: DoNotKnockInput!) { setDoNotKnock(input: $input) { id } }'
    await fixture.execute(fixture.owner, mark, { input: { propertyId: ids[8], kind: 'ASKED' } })
    const route = await plan({ from: pointAt(100, 10) })
    expect(numbersOf(route)).toBe('9 6 4')
    expect(route.stops.map(({ isDue }: Json) => isDue)).toEqual([false, true, false])
    expect(numbersOf(await plan({ propertyIds: Object.values(ids), from: pointAt(100, 10) }))).toBe('9 6 4')
    expect(numbersOf(await plan({ propertyIds: [ids[9], ids[1]] }))).toBe('9')
  })

  it('has those to come back to today and the nearest if there are more than its limit', async () => {
    const ids = await saveStreet(8)
    await knock(ids[8], 'COME_BACK', { comeBackAt: ago(1) })
    expect(numbersOf(await plan({ from: pointAt(0, 10), limit: 4 }))).toBe('1 3 2 8')
    expect(await refusal({ limit: 0 })).toEqual(['BAD_USER_INPUT', 'A route has between 1 and 500 doors.'])
    expect(await refusal({ limit: 501 })).toEqual(['BAD_USER_INPUT', 'A route has between 1 and 500 doors.'])
    expect(await refusal({ from: { lat: 91, lng: 0 } })).toEqual([
      'BAD_USER_INPUT',
      'The coordinates are out of range.',
    ])
  })

  it('takes as long as the knocks of the rep tell', async () => {
    const ids = await saveStreet(2)
    const start = 'mutation ($id: ID) { startKnockSession(id: $id) { id } }'
    const { startKnockSession } = await fixture.execute(fixture.rep, start, { id: randomUUID() })
    const sessionId = startKnockSession.id as string
    for (let n = 22; n > 0; n -= 1) await knock(ids[1], 'NOBODY_HOME', { sessionId, occurredAt: ago(days(1) + 6 * n) })
    const { meters, minutes } = await plan()
    expect(minutes).toBeCloseTo(2 * 6 + meters / 80, 1)
    await fixture.saveProperty(fixture.colleague, { address: '2 Larch St, Demo Town, IN' })
    expect((await plan({}, fixture.colleague)).minutes).toBe(2.5)
  })

  it('is the same by REST', async () => {
    const ids = await saveStreet(4)
    const { status, body } = await rest(fixture.server.url, fixture.rep.token, 'POST', '/crm/route', {
      ...{ from: pointAt(-5, 10), limit: 3 },
    })
    expect(status).toBe(200)
    expect(body['data'].stops.map((stop: Json) => [stop.property_id, stop.side, stop.is_due])).toEqual([
      [ids[1], 'odd', false],
      [ids[3], 'odd', false],
      [ids[2], 'even', false],
    ])
    const tooMany = Array.from({ length: 501 }, () => ids[1])
    const refused = await rest(fixture.server.url, fixture.rep.token, 'POST', '/crm/route', { property_ids: tooMany })
    expect(refused.status).toBe(400)
  })
})

describe('whose doors', () => {
  const ring = (east: number, west: number) => {
    const [one, other] = [pointAt(west, -50), pointAt(east, 50)]
    return [
      [one.lng, one.lat],
      [other.lng, one.lat],
      [other.lng, other.lat],
      [one.lng, other.lat],
      [one.lng, one.lat],
    ]
  }
  async function newTerritory(holder: TestUser | null, west: number, east: number): Promise<string> {
    const create = 'mutation ($input: [CreateTerritoryInput!]!) { createTerritories(input: $input) { id } }'
    const area = { type: 'Polygon', coordinates: [ring(east, west)] }
    const { createTerritories } = await fixture.execute(fixture.owner, create, { input: [{ name: 'Elm Park', area }] })
    const id = createTerritories[0].id as string
    const assign = 'mutation ($id: ID!, $userIds: [ID!]!) { assignTerritory(id: $id, userIds: $userIds) { id } }'
    if (holder) await fixture.execute(fixture.owner, assign, { id, userIds: [holder.id] })
    return id
  }

  it('are those of a territory that the rep holds, whoever saved them', async () => {
    const ids = await saveStreet(6, fixture.colleague)
    await knock(ids[1], 'INTERESTED', { occurredAt: ago(days(1)) }, fixture.colleague)
    await knock(ids[1], 'NOBODY_HOME', { occurredAt: ago(days(1) - 5) }, fixture.colleague)
    const territoryId = await newTerritory(fixture.rep, -8, 22)
    // The colleague follows up the first one.
    expect(numbersOf(await plan({ territoryId, from: pointAt(25, 10) }))).toBe('3 4 2')
    expect(numbersOf(await plan({}, fixture.rep))).toBe('')
    expect(await refusal({ territoryId, propertyIds: [ids[1]] })).toEqual([
      'BAD_USER_INPUT',
      'Give a territory or properties, not both.',
    ])
    const setting = 'mutation ($visible: Boolean!) { updateCompany(input: { teamDoorsVisible: $visible }) { id } }'
    await fixture.execute(fixture.owner, setting, { visible: false })
    try {
      expect(numbersOf(await plan({ territoryId }))).toBe('')
      expect(await refusal({ propertyIds: [ids[2]] })).toEqual(['NOT_FOUND', 'Property not found'])
    } finally {
      await fixture.execute(fixture.owner, setting, { visible: true })
    }
  })

  it('are unknown in a territory that somebody else holds, and in another company', async () => {
    const ids = await saveStreet(2)
    const territoryId = await newTerritory(fixture.colleague, -8, 22)
    expect(await refusal({ territoryId })).toEqual(['NOT_FOUND', 'Territory not found'])
    expect(numbersOf(await plan({ territoryId }, fixture.owner))).toBe('1 2')
    const stranger = fixture.otherTenant.owner
    expect(await refusal({ territoryId }, stranger)).toEqual(['NOT_FOUND', 'Territory not found'])
    expect(await refusal({ propertyIds: [ids[1]] }, stranger)).toEqual(['NOT_FOUND', 'Property not found'])
    expect(await refusal({ propertyIds: [ids[1], randomUUID()] })).toEqual(['NOT_FOUND', 'Property not found'])
    expect(numbersOf(await plan({}, stranger))).toBe('')
  })
})
