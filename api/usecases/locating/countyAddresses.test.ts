import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createRepContext } from '../../../tests/support/repContext.ts'
import type { Context } from '../../context.ts'
import { createFreeGeocoder } from '../../services/geocoder/billing.ts'
import { EmbeddedGeocoder } from '../../services/geocoder/embedded.ts'
import { createFreeParcels } from '../../services/parcels/billing.ts'
import { EmbeddedParcels } from '../../services/parcels/embedded.ts'
import { importParcels } from '../../services/parcels/import/importParcels.ts'
import { parseMapping } from '../../services/parcels/import/mapping.ts'
import type { Query } from '../../services/parcels/parcels.ts'
import { readBuildings } from '../properties/buildings.ts'
import { createProperty } from '../properties/createProperty.ts'
import { readProperty } from '../properties/readProperty.ts'
import { suggestAddresses } from './lookups.ts'
import { locateProperty } from './locating.ts'
import { refreshOwner } from './ownerRefresh.ts'

const { ctx: request, testDatabase } = await createRepContext({ propertiesPerRep: 0 })
const db = new pg.Client({ connectionString: testDatabase.ownerUrl })
const folder = mkdtempSync(path.join(tmpdir(), 'porchlight-addresses-'))
let ctx: Context

beforeAll(async () => {
  await db.connect()
  const query: Query = async (sql, params) => (await db.query(sql, params)).rows
  ctx = {
    ...request,
    services: {
      parcels: createFreeParcels(new EmbeddedParcels(query)),
      geocoder: createFreeGeocoder(new EmbeddedGeocoder(query)),
      providers: { parcels: 'embedded', geocoder: 'embedded' },
    },
  } as unknown as Context
})
beforeEach(async () => {
  await db.query('truncate parcels, parcel_street_words, parcel_datasets')
})
afterAll(async () => {
  await db.end()
  rmSync(folder, { recursive: true })
})

const fixture = (name: string) =>
  readFileSync(path.resolve(import.meta.dirname, '../../../tests/support/files', name), 'utf8')

function importCounty(text: string, map = 'parcel_id=pin,address=addr,owner=own') {
  const file = path.join(folder, 'county.csv')
  writeFileSync(file, text)
  return importParcels(db, { file, name: 'county', mapping: parseMapping(map) })
}

/** The parcel and owner of a search if they are confirmed, else null. */
async function confirmed(address: string): Promise<[string, string] | null> {
  const { draft } = await locateProperty(ctx, { address })
  return draft && !draft.unconfirmed && draft.parcelId ? [draft.parcelId, draft.ownerName] : null
}

describe('a search', () => {
  it('finds houses on numbered roads on their own road alone', async () => {
    await importCounty(fixture('numberedRoadsOfParcels.csv'), 'parcel_id=pin,address=addr,owner=own,city=town')
    expect(await confirmed('1120 County Road 300 E')).toEqual(['RD2', 'Sample Owner 300E'])
    expect(await confirmed('1120 County Road 450 N')).toEqual(['RD1', 'Sample Owner 450N'])
    expect(await confirmed('1912 State Hwy 14')).toEqual(['RD4', 'Sample Owner HWY14'])
    for (const spelled of ['1120 CR 300 E', '1120 Co Rd 300 East, Sampleton', '1120 county road 300 e sampleton'])
      expect(await confirmed(spelled)).toEqual(['RD2', 'Sample Owner 300E'])
    for (const other of ['1120 County Road 300', '1120 County Road 300 W', '1912 State Hwy 41', '1912 US Hwy 14'])
      expect([other, await confirmed(other)]).toEqual([other, null])
  })

  it('finds the unit of a building that was typed, never another one', async () => {
    await importCounty(fixture('unitsOfParcels.csv'))
    expect(await confirmed('370 Sample Condo Ct Unit 3')).toEqual(['UN3', 'Sample Owner Three'])
    expect(await confirmed('370 Sample Condo Ct # 2')).toEqual(['UN2', 'Sample Owner Two'])
    expect(await confirmed('370 Sample Condo Court, Apt 1')).toEqual(['UN1', 'Sample Owner One'])
    const missing = await locateProperty(ctx, { address: '370 Sample Condo Ct Unit 9' })
    expect(missing).toMatchObject({
      match: 'unsure',
      draft: { ownerName: 'Unknown Owner', parcelId: null, unconfirmed: true },
    })
    expect(missing.draft!.address).toBe('370 SAMPLE CONDO CT Unit 9')
    const building = await locateProperty(ctx, { address: '370 Sample Condo Ct' })
    expect(building).toMatchObject({ match: 'unsure', matchReason: 'several', draft: { ownerName: 'Unknown Owner' } })
    expect(building.candidates.map(({ unit, parcelId, ownerName }) => [unit, parcelId, ownerName])).toEqual([
      ['UNIT 1', 'UN1', 'Sample Owner One'],
      ['UNIT 2', 'UN2', 'Sample Owner Two'],
      ['UNIT 3', 'UN3', 'Sample Owner Three'],
    ])
  })

  it('tells how many units the record of a building counts, and nothing of one house or of a unit', async () => {
    const rows = [
      'B1,38 SAMPLE MAPLE AVE,4',
      'B2,40 SAMPLE MAPLE AVE,1',
      'B3,42 SAMPLE MAPLE AVE,none',
      'B4,44 SAMPLE MAPLE AVE,1e9',
    ]
    const file = ['pin,addr,count,lat,lng', ...rows.map((row, at) => `${row},42.${at + 1},-90.1`)]
    await importCounty(file.join('\n'), 'parcel_id=pin,address=addr,units=count')
    const unitsOf = async (address: string) => (await locateProperty(ctx, { address })).draft!.units
    expect(await unitsOf('38 Sample Maple Ave')).toBe(4)
    for (const other of [
      '38 Sample Maple Ave Unit 2',
      '40 Sample Maple Ave',
      '42 Sample Maple Ave',
      '44 Sample Maple Ave',
    ])
      expect([other, await unitsOf(other)]).toEqual([other, null])
  })

  it('finds the last unit of a large building', async () => {
    const units = Array.from(
      { length: 300 },
      (_, n) => `T-${n},380 SAMPLE TOWER AVE APT ${n + 1},Sample Owner ${n},42.6,-90.1`,
    )
    await importCounty(['pin,addr,own,lat,lng', ...units].join('\n'))
    expect(await confirmed('380 Sample Tower Ave Apt 287')).toEqual(['T-286', 'Sample Owner 286'])
    expect(await confirmed('380 Sample Tower Ave Apt 301')).toBeNull()
    expect((await locateProperty(ctx, { address: '380 Sample Tower Ave' })).candidates).toHaveLength(300)
  })

  it('takes a number with a hyphen for a range only where it is surely one', async () => {
    await importCounty(fixture('hyphenatedParcels.csv'))
    expect(await confirmed('12-40 156th Ave')).toEqual(['HY2', 'Sample Owner Twelve40'])
    for (const other of ['18 156th Ave', '12-36 156th Ave', '12 156th Ave', '40 156th Ave'])
      expect([other, await confirmed(other)]).toEqual([other, null])
    await importCounty(fixture('rangeParcels.csv'))
    for (const within of ['1935', '1937', '1935-37', '1935-1937', '1935 to 1937'])
      expect([within, await confirmed(`${within} Sample Ranges St`)]).toEqual([within, ['RG1', 'Sample Owner 1935']])
    for (const outside of ['1936', '1939', '1937 1/2', '1937B'])
      expect([outside, await confirmed(`${outside} Sample Ranges St`)]).toEqual([outside, null])
  })

  it('finds the numbers of a grid', async () => {
    await importCounty(fixture('gridParcels.csv'))
    expect(await confirmed('W7464 Sample Grid Ave')).toEqual(['GR2', 'Sample Owner 7464'])
    expect(await confirmed('w7428 sample grid avenue')).toEqual(['GR1', 'Sample Owner 7428'])
    for (const other of ['7464 Sample Grid Ave', 'N7464 Sample Grid Ave', 'W7466 Sample Grid Ave'])
      expect([other, await confirmed(other)]).toEqual([other, null])
    expect((await locateProperty(ctx, { address: 'W7464 Sample Grid Ave' })).draft).toMatchObject({
      streetNumber: 'W7464',
    })
  })

  it('finds neither of two houses with one address in two towns without the town', async () => {
    const rows = [
      'T1,5 SAMPLE MAIN ST,Sample Owner North,42.7,-90.1,Northton',
      'T2,5 SAMPLE MAIN ST,Sample Owner South,43.7,-91.1,Southton',
    ]
    await importCounty(
      ['pin,addr,own,lat,lng,town', ...rows].join('\n'),
      'parcel_id=pin,address=addr,owner=own,city=town',
    )
    expect(await confirmed('5 Sample Main St')).toBeNull()
    expect(await confirmed('5 Sample Main St, Southton')).toEqual(['T2', 'Sample Owner South'])
    expect(await confirmed('5 Sample Main St, Northton')).toEqual(['T1', 'Sample Owner North'])
  })
})

describe('a saved unit', () => {
  const units = () => importCounty(fixture('unitsOfParcels.csv'))
  const save = async (address: string, more: object = {}) =>
    createProperty(ctx, { address, lat: 42.5001, lng: -90.1001, ...more })

  it('keeps its owner when it is searched again, and when its neighbors and its building are', async () => {
    await units()
    const { id } = await save('370 Sample Condo Ct Unit 3', { ownerName: 'Sample Owner Three', parcelId: 'UN3' })
    const found = await locateProperty(ctx, { address: '370 Sample Condo Ct Unit 3' })
    expect(found).toMatchObject({ outcome: 'existing', match: 'same', property: { id }, ownerUpdated: false })
    for (const address of ['370 Sample Condo Ct Unit 1', '370 Sample Condo Ct # 2', '370 Sample Condo Ct'])
      expect((await locateProperty(ctx, { address })).ownerUpdated).toBe(false)
    expect(await readProperty(ctx, id)).toMatchObject({ ownerName: 'Sample Owner Three', parcelId: 'UN3', version: 1 })
  })

  it('is the only unit that is suggested as saved', async () => {
    await units()
    const { id } = await save('370 Sample Condo Ct Unit 4', { lat: 42.5001, lng: -90.1001 })
    await db.query(`update parcels set address = '370 SAMPLE CONDO CT UNIT 4' where parcel_id = 'UN3'`)
    const suggested = await suggestAddresses(ctx, '370 Sample Condo', null)
    expect(suggested.map(({ address, savedPropertyId }) => [address, savedPropertyId === id])).toEqual([
      ['370 SAMPLE CONDO CT UNIT 1', false],
      ['370 SAMPLE CONDO CT UNIT 2', false],
      ['370 SAMPLE CONDO CT UNIT 4', true],
    ])
  })

  it('gets its own owner by a search and a refresh, never that of another unit', async () => {
    await units()
    const two = await save('370 Sample Condo Ct Unit 2', { ownerName: 'Sample Owner Before' })
    expect(await locateProperty(ctx, { address: '370 Sample Condo Ct #2' })).toMatchObject({
      outcome: 'existing',
      ownerUpdated: true,
      property: { id: two.id, ownerName: 'Sample Owner Two', parcelId: 'UN2' },
    })
    const seven = await save('370 Sample Condo Ct Unit 7', { ownerName: 'Sample Owner Seven' })
    expect(await refreshOwner(ctx, seven.id)).toMatchObject({ outcome: 'no_results' })
    // As a search of the release before saved it.
    const wrong = await save('370 Sample Condo Ct Unit 1', { ownerName: 'Sample Owner Two', parcelId: 'UN2' })
    expect(await refreshOwner(ctx, wrong.id)).toMatchObject({
      outcome: 'updated',
      property: { ownerName: 'Sample Owner One', parcelId: 'UN1' },
    })
  })
})

describe('the building of a saved property', () => {
  const at = { lat: 42.5003, lng: -90.1001 }
  const save = async (address: string, point = at) =>
    readProperty(ctx, (await createProperty(ctx, { address, ...point })).id)

  it('has the units that the records name, and those that are saved', async () => {
    await importCounty(fixture('unitsOfParcels.csv'))
    const one = await save('370 Sample Condo Ct Unit 1')
    const [building, other] = [await save('370 Sample Condo Ct'), await save('370 Sample Condo Ct Unit 9')]
    const recordedUnits = ['UNIT 1', 'UNIT 2', 'UNIT 3']
    const expected = { units: 4, saved: 2, recordedUnits }
    expect(await readBuildings(ctx, [one, building, other])).toEqual([expected, expected, expected])
    const elsewhere = await save('370 Sample Condo Ct Unit 1', { lat: 43.9, lng: -91 })
    expect(await readBuildings(ctx, [elsewhere])).toEqual([null])
  })

  it('has as many units as its record counts, and a house of one unit is none', async () => {
    const rows = ['B1,38 SAMPLE MAPLE AVE,4,42.1,-90.1', 'B2,40 SAMPLE MAPLE AVE,1,42.2,-90.1']
    await importCounty(['pin,addr,count,lat,lng', ...rows].join('\n'), 'parcel_id=pin,address=addr,units=count')
    const saved = [
      await save('38 Sample Maple Ave', { lat: 42.1, lng: -90.1 }),
      await save('38 Sample Maple Ave Unit 2', { lat: 42.1, lng: -90.1 }),
      await save('40 Sample Maple Ave', { lat: 42.2, lng: -90.1 }),
      await save('42 Sample Maple Ave', { lat: 42.3, lng: -90.1 }),
    ]
    const four = { units: 4, saved: 1, recordedUnits: [] }
    expect(await readBuildings(ctx, saved)).toEqual([four, four, null, null])
  })

  it('of many units is counted, and its units are not named', async () => {
    const units = Array.from({ length: 60 }, (_, n) => `T-${n},380 SAMPLE TOWER AVE APT ${n + 1},42.6,-90.1`)
    await importCounty(['pin,addr,lat,lng', ...units].join('\n'), 'parcel_id=pin,address=addr')
    const tower = await save('380 Sample Tower Ave', { lat: 42.6, lng: -90.1 })
    expect(await readBuildings(ctx, [tower])).toEqual([{ units: 60, saved: 0, recordedUnits: [] }])
  })

  it('is known by what is saved where no provider tells of units for nothing', async () => {
    const paid = { ...ctx, services: { ...ctx.services, parcels: { ...ctx.services.parcels, unitsAt: undefined } } }
    const property = await save('12 Sample Paid Ct')
    expect(await readBuildings(paid as Context, [property])).toEqual([null])
    await save('12 Sample Paid Ct Unit 1')
    await save('12 Sample Paid Ct # 2')
    expect(await readBuildings(paid as Context, [property])).toEqual([{ units: 2, saved: 2, recordedUnits: [] }])
  })
})

it('a click on several units on one lot takes none of them', async () => {
  const ring = '"POLYGON((-90.2 42.6,-90.199 42.6,-90.199 42.601,-90.2 42.601,-90.2 42.6))"'
  const rows = [1, 2, 3].map((n) => `S-${n},390 SAMPLE STACK ST UNIT ${n},Sample Owner ${n},${ring}`)
  await importCounty(['pin,addr,own,wkt', ...rows].join('\n'), 'parcel_id=pin,address=addr,owner=own,geometry=wkt')
  const point = { lat: 42.6005, lng: -90.1995 }
  const found = await locateProperty(ctx, { point })
  expect(found).toMatchObject({
    outcome: 'new',
    match: 'unsure',
    matchReason: 'several',
    draft: { address: '390 SAMPLE STACK ST', ownerName: 'Unknown Owner', parcelId: null, unconfirmed: true },
  })
  expect(found.candidates.map(({ unit }) => unit)).toEqual(['UNIT 1', 'UNIT 2', 'UNIT 3'])
  const chosen = await locateProperty(ctx, { address: found.candidates[1]!.address })
  expect(chosen).toMatchObject({ match: 'same', draft: { parcelId: 'S-2', ownerName: 'Sample Owner 2' } })
})
