import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Area } from '../../api/domain/territories/area.ts'
import { parseArea } from '../../api/domain/territories/area.ts'
import { prepareContains } from '../../api/domain/polygons.ts'
import { graphql, rest } from '../support/client.ts'
import { createServerFixture, type Json, type ServerFixture } from '../support/serverFixture.ts'
import type { TestUser } from '../support/testTenant.ts'

let fixture: ServerFixture

beforeAll(async () => {
  fixture = await createServerFixture({ propertiesPerRep: 10, demoTown: true })
}, 120_000)
afterAll(() => fixture.teardown())

const query = `query ($zipCode: String, $filter: PropertyFilter, $at: PointInput) {
  territoryAround(zipCode: $zipCode, filter: $filter, at: $at) { area doors } }`
async function around(variables: object, person: TestUser = fixture.owner): Promise<{ area: Area; doors: number }> {
  return (await fixture.execute(person, query, variables))['territoryAround']
}
async function refusal(variables: object, person: TestUser = fixture.owner): Promise<[string, string]> {
  const { errors } = await graphql(fixture.server.url, person.token, query, variables)
  return [errors?.[0].extensions.code, errors?.[0].message]
}
interface Row {
  lat: number
  lng: number
  isInside: boolean
}
async function readHouses(zipCode: string): Promise<Row[]> {
  const { rows } = await fixture.db.query(
    `select lat, lng, zip_code = $1 as "isInside" from parcels
     where street_number is not null and address is not null and coalesce(facts->>'use', '') not ilike 'vacant%'`,
    [zipCode],
  )
  return rows as Row[]
}
const createProperty = 'mutation ($input: NewPropertyInput!) { createProperty(input: $input) { id } }'

it('around a ZIP code, all of its doors are inside and none of another one, and it can be saved as it is', async () => {
  const { area, doors } = await around({ zipCode: ' 00043 ' })
  expect(area).toEqual(parseArea(area))
  const houses = await readHouses('00043')
  const [own, others] = [houses.filter(({ isInside }) => isInside), houses.filter(({ isInside }) => !isInside)]
  expect([own.length > 200, others.length > 200]).toEqual([true, true])
  const contains = prepareContains(area)
  expect([own.filter(contains).length, others.filter(contains).length]).toEqual([own.length, 0])
  expect(doors).toBe(new Set(own.map(({ lat, lng }) => `${lat} ${lng}`)).size)
  const create = 'mutation ($input: [CreateTerritoryInput!]!) { createTerritories(input: $input) { doors } }'
  const { createTerritories } = await fixture.execute(fixture.owner, create, { input: [{ name: 'Sampleton', area }] })
  expect(createTerritories[0].doors).toBeGreaterThanOrEqual(doors)
  const answer = await rest(fixture.server.url, fixture.owner.token, 'POST', '/territories/around', {
    zip_code: '00043',
  })
  expect(answer).toMatchObject({ status: 200, body: { data: { area, doors } } })
})

it('around a ZIP code, saved doors count, too, and only those of the own company', async () => {
  const houses = [
    { address: '1 Sample Zip', zipCode: '00077-1234', lat: 39.9, lng: -86.3 },
    { address: '2 Sample Zip', zipCode: '00077', lat: 39.9005, lng: -86.3 },
    { address: '3 Sample Zip', zipCode: '00078', lat: 39.9002, lng: -86.3 },
  ]
  for (const input of houses) await fixture.execute(fixture.rep, createProperty, { input })
  const { area, doors } = await around({ zipCode: '00077' })
  expect([doors, ...houses.map(prepareContains(area))]).toEqual([2, true, true, false])
  expect(await refusal({ zipCode: '00077' }, fixture.otherTenant.owner)).toEqual([
    'BAD_USER_INPUT',
    'No door with the ZIP code 00077 is known.',
  ])
})

it('around the saved properties that match a filter, all of them are inside', async () => {
  const bounds = { south: 39.69, west: -86.25, north: 39.71, east: -86.15 }
  const { properties } = await fixture.execute(
    fixture.owner,
    'query ($filter: PropertyFilter) { properties(first: 100, filter: $filter) { edges { node { id lat lng } } } }',
    { filter: { bounds, assignedTo: fixture.rep.id } },
  )
  const points = properties.edges.map(({ node }: Json) => node as { lat: number; lng: number })
  expect(points.length).toBeGreaterThanOrEqual(10)
  const { area, doors } = await around({ filter: { bounds, assignedTo: fixture.rep.id } })
  expect([doors, points.filter(prepareContains(area)).length]).toEqual([points.length, points.length])
  const body = { filter: { assigned_to: fixture.rep.id, created_from: '2100-01-01T00:00:00Z' } }
  const answer = await rest(fixture.server.url, fixture.owner.token, 'POST', '/territories/around', body)
  expect([answer.status, answer.body['detail']]).toEqual([422, 'No saved property matches.'])
})

it('around a place, the area is its block, which ends at the streets', async () => {
  const { rows: houses } = await fixture.db.query(
    `select lat, lng, street_name, street_number from parcels where street_number is not null
     and coalesce(facts->>'use', '') not ilike 'vacant%' and lat between 39.766 and 39.774 and lng between -86.167 and -86.153
     order by abs(lat - 39.77) + abs(lng + 86.16)`,
  )
  const [own] = houses as [Json]
  const at = { lat: own.lat as number, lng: own.lng as number }
  const { area, doors } = await around({ at })
  const contains = prepareContains(area)
  const inside = (houses as Json[]).filter((door) => contains(door as never))
  expect(doors).toBeGreaterThan(8)
  expect(inside.length).toBeGreaterThanOrEqual(doors)
  // Nobody on the other side of the street of the door.
  const isOver = (door: Json) =>
    door.street_name === own.street_name && ((door.street_number as number) - (own.street_number as number)) % 2 !== 0
  expect((houses as Json[]).some(isOver)).toBe(true)
  expect(inside.filter(isOver)).toEqual([])
  const answer = await rest(fixture.server.url, fixture.owner.token, 'POST', '/territories/around', { at })
  expect(answer.body['data']).toEqual({ area, doors })
  expect((await refusal({ at: { lat: 10, lng: 10 } }))[1]).toContain('No door is known near this place.')
  for (const wrong of [
    { lat: 91, lng: 10 },
    { lat: 90, lng: 180 },
  ])
    expect((await refusal({ at: wrong }))[0]).toBe('BAD_USER_INPUT')
})

it('is refused to reps, and for what is no ZIP code', async () => {
  expect((await refusal({ zipCode: '00043' }, fixture.rep))[0]).toBe('FORBIDDEN')
  for (const zipCode of ['', '4620', '46202-1234', '4620a'])
    expect(await refusal({ zipCode })).toEqual(['BAD_USER_INPUT', 'Give the ZIP code as five digits.'])
  expect((await refusal({}))[1]).toBe('Give one of a ZIP code, a filter and a place.')
  expect((await refusal({ zipCode: '00043', filter: {} }))[1]).toBe('Give one of a ZIP code, a filter and a place.')
})
