import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestDatabase, createTestDatabase } from '../../../tests/support/database.ts'
import { loadTown } from '../../../demo/town/load.ts'
import { PARCEL_OUTAGE_ADDRESS } from '../../../demo/town/outage.ts'
import { cellOf } from '../../domain/cells.ts'
import { Unavailable } from '../../domain/errors.ts'
import { containsPoint } from '../../domain/polygons.ts'
import { selectParcel } from '../../domain/addresses/selectParcel.ts'
import { EmbeddedParcels } from './embedded.ts'

let database: TestDatabase
let client: pg.Client
let parcels: EmbeddedParcels

beforeAll(async () => {
  database = await createTestDatabase()
  client = new pg.Client({ connectionString: database.ownerUrl })
  await client.connect()
  await loadTown(client)
  parcels = new EmbeddedParcels(async (sql, params) => (await client.query(sql, params)).rows, {
    simulatedOutageAddress: PARCEL_OUTAGE_ADDRESS,
  })
})
afterAll(async () => {
  await client.end()
  await database.close()
})

const addresses = async (address: string, context?: string) =>
  (await parcels.search(address, context)).map((parcel) => parcel.address)

describe('a parcel lookup by address', () => {
  it('finds the exact number, with the owner and the mailing address', async () => {
    const [parcel, ...others] = await parcels.search('1067 W 11th Demo St, Demo Town, IN 00042, USA')
    expect(others).toEqual([])
    expect(parcel).toMatchObject({
      address: '1067 W 11th Demo St',
      streetNumber: '1067',
      ownerName: 'Sample Owner 0142',
      ownerAddress: 'PO Box 42, Sampleton, IN',
      source: 'parcels:demo',
    })
    expect(containsPoint(parcel!.outline!, parcel!.centroid)).toBe(true)
  })

  it('finds at most five neighbors within 20 numbers if the number does not exist', async () => {
    const near = await parcels.search('1020 W 12th Demo St')
    expect(near).toHaveLength(5)
    expect(near.every((parcel) => Math.abs(Number(parcel.streetNumber) - 1020) <= 20)).toBe(true)
    expect(selectParcel(near, { address: '1020 W 12th Demo St' })).toMatchObject({
      parcel: { address: '1018 W 12th Demo St' },
      unconfirmed: true,
    })
    expect(await addresses('99999 W 12th Demo St')).toEqual([])
  })

  it('finds all units of a building, by its address and by a point in it', async () => {
    await client.query('begin')
    await client.query(
      `with house as (delete from parcels where address = '1018 W 12th Demo St' returning *)
       insert into parcels (dataset, parcel_id, address, street_number, street_key, city, state, zip_code, lat, lng, cell, outline, facts)
       select dataset, 'unit-' || unit, '7951 W 12th Demo St Apt ' || unit, 7951, street_key, city, state, zip_code, lat, lng, cell, outline, facts
       from house, generate_series(1, 60) unit`,
    )
    const units = await parcels.search('7951 W 12th Demo St')
    expect(units).toHaveLength(60)
    expect((await parcels.search('7951 W 12th Demo St #58'))[0]?.address).toBe('7951 W 12th Demo St Apt 58')
    expect(await parcels.atPoint(units[0]!.centroid)).toHaveLength(60)
    await client.query('rollback')
  })

  it('uses the state of the context and ignores its city', async () => {
    expect(await addresses('1018 W 12th Demo St', '/us/in/indianapolis')).toEqual(['1018 W 12th Demo St'])
    expect(await addresses('1018 W 12th Demo St', '/us/oh/columbus')).toEqual([])
  })

  it('finds nothing without a number or a street', async () => {
    expect(await addresses('W 12th Demo St')).toEqual([])
    expect(await addresses('')).toEqual([])
    expect(await addresses("1018 ' or 1=1 --")).toEqual([])
  })
})

describe('a parcel lookup at a point', () => {
  it('finds the parcel that contains the point, up to its corners', async () => {
    const [house] = await parcels.search('1018 W 12th Demo St')
    const corner = house!.outline!.coordinates[0]![0] as [number, number]
    const inside = {
      lng: corner[0] + (house!.centroid.lng - corner[0]) * 0.02,
      lat: corner[1] + (house!.centroid.lat - corner[1]) * 0.02,
    }
    expect((await parcels.atPoint(inside)).map((parcel) => parcel.id)).toEqual([house!.id])
  })

  it('finds none in the street', async () => {
    const [house] = await parcels.search('1018 W 12th Demo St')
    expect(await parcels.atPoint({ lat: house!.centroid.lat - 0.00023, lng: house!.centroid.lng })).toEqual([])
  })

  it('finds a parcel whose centroid is far away', async () => {
    await client.query(`insert into parcels (dataset, parcel_id, lat, lng, cell, outline, facts) select 'demo', 'golf', 40.5, -86.5,
      cell, '{"type":"Polygon","coordinates":[[[-86.52,40.49],[-86.48,40.49],[-86.48,40.51],[-86.52,40.51],[-86.52,40.49]]]}',
      '{"reach_m":2025}' from (select ${cellOf({ lat: 40.5, lng: -86.5 })} as cell) as place`)
    const [found] = await parcels.atPoint({ lat: 40.509, lng: -86.519 })
    expect(found).toMatchObject({ parcelId: 'golf', headline: 'Parcel golf', facts: {} })
    expect(await parcels.atPoint({ lat: 40.511, lng: -86.519 })).toEqual([])
    const outlines = await parcels.outlinesAt([
      { lat: 40.511, lng: -86.519 },
      { lat: 40.509, lng: -86.519 },
    ])
    expect(outlines).toEqual([null, found!.outline])
  })

  it('finds the same outlines for many points as for each one', async () => {
    const { rows: middles } = await client.query(
      `select lat, lng from parcels where dataset = 'demo' and parcel_id <> 'golf' order by md5(parcel_id) limit 60`,
    )
    // Some points are in the street, and one is outside the town.
    const points = [...middles, ...middles.map(({ lat, lng }) => ({ lat: lat - 0.00023, lng })), { lat: 0, lng: 0 }]
    const alone = []
    for (const point of points) {
      const [parcel] = await parcels.atPoint(point)
      alone.push(parcel?.outline ?? null)
    }
    expect(alone.filter((outline) => outline === null).length).toBeGreaterThan(1)
    expect(await parcels.outlinesAt(points)).toEqual(alone)
  })
})

describe('a parcel lookup by id', () => {
  it('finds a record from a search', async () => {
    const [house] = await parcels.search('1018 W 12th Demo St')
    expect(await parcels.byId(house!.id)).toEqual(house)
  })

  it('finds nothing for an unknown or malformed id', async () => {
    expect(await parcels.byId('demo:none')).toBeNull()
    expect(await parcels.byId('none')).toBeNull()
    expect(await parcels.byId('')).toBeNull()
  })
})

describe('the simulated outage', () => {
  it('fails with 503 for every spelling and every kind of lookup', async () => {
    for (const spelling of ['503 W 5th Demo St', '503 west fifth demo street, Demo Town, IN']) {
      await expect(parcels.search(spelling)).rejects.toThrow(Unavailable)
    }
    const { rows } = await client.query(`select parcel_id, lat, lng from parcels where address = $1`, [
      PARCEL_OUTAGE_ADDRESS,
    ])
    await expect(parcels.atPoint(rows[0])).rejects.toThrow('503 Service Unavailable')
    await expect(parcels.byId(`demo:${rows[0].parcel_id}`)).rejects.toThrow(Unavailable)
    const [house] = await parcels.search('1018 W 12th Demo St')
    expect(await parcels.outlinesAt([rows[0], house!.centroid])).toEqual([null, house!.outline])
  })

  it('affects no other address', async () => {
    expect(await addresses('1030 W 11th Demo St')).toEqual(['1030 W 11th Demo St'])
  })
})
