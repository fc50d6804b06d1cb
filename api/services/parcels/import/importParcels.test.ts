import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestDatabase, createTestDatabase } from '../../../../tests/support/database.ts'
import { matchParcel } from '../../../domain/parcelMatch.ts'
import { distanceMeters } from '../../../domain/point.ts'
import { EmbeddedGeocoder } from '../../geocoder/embedded.ts'
import { EmbeddedParcels } from '../embedded.ts'
import type { Query } from '../parcels.ts'
import { type ImportProgress, importParcels } from './importParcels.ts'
import { parseMapping } from './mapping.ts'

let database: TestDatabase
let client: pg.Client
let folder: string
const query: Query = async (sql, params) => (await client.query(sql, params)).rows

beforeAll(async () => {
  database = await createTestDatabase()
  client = new pg.Client({ connectionString: database.ownerUrl })
  await client.connect()
  folder = mkdtempSync(path.join(tmpdir(), 'porchlight-import-'))
})
beforeEach(() => client.query('truncate parcels, parcel_street_words, parcel_datasets'))
afterAll(async () => {
  await client.end()
  await database.close()
  rmSync(folder, { recursive: true })
})

function importText(fileName: string, text: string, map: string, name = 'county') {
  const file = path.join(folder, fileName)
  writeFileSync(file, text)
  return importParcels(client, { file, name, mapping: parseMapping(map) })
}

const lot = (n: number) => [(-86160 + n) / 1000, 39.77, (-86159.5 + n) / 1000, 39.7705] as const
function createRing(n: number) {
  const [west, south, east, north] = lot(n)
  return [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ]
}
const feature = (n: number, properties: Record<string, unknown>) => ({
  type: 'Feature',
  properties: { pin: `P-${n}`, addr: `${n} SAMPLE AVE`, ...properties },
  geometry: { type: 'Polygon', coordinates: [createRing(n)] },
})
const collection = (...features: unknown[]) => JSON.stringify({ type: 'FeatureCollection', features })
const map = 'parcel_id=pin,address=addr'
const stored = () => query<Record<string, unknown>>('select * from parcels order by dataset, parcel_id', [])

describe('an import of GeoJSON', () => {
  it('fills every mapped column, derives the street and stores other targets as facts', async () => {
    const file = collection(
      feature(7, { own: 'Sample Owner', built: 1954, acres: '0.25', zip: 42, note: 'a\tb\\c\n"d"' }),
    )
    await importText(
      'a.geojson',
      file,
      `${map},owner=own,zip=zip,year_built=built,acres=acres,note=note,city='Demo Town',state=IN`,
    )
    expect(await stored()).toEqual([
      {
        dataset: 'county',
        parcel_id: 'P-7',
        address: '7 SAMPLE AVE',
        street_number: 7,
        street_number_to: null,
        street_key: 'sample ave',
        street_name: 'SAMPLE AVE',
        city: 'Demo Town',
        state: 'IN',
        zip_code: '00042',
        neighborhood: null,
        owner_name: 'Sample Owner',
        owner_address: null,
        lat: 39.77025,
        lng: -86.15275,
        cell: expect.any(String),
        outline: { type: 'Polygon', coordinates: [createRing(7)] },
        facts: { year_built: 1954, acres: '0.25', note: 'a b\\c "d"' },
      },
    ])
  })

  it('is found by street words, by number and by point', async () => {
    await importText('a.geojson', collection(feature(7, {}), feature(11, {})), `${map},city='Demo Town',state='IN'`)
    const geocoder = new EmbeddedGeocoder(query)
    expect(await geocoder.suggest('sam')).toHaveLength(2)
    expect(await geocoder.forward('9 Sample Avenue')).toMatchObject([{ type: 'interpolated' }])
    const [parcel] = await new EmbeddedParcels(query).atPoint({ lat: 39.7701, lng: -86.1528 })
    expect(parcel).toMatchObject({ id: 'county:P-7', source: 'parcels:county' })
  })

  it('keeps parcels with a duplicate or missing number and without an address', async () => {
    const result = await importText(
      'a.geojson',
      collection(
        feature(1, { pin: 'X' }),
        feature(2, { pin: 'X' }),
        feature(3, { pin: '---' }),
        feature(4, { addr: null }),
      ),
      map,
    )
    expect(result).toMatchObject({ parcels: 4, duplicates: 1 })
    expect((await stored()).map((row) => row.parcel_id)).toEqual(['P-4', 'X', 'X#2', 'no-number-3'])
  })

  it('skips and counts records without a geometry', async () => {
    const result = await importText('a.geojson', collection(feature(1, {}), { ...feature(2, {}), geometry: null }), map)
    expect(result).toMatchObject({ parcels: 1, withoutGeometry: 1 })
  })

  it('replaces only the data set of the same name', async () => {
    await importText('a.geojson', collection(feature(1, {}), feature(2, { addr: '2 FORMER ST' })), map)
    await importText('b.geojson', collection(feature(3, {})), map, 'other')
    expect(await importText('a.geojson', collection(feature(5, {})), map)).toMatchObject({ parcels: 1, replaced: 2 })
    expect((await stored()).map(({ dataset, parcel_id }) => [dataset, parcel_id])).toEqual([
      ['county', 'P-5'],
      ['other', 'P-3'],
    ])
    expect(await new EmbeddedGeocoder(query).suggest('former')).toEqual([])
    expect(await query('select name, source, parcels from parcel_datasets order by name', [])).toEqual([
      { name: 'county', source: 'a.geojson', parcels: 1 },
      { name: 'other', source: 'b.geojson', parcels: 1 },
    ])
  })

  it('shows readers the old data set until it commits', async () => {
    await importText('a.geojson', collection(feature(1, {})), map)
    const many = collection(...Array.from({ length: 3_000 }, (_, n) => feature(n, {})))
    writeFileSync(path.join(folder, 'many.geojson'), many)
    const reader = new pg.Client({ connectionString: database.ownerUrl })
    await reader.connect()
    const seen = new Set<number>()
    const importing = importParcels(client, {
      file: path.join(folder, 'many.geojson'),
      name: 'county',
      mapping: parseMapping(map),
    })
    let done = false
    void importing.finally(() => (done = true))
    while (!done) seen.add((await reader.query('select count(*)::int as n from parcels')).rows[0].n)
    await importing
    await reader.end()
    expect([...seen].filter((count) => count !== 1 && count !== 3_000)).toEqual([])
    expect(seen).toContain(1)
  })
})

describe('an import of a table', () => {
  const header = 'pin,addr,lat,lng'

  it('reads latitude and longitude, WKT or GeoJSON', async () => {
    await importText('a.csv', `${header}\nA,"1 Sample Ave, Unit 2",39.77,-86.16\n`, map)
    await importText(
      'b.tsv',
      `pin\tthe_geom\nB\tPOLYGON ((${createRing(1)
        .map((pair) => pair.join(' '))
        .join(', ')}))\n`,
      'apn=pin',
      'b',
    )
    await importText(
      'c.csv',
      `pin;shape\r\nC;"${JSON.stringify(feature(2, {}).geometry).replaceAll('"', '""')}"\r\n`,
      'apn=pin',
      'c',
    )
    expect((await stored()).map((row) => [row.parcel_id, row.lat, row.outline !== null])).toEqual([
      ['B', 39.77025, true],
      ['C', 39.77025, true],
      ['A', 39.77, false],
    ])
  })

  it.each([
    [`${header}\nA,1 Sample Ave,39.77,-86.16\nB,2 Sample Ave,39.77\n`, /Line 3 has 3 fields, but the header has 4/],
    [
      `${header}\nA,1 Sample Ave,39.77,-86.16\nB,2 Sample Ave,97.77,-86.16\n`,
      /Line 3: its coordinates -86.16, 97.77 are not degrees/,
    ],
    [`${header}\nA,1 Sample Ave,north,-86.16\n`, /Line 2: 'north' is not a latitude/],
    [`${header}\nA,1 "Sample" Ave,39.77,-86.16\n`, /Line 2 has a quote in the wrong place/],
    [`${header}\nA,"1 Sample Ave,39.77,-86.16\n`, /ends inside a quoted field/],
    ['pin,addr\nA,1 Sample Ave\n', /The file has no coordinates/],
    [`${header}\n`, /has no parcels/],
    [' \n', /is empty/],
  ])('refuses %j and names the line', async (text, message) => {
    await expect(importText('bad.csv', text, map)).rejects.toThrow(message)
    expect(await stored()).toEqual([])
  })

  it.each([
    ['a quote that is never closed', `A,"1 Sample Ave${'\n'.repeat(1_100_000)}`],
    ['a million separators', ','.repeat(1_000_000)],
  ])('refuses a line with %s before all of it is in memory', async (_, line) => {
    await expect(importText('bad.csv', `${header}\n${line}\n`, map)).rejects.toThrow('is too long for a parcel')
  })
})

describe('an import that fails', () => {
  const good = Array.from({ length: 2_000 }, (_, n) => feature(n, {}))
  const wrong = (last: unknown) => collection(...good, last)

  it.each([
    [
      'bad geometry',
      wrong({ ...feature(1, {}), geometry: { type: 'LineString', coordinates: [[1, 2]] } }),
      /Feature 2001 \(line 1\): its geometry is a LineString/,
    ],
    [
      'coordinates that are not degrees',
      wrong({ ...feature(1, {}), geometry: { type: 'Point', coordinates: [7e5, 3e6] } }),
      /Feature 2001 .*ogr2ogr/,
    ],
    ['a truncated file', collection(...good).slice(0, -500), /inside feature 199\d .*truncated/],
    [
      'broken JSON',
      collection(...good).replace('"addr":"1999 SAMPLE AVE"', '"addr":1999 SAMPLE'),
      /Feature 2000 .*is not valid JSON/,
    ],
    ['a different JSON document', wrong({ attributes: {}, geometry: {} }), /Feature 2001 .*Esri JSON/],
    ['no features', collection(), /has no parcels/],
    ['an archive', 'PK\u0003\u0004', /unpack it first/],
  ])('with %s names the position and changes nothing', async (_, text, message) => {
    await importText('a.geojson', collection(feature(1, {})), map)
    await expect(importText('bad.geojson', text, map)).rejects.toThrow(message)
    expect(await stored()).toHaveLength(1)
    expect(await query('select source from parcel_datasets', [])).toEqual([{ source: 'a.geojson' }])
  })

  it('explains a missing file, a reserved name or an invalid name', async () => {
    const request = { file: path.join(folder, 'none.geojson'), name: 'county', mapping: parseMapping(map) }
    await expect(importParcels(client, request)).rejects.toThrow('cannot be read. Check the path.')
    await expect(importParcels(client, { ...request, name: 'demo' })).rejects.toThrow('is reserved for the demo town')
    await expect(importParcels(client, { ...request, name: 'a:b' })).rejects.toThrow('is not a valid data set name')
  })
})

const cambridge = path.resolve(
  import.meta.dirname,
  '../../../../../shared/data/cambridge/parcels_fy2014_joined.geojson',
)

describe.skipIf(!existsSync(cambridge))('Cambridge, Massachusetts (skipped without ../shared/data/cambridge)', () => {
  it('is imported completely, and 23 Rockwell St is found with its parcel', async () => {
    const progress: ImportProgress[] = []
    const result = await importParcels(client, {
      file: cambridge,
      name: 'cambridge',
      mapping: parseMapping(`parcel_id=ml,address=address,use=use,year_built=year,city='Cambridge',state='MA'`),
      onProgress: (at) => progress.push(at),
    })
    expect(result).toMatchObject({ parcels: 13_116, duplicates: 21, withoutGeometry: 0 })
    expect(progress.at(-1)).toMatchObject({ parcels: 13_116, bytes: progress[0]!.totalBytes })

    const geocoder = new EmbeddedGeocoder(query)
    const [house, ...others] = await geocoder.forward('23 Rockwell St')
    expect(others).toEqual([])
    expect(house).toMatchObject({ address: '23 ROCKWELL ST, Cambridge, MA', type: 'rooftop', partial: false })
    expect(distanceMeters(house!.point, { lat: 42.36286, lng: -71.1113 })).toBeLessThan(5)
    expect((await geocoder.suggest('23 Rock')).map((one) => one.address)).toContain('23 ROCKWELL ST, Cambridge, MA')
    expect(await geocoder.reverse({ lat: 42.36286, lng: -71.1113 })).toMatchObject({
      address: house!.address,
      type: 'rooftop',
    })

    const parcels = new EmbeddedParcels(query)
    expect(matchParcel(await parcels.search('23 Rockwell Street, Cambridge, MA, USA', '/us/ma'), '23')).toMatchObject({
      parcel: { parcelId: '127-123', facts: { year_built: 1854 }, type: 'THREE-FM-RES', ownerName: null },
      unconfirmed: false,
    })
    expect((await geocoder.forward('3 Rockingham Pl')).map((one) => one.address)).toEqual([
      '1-3 ROCKINGHAM PL, Cambridge, MA',
    ])
    expect(await parcels.atPoint({ lat: 42.36286, lng: -71.1113 })).toMatchObject([{ parcelId: '127-123' }])
  })
})
