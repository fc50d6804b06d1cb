import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rest } from '../support/client.ts'
import { createServerFixture, type Json, type ServerFixture } from '../support/serverFixture.ts'
import { regridToken, startFakeRegrid, type FakeRegrid } from '../support/fakes/fakeRegrid.ts'
import type { TestUser } from '../support/testTenant.ts'

const query = `query ($from: NextDoorFrom!, $direction: WalkDirection, $crossed: Boolean!, $skip: [ID!]) {
  nextDoor(from: $from, direction: $direction, crossed: $crossed, skip: $skip) { id address streetNumber streetName lat lng
    distanceMeters propertyId status lastOutcome direction crossed } }`

interface Parcel {
  address: string
  number: number
  lat: number
  lng: number
}

/** Saves a parcel as the user. */
function saveParcel(
  team: ServerFixture,
  person: TestUser,
  { address, lat, lng }: Parcel,
): Promise<Record<string, Json>> {
  return team.saveProperty(person, { address: `${address}, Demo Town, IN`, lat, lng })
}

describe('the next door', () => {
  let team: ServerFixture
  /** The houses on the two sides of a street, by number. */
  let odd: Parcel[]
  let even: Parcel[]
  const fromParcel = ({ address, lat, lng }: Parcel) => ({ address: `${address}, Demo Town`, point: { lat, lng } })
  const next = async (from: object, walk: object = {}, person = team.rep) =>
    (await team.execute(person, query, { from, crossed: false, ...walk })).nextDoor as Json

  beforeAll(async () => {
    team = await createServerFixture({ demoTown: true })
    const { rows } = await team.db.query<Parcel>(
      `select address, street_number as number, lat, lng from parcels
       where street_name = 'W 12th Demo St' and street_number is not null and facts->>'use' not like 'Vacant%'
       order by street_number`,
    )
    const onSide = (parity: number) => rows.filter(({ number }) => number % 2 === parity)
    odd = onSide(1)
    even = onSide(0)
  }, 120_000)
  afterAll(() => team.teardown())

  it('is the next house number on the same side of the street, saved or not', async () => {
    const [first, second, third] = odd.slice(10) as [Parcel, Parcel, Parcel]
    const unsaved = await next(fromParcel(first))
    expect(unsaved).toMatchObject({
      streetNumber: `${second.number}`,
      streetName: 'W 12th Demo St',
      lat: second.lat,
      propertyId: null,
      status: null,
      direction: 'ASCENDING',
      crossed: false,
    })
    expect(unsaved.distanceMeters).toBeGreaterThan(5)
    expect(unsaved.distanceMeters).toBeLessThan(60)
    const saved = await saveParcel(team, team.colleague, second)
    const found = await next(fromParcel(first))
    expect(found).toMatchObject({ id: unsaved.id, propertyId: saved['id'], status: 'NEW', lastOutcome: null })
    expect(await next({ propertyId: found.propertyId })).toMatchObject({ streetNumber: `${third.number}` })
    expect(await next(fromParcel(second), { direction: 'DESCENDING' })).toMatchObject({
      streetNumber: `${first.number}`,
    })
  })

  it('leaves out doors that refused or prohibit soliciting, and those that the client names', async () => {
    const [first, refused, prohibited, skipped, last] = even.slice(20) as [Parcel, Parcel, Parcel, Parcel, Parcel]
    for (const [parcel, outcome] of [
      [refused, 'not_interested'],
      [prohibited, 'no_soliciting'],
    ] as const) {
      const { id } = await saveParcel(team, team.colleague, parcel)
      await rest(team.server.url, team.colleague.token, 'POST', '/crm/door-knocks', { property_id: id, outcome })
    }
    const found = await next(fromParcel(first))
    expect(found.streetNumber).toBe(`${skipped.number}`)
    expect(await next(fromParcel(first), { skip: [found.id] })).toMatchObject({ streetNumber: `${last.number}` })
  })

  it("leaves out a colleague's door that is interested, and not the rep's own", async () => {
    const [first, colleagues, own] = even.slice(30) as [Parcel, Parcel, Parcel]
    for (const [parcel, person] of [
      [colleagues, team.colleague],
      [own, team.rep],
    ] as const) {
      const { id: property_id } = await saveParcel(team, person, parcel)
      const knock = { property_id, outcome: 'interested' }
      await rest(team.server.url, person.token, 'POST', '/crm/door-knocks', knock)
    }
    const from = fromParcel(first)
    expect(await next(from, { direction: 'ASCENDING' })).toMatchObject({ streetNumber: `${own.number}` })
    expect(await next(from, { direction: 'ASCENDING' }, team.colleague)).toMatchObject({
      streetNumber: `${colleagues.number}`,
    })
  })

  it('goes in the direction from the previous knock', async () => {
    const [first, second, third] = even.slice(40) as [Parcel, Parcel, Parcel]
    const { id } = await saveParcel(team, team.rep, third)
    await rest(team.server.url, team.rep.token, 'POST', '/crm/door-knocks', { property_id: id, outcome: 'talked' })
    expect(await next(fromParcel(second))).toMatchObject({ streetNumber: `${first.number}`, direction: 'DESCENDING' })
  })

  it('crosses at the end of the side, comes back on the other side and ends', async () => {
    const crossed = await next(fromParcel(odd.at(-1)!))
    expect(crossed).toMatchObject({ streetNumber: `${even.at(-1)!.number}`, direction: 'DESCENDING', crossed: true })
    const walk = { direction: 'DESCENDING', crossed: true }
    expect(await next(fromParcel(even.at(-1)!), walk)).toMatchObject({
      streetNumber: `${even.at(-2)!.number}`,
      ...walk,
    })
    expect(await next(fromParcel(even[0]!), walk)).toBeNull()
  })

  it('is the house beside a corner house, which has the address of the other street', async () => {
    const { rows } = await team.db.query<Parcel>(
      `select address, street_number as number, lat, lng from parcels
       where address like '972 N Larch %' or address like '1572 N Larch %' order by street_number`,
    )
    const [corner] = rows as [Parcel]
    const beside = await next(fromParcel(corner))
    expect(beside).toMatchObject({ propertyId: null, crossed: false })
    expect(beside.streetName).toMatch(/^W \d+th Demo St$/)
    expect(beside.distanceMeters).toBeLessThan(60)
    const along = await next(
      { address: `${beside.address}, Demo Town`, point: { lat: beside.lat, lng: beside.lng } },
      { direction: beside.direction, skip: [beside.id] },
    )
    expect(along).toMatchObject({ streetName: beside.streetName, direction: beside.direction })
  })

  it('is found without a lookup that is recorded or billed', async () => {
    const count = async () => (await team.db.query('select count(*)::int as n from activity_events')).rows[0].n
    const before = await count()
    await next(fromParcel(odd[3]!))
    expect(await count()).toBe(before)
  })

  it('needs a property, or an address with a point', async () => {
    for (const from of [{}, { address: odd[0]!.address }])
      expect(await team.errorCode(team.rep, query, { from, crossed: false })).toBe('BAD_USER_INPUT')
  })
})

describe('the next door with a provider that bills', () => {
  let regrid: FakeRegrid
  let team: ServerFixture
  beforeAll(async () => {
    regrid = await startFakeRegrid()
    team = await createServerFixture({
      ownServer: 'looks up at Regrid',
      env: { REGRID_TOKEN: regridToken, REGRID_URL: regrid.url },
    })
  }, 60_000)
  afterAll(async () => {
    await team.teardown()
    await regrid.close()
  })

  it('is the next saved property, and the provider is not asked', async () => {
    const at = (number: number) => ({ address: `${number} Paid Ave`, lat: 38.3 + number / 1e5, lng: -87.3 })
    const saved = []
    for (const number of [11, 12, 13, 19]) saved.push(await team.saveProperty(team.rep, at(number)))
    const found = (await team.execute(team.rep, query, { from: { propertyId: saved[0]!['id'] }, crossed: false }))
      .nextDoor
    expect(found).toMatchObject({ propertyId: saved[2]!['id'], streetNumber: '13' })
    expect(regrid.requests).toEqual([])
  })
})
