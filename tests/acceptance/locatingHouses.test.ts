import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cellOf } from '../../api/domain/cells.ts'
import { graphql } from '../support/client.ts'
import { type FakeRegrid, regridToken, startFakeRegrid } from '../support/fakes/fakeRegrid.ts'
import { createServerFixture, type Json, type ServerFixture } from '../support/serverFixture.ts'

const query = `query ($bounds: BoundsInput!) {
  housesIn(bounds: $bounds) { address streetNumber streetName city state zipCode lat lng } }`

interface Parcel {
  address: string
  lat: number
  lng: number
}

const around = ({ lat, lng }: { lat: number; lng: number }, degrees: number) => ({
  south: lat - degrees,
  west: lng - degrees,
  north: lat + degrees,
  east: lng + degrees,
})

describe('the houses in an area', () => {
  let team: ServerFixture
  let parcels: Parcel[]
  const read = async (bounds: object, person = team.rep) =>
    (await team.execute(person, query, { bounds })).housesIn as Json[]

  beforeAll(async () => {
    team = await createServerFixture({ demoTown: true })
    const { rows } = await team.db.query<Parcel>(
      `select address, lat, lng from parcels where street_name = 'W 12th Demo St' and street_number is not null
       and facts->>'use' not like 'Vacant%' order by street_number`,
    )
    parcels = rows
  }, 120_000)
  afterAll(() => team.teardown())

  it('are those with an address, saved or not, without their owners', async () => {
    const parcel = parcels[20]!
    const bounds = around(parcel, 0.001)
    const { south, west, north, east } = bounds
    const { rows } = await team.db.query<{ address: string }>(
      `select distinct address from parcels where lat between $1 and $2 and lng between $3 and $4
       and street_number is not null and coalesce(facts->>'use', '') not like 'Vacant%'`,
      [south, north, west, east],
    )
    const houses = await read(bounds)
    expect(houses.length).toBeGreaterThan(5)
    expect(new Set(houses.map(({ address }) => String(address).split(',')[0]))).toEqual(
      new Set(rows.map(({ address }) => address)),
    )
    expect(houses).toHaveLength(rows.length)
    expect(houses).toContainEqual({
      address: `${parcel.address}, Demo Town, IN 00042`,
      streetNumber: parcel.address.split(' ')[0],
      streetName: 'W 12th Demo St',
      city: 'Demo Town',
      state: 'IN',
      zipCode: '00042',
      lat: parcel.lat,
      lng: parcel.lng,
    })
  })

  it('are the same for every role and team, whatever somebody has saved', async () => {
    const bounds = around(parcels[30]!, 0.0005)
    const before = await read(bounds)
    const { address, lat, lng } = parcels[30]!
    await team.saveProperty(team.colleague, { address: `${address}, Demo Town, IN`, lat, lng, notes: 'Dog' })
    for (const person of [team.rep, team.owner, team.otherTenant.reps[0]!])
      expect(await read(bounds, person)).toEqual(before)
  })

  it('are not recorded or billed', async () => {
    const count = async () => (await team.db.query('select count(*)::int as n from activity_events')).rows[0].n
    const before = await count()
    await read(around(parcels[0]!, 0.001))
    expect(await count()).toBe(before)
  })

  it('are refused for bounds that are too large, upside down or not on Earth, and to the public', async () => {
    const message = async (bounds: object) =>
      (await graphql(team.server.url, team.rep.token, query, { bounds })).errors?.[0]?.message
    expect(await message(around(parcels[0]!, 0.02))).toMatch(/at most 2500 meters on each side/)
    expect(await message({ south: 1, west: 1, north: 0, east: 2 })).toMatch(/bounds are not valid/)
    expect(await message({ south: 89.999, west: 1, north: 91, east: 1.001 })).toMatch(/out of range/)
    const { errors } = await graphql(team.server.url, null, query, { bounds: around(parcels[0]!, 0.001) })
    expect(errors?.[0]?.extensions.code).toBe('UNAUTHENTICATED')
  })

  it('are refused if there are too many', async () => {
    const place = { lat: 40.5, lng: -86.5 }
    await team.db.query(
      `insert into parcels (dataset, parcel_id, address, street_number, street_key, street_name, lat, lng, cell, facts)
       select 'crowd', n, n || ' Crowd Ave', n, 'crowd ave', 'Crowd Ave', 40.5, -86.5, $1, '{}'
       from generate_series(1, 5001) n`,
      [`${cellOf(place)}`],
    )
    const bounds = around(place, 0.001)
    expect(await team.errorCode(team.rep, query, { bounds })).toBe('BAD_USER_INPUT')
    await team.db.query(`delete from parcels where dataset = 'crowd' and street_number = 5001`)
    expect(await read(bounds)).toHaveLength(5000)
  })
})

describe('the houses in an area with a provider that bills', () => {
  let regrid: FakeRegrid
  let team: ServerFixture
  beforeAll(async () => {
    regrid = await startFakeRegrid()
    team = await createServerFixture({
      demoTown: true,
      ownServer: 'looks up at Regrid',
      env: { REGRID_TOKEN: regridToken, REGRID_URL: regrid.url },
    })
  }, 120_000)
  afterAll(async () => {
    await team.teardown()
    await regrid.close()
  })

  it('are none, and the provider is not asked', async () => {
    const { rows } = await team.db.query<Parcel>('select lat, lng from parcels where street_number is not null limit 1')
    expect((await team.execute(team.rep, query, { bounds: around(rows[0]!, 0.001) })).housesIn).toEqual([])
    expect(regrid.requests).toEqual([])
  })
})
