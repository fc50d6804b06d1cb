import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { cellOf } from '../../api/domain/cells.ts'
import { rectangle } from '../support/areas.ts'
import { graphql, rest } from '../support/client.ts'
import { createServerFixture, type Json, type ServerFixture } from '../support/serverFixture.ts'
import type { TestUser } from '../support/testTenant.ts'

let fixture: ServerFixture
let territoryId: string

const origin = { lat: 38.7, lng: -87.7 }
const pointAt = (east: number, north: number) => ({
  lat: origin.lat + north / 111_320,
  lng: origin.lng + east / (111_320 * Math.cos((origin.lat * Math.PI) / 180)),
})
/** Houses are every 15 meters to the east, the odd ones in the north. */
const houseAt = (number: number) => pointAt(15 * Math.floor((number - 1) / 2), number % 2 === 1 ? 10 : -10)
const addressOf = (number: number) => `${number} Unsaved Demo St, Demo Town, IN 47591`

beforeAll(async () => {
  fixture = await createServerFixture()
  for (let number = 1; number <= 10; number += 1) await recordParcel(number)
  territoryId = await newTerritory(fixture.rep, 45)
}, 120_000)
afterAll(async () => {
  await fixture.db.query(`delete from parcels where dataset = 'unsaved'`)
  await fixture.teardown()
})
beforeEach(async () => {
  const { tenantId } = fixture.testTenant
  for (const table of ['do_not_knock', 'registry_entries', 'registries', 'knocks', 'properties'])
    await fixture.db.query(`delete from ${table} where tenant_id = $1`, [tenantId])
})

async function recordParcel(number: number, { lat, lng } = houseAt(number)): Promise<void> {
  await fixture.db.query(
    `insert into parcels (dataset, parcel_id, address, street_number, street_key, street_name, city, state, zip_code,
       owner_name, lat, lng, cell)
     values ('unsaved', $1::text, $1 || ' Unsaved Demo St', $1::int, 'unsaved demo st', 'Unsaved Demo St', 'Demo Town', 'IN', '47591',
       'Sample Owner 0142', $2, $3, $4)`,
    [`${number}`, lat, lng, `${cellOf({ lat, lng })}`],
  )
}

/** A territory from the first house to the given distance to the east. */
async function newTerritory(holder: TestUser, east: number): Promise<string> {
  const [one, other] = [pointAt(-8, -50), pointAt(east - 8, 50)]
  const create = 'mutation ($input: [CreateTerritoryInput!]!) { createTerritories(input: $input) { id } }'
  const input = [{ name: 'Unsaved Park', area: rectangle(one.lng, one.lat, other.lng, other.lat) }]
  const id = (await fixture.execute(fixture.owner, create, { input })).createTerritories[0].id as string
  const assign = 'mutation ($id: ID!, $userIds: [ID!]!) { assignTerritory(id: $id, userIds: $userIds) { id } }'
  await fixture.execute(fixture.owner, assign, { id, userIds: [holder.id] })
  return id
}

const query = `query ($input: WalkingRouteInput!) { walkingRoute(input: $input) {
  stops { propertyId address streetNumber streetName city point { lat lng } side status isDue } } }`
const planStops = async (input: object = {}, person: TestUser = fixture.rep) =>
  (await fixture.execute(person, query, { input: { territoryId, from: pointAt(-5, 10), ...input } })).walkingRoute
    .stops as Json[]
const plan = async (input: object = {}, person: TestUser = fixture.rep) =>
  (await planStops(input, person)).map(({ streetNumber }) => streetNumber).join(' ')
const save = async (number: number, more: object = {}, person: TestUser = fixture.rep): Promise<string> =>
  (await fixture.saveProperty(person, { address: addressOf(number), ...houseAt(number), ...more })).id as string
const nextAfter = async (number: number) => {
  const from = { address: addressOf(number), point: houseAt(number) }
  const { nextDoor } = await fixture.execute(
    fixture.rep,
    'query ($from: NextDoorFrom!) { nextDoor(from: $from, direction: ASCENDING, crossed: false) { streetNumber } }',
    { from },
  )
  return nextDoor.streetNumber as string
}
const knock = (propertyId: string, outcome: string) =>
  fixture.execute(fixture.rep, 'mutation ($input: KnockInput!) { logKnock(input: $input) { eventId } }', {
    input: { propertyId, outcome },
  })

it('a route through a territory goes past its houses that nobody has saved', async () => {
  expect(await plan()).toBe('1 3 5 6 4 2')
  const [first] = await planStops()
  expect(first).toEqual({
    ...{ propertyId: null, address: addressOf(1), streetNumber: '1', streetName: 'Unsaved Demo St', city: 'Demo Town' },
    ...{ point: houseAt(1), side: 'ODD', status: null, isDue: false },
  })
  expect(await plan({ limit: 3 })).toBe('1 3 2')
  expect(await plan({ from: null, limit: 500 })).toMatch(/^(?:\d ){5}\d$/)
  // Only the route of a territory has houses that nobody has saved.
  expect(await plan({ territoryId: null })).toBe('')
})

it('a house that is knocked at is a saved door, which the route leaves out until it is open again', async () => {
  const ids = [await save(1), await save(3), await save(5, { address: '5 N Unsaved Demo St, Demo Town' })]
  const stops = await planStops()
  expect(stops.map(({ streetNumber, propertyId }) => [streetNumber, propertyId])).toEqual([
    ...[1, 3, 5].map((number, at) => [`${number}`, ids[at]]),
    ...['6', '4', '2'].map((number) => [number, null]),
  ])
  await knock(ids[0]!, 'NOBODY_HOME')
  await knock(ids[1]!, 'NOT_INTERESTED')
  // The street may be that of the record, so the house is not offered as one that is not saved either.
  await knock(ids[2]!, 'TALKED')
  expect(await plan()).toBe('2 4 6')
})

it('doors to come back to today come first when the route is full', async () => {
  const id = await save(5)
  await fixture.execute(fixture.rep, 'mutation ($input: KnockInput!) { logKnock(input: $input) { eventId } }', {
    input: { propertyId: id, outcome: 'COME_BACK', comeBackAt: new Date().toISOString() },
  })
  expect(await plan({ limit: 2 })).toBe('1 5')
})

it('nobody is led to a door that a mark or the list of a city forbids, saved or not', async () => {
  const mark = 'mutation ($input: DoNotKnockInput!) { setDoNotKnock(input: $input) { id } }'
  await fixture.execute(fixture.owner, mark, { input: { propertyId: await save(1), kind: 'ASKED' } })
  expect(await plan()).toBe('3 5 6 4 2')
  const { tenantId, owner } = fixture.testTenant
  const registryId = randomUUID()
  const dates = (from: string, to: string) =>
    fixture.db.query(
      `insert into registries (tenant_id, id, city, city_key, file_name, imported_by, created_at, saved_at, effective_from, expires_at)
       values ($1, $2, 'Demo Town', 'demo town', 'list.csv', $3, now(), now(), now() + $4::interval, now() + $5::interval)
       on conflict (tenant_id, id) do update set effective_from = excluded.effective_from, expires_at = excluded.expires_at`,
      [tenantId, registryId, owner.id, from, to],
    )
  await dates('-1 day', '1 day')
  const entry = (place: number, address: string, door: string, city = 'Demo Town') =>
    fixture.db.query(
      `insert into registry_entries (tenant_id, registry_id, place, row, address, city, door, match)
       values ($1, $2, $3, $3, $4, $6, $5, 'not_found')`,
      [tenantId, registryId, place, address, door, city],
    )
  await entry(1, '3 Unsaved Demo Street', '3|unsaved demo st|')
  // The same door of another city is another house.
  await entry(2, '4 Unsaved Demo St', '4|unsaved demo st|', 'Other Town')
  expect(await plan()).toBe('2 4 6 5')
  expect(await nextAfter(1)).toBe('5')
  expect(await nextAfter(2)).toBe('4')
  await dates('1 day', '2 days')
  expect(await plan()).toBe('3 5 6 4 2')
  expect(await nextAfter(1)).toBe('3')
  await dates('-2 days', '-1 day')
  expect(await plan()).toBe('3 5 6 4 2')
})

it('a colleague’s saved door is none that is not saved, also where the company hides it', async () => {
  await save(1, {}, fixture.colleague)
  const setting = 'mutation ($shown: Boolean!) { updateCompany(input: { teamDoorsVisible: $shown }) { id } }'
  await fixture.execute(fixture.owner, setting, { shown: false })
  try {
    expect(await plan()).toBe('3 5 6 4 2')
  } finally {
    await fixture.execute(fixture.owner, setting, { shown: true })
  }
  expect(await plan()).toBe('1 3 5 6 4 2')
})

it('a property of another company saves no door of this one, and its territory is unknown', async () => {
  const stranger = fixture.otherTenant.owner
  await save(1, {}, stranger)
  expect((await planStops())[0]).toMatchObject({ streetNumber: '1', propertyId: null })
  for (const person of [stranger, fixture.colleague]) {
    const { errors } = await graphql(fixture.server.url, person.token, query, { input: { territoryId } })
    expect(errors?.[0].extensions.code).toBe('NOT_FOUND')
  }
})

it('REST has the same doors', async () => {
  const { status, body } = await rest(fixture.server.url, fixture.rep.token, 'POST', '/crm/route', {
    ...{ territory_id: territoryId, from: pointAt(-5, 10), limit: 2 },
  })
  expect(status).toBe(200)
  expect(body['data'].stops).toMatchObject([
    { property_id: null, address: addressOf(1), status: null, is_due: false },
    { property_id: null, address: addressOf(3), status: null, is_due: false },
  ])
})
