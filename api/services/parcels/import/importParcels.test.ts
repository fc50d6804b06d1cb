import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestDatabase, createTestDatabase } from '../../../../tests/support/database.ts'
import { selectParcel } from '../../../domain/addresses/selectParcel.ts'
import { distanceMeters } from '../../../domain/point.ts'
import { EmbeddedGeocoder } from '../../geocoder/embedded.ts'
import { EmbeddedParcels } from '../embedded.ts'
import type { Query } from '../parcels.ts'
import { type ImportProgress, importParcels } from './importParcels.ts'
import { ManyBadRecords } from './badRecords.ts'
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

function importText(fileName: string, text: string | Uint8Array, map: string, name = 'county', skipsBad = false) {
  const file = path.join(folder, fileName)
  writeFileSync(file, text)
  return importParcels(client, { file, name, mapping: parseMapping(map), skipsBad })
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

const good = Array.from({ length: 2_000 }, (_, n) => feature(n, {}))

describe('an import that fails', () => {
  // More than 1 % of the features, so that they are not left out.
  const wrong = (last: unknown) => collection(...good, ...Array.from({ length: 21 }, () => last))

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
      collection(...good).replaceAll(/"addr":"(19[789]\d) SAMPLE AVE"/g, '"addr":$1 SAMPLE'),
      /30 of 2,000 records cannot be imported.*\n.*Feature 1971 .*is not valid JSON/,
    ],
    ['a different JSON document', wrong({ attributes: {}, geometry: {} }), /Feature 2001 .*Esri JSON.*ogr2ogr/],
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

const fixture = (name: string) =>
  readFileSync(path.resolve(import.meta.dirname, '../../../../tests/support/files', name))
const columnOf = async (column: string) => (await stored()).map((row) => row[column])

describe('files as programs write them', () => {
  const table = 'pin,addr,own,lat,lng'
  const tableMap = `${map},owner=own`
  const rows = (...lines: string[]) => [table, ...lines].join('\n')

  it('have their names, in any encoding that is certain', async () => {
    const { notes } = await importText('a.csv', fixture('windows1252.csv'), tableMap)
    expect(await columnOf('owner_name')).toEqual(['SAMPLE PEÑA, JOSÉ'])
    expect(notes).toEqual(['The file was read as Windows-1252. Check a name with an accent.'])
    const text = rows('P,3 Sample St,"SAMPLE PEÑA, JOSÉ",42.8,-90.1')
    const json = collection(feature(1, { own: 'SAMPLE PEÑA, JOSÉ' }))
    for (const [name, bytes] of [
      ['a.csv', Buffer.from(`\uFEFF${text}`, 'utf16le')],
      ['a.csv', Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()],
      ['a.geojson', Buffer.from(json, 'latin1')],
      ['a.geojson', Buffer.from(`\uFEFF${json}`)],
    ] as const) {
      await importText(name, bytes, tableMap)
      expect(await columnOf('owner_name')).toEqual(['SAMPLE PEÑA, JOSÉ'])
    }
    const damaged = Buffer.concat([
      Buffer.from(`${text}\n`),
      Buffer.from('Q,5 Sample St,JOS\u00c9,42.8,-90.1\n', 'latin1'),
    ])
    await expect(importText('b.csv', damaged, tableMap)).rejects.toThrow(
      'b.csv is not UTF-8, and its encoding is not certain',
    )
  })

  it('have no owner where a program wrote a word for none', async () => {
    await importText('a.csv', fixture('emptyWords.csv'), `${tableMap},mail_address=mail`)
    const owners = (await stored()).map(({ owner_name, owner_address }) => [owner_name, owner_address])
    expect(owners).toEqual([
      [null, null],
      [null, null],
    ])
    await importText(
      'b.geojson',
      collection(
        feature(1, { own: 'None', more: 'None', year: '<Null>' }),
        feature(2, { own: 'NULL', more: 'SAMPLE', year: 1 }),
      ),
      `${map},owner=own+more,year_built=year`,
      'b',
    )
    await importText('c.csv', rows('C,5 Sample St,"NULL, SAMPLE",42.8,-90.1'), tableMap, 'c')
    expect((await stored()).slice(0, 3).map(({ owner_name, facts }) => [owner_name, facts])).toEqual([
      [null, {}],
      ['SAMPLE', { year_built: 1 }],
      ['NULL, SAMPLE', {}],
    ])
  })

  it('have no parcel number that is a placeholder', async () => {
    const placeholders = ['N/A', '0', 'UNKNOWN', '000-000-0000', '-']
    await importText('a.csv', rows(...placeholders.map((pin, n) => `${pin},${n} Sample St,,42.8,-90.${n + 1}`)), map)
    expect(await columnOf('parcel_id')).toEqual([1, 2, 3, 4, 5].map((n) => `no-number-${n}`))
    await expect(importText('a.csv', rows('4.90715E+17,1 Sample St,,42.8,-90.1'), map)).rejects.toThrow(
      'Line 2: A spreadsheet has shortened this number (4.90715E+17)',
    )
  })

  it('have parcel numbers that are formulas with a text, with and without the quotes of CSV', async () => {
    await importText('a.csv', rows('"=""00123""",1 Sample St,,42.8,-90.1'), map)
    await importText('b.csv', rows('="00124",1 Sample St,,42.8,-90.1'), map, 'b')
    await importText('c.tsv', 'pin\taddr\tlat\tlng\nC\t="1-2 Sample St"\t42.8\t-90.1\n', map, 'c')
    expect((await stored()).map((row) => row.parcel_id)).toEqual(['00124', 'C', '00123'])
    expect(await columnOf('address')).toContain('1-2 Sample St')
  })

  it('have ZIP codes as a house has them', async () => {
    await importText('a.csv', fixture('zipCodesOfParcels.csv'), `${map},zip=zip`)
    expect(await columnOf('zip_code')).toEqual(['02139', '02139'])
    const zips = [2139, '2139.0', '24,348', '021390001', 'nan', 0]
    await importText('b.geojson', collection(...zips.map((zip, n) => feature(n, { zip }))), `${map},zip=zip,state=MA`)
    expect(await columnOf('zip_code')).toEqual(['02139', '02139', '24348', '02139', null, null])
    await importText('b.geojson', collection(feature(1, { zip: 2139 })), `${map},zip=zip,state=IL`)
    expect(await columnOf('zip_code')).toEqual([null])
  })

  it('may begin with a line that names the separator', async () => {
    const declared = 'sep=;\r\npin;addr, with commas;lat;lng\r\nP,1;"1 Sample; St";42.9;-90.1\r\n'
    await importText('a.csv', declared, "parcel_id=pin,city='Sampleton'")
    expect(await columnOf('parcel_id')).toEqual(['P,1'])
    await importText('a.csv', fixture('declaredSeparator.csv'), 'parcel_id=address')
    expect(await columnOf('parcel_id')).toEqual(['1 Sample Seps St'])
    await expect(importText('a.csv', 'sep=|\npin|lat|lng\nP|north|-90.1\n', 'parcel_id=pin')).rejects.toThrow(
      "Line 3: 'north' is not a latitude",
    )
  })

  it.each([
    ['exchanged.geojson', 'Feature 1 (line 1): its coordinates 39.77, -104.97 look exchanged: the latitude is where'],
    ['wrongPlaces.csv', 'Line 2: its coordinates 39.77, -86.16 look exchanged'],
    ['wrongPlaces.csv', 'Line 3: its coordinates 86.16, 39.77 lack the minus of the longitude'],
    ['transferLimit.geojson', 'The file has only the first part of the layer'],
    ['webPage.geojson', 'webPage.geojson is a web page, not GeoJSON or CSV: download it again.'],
  ])('%s is refused with what to do', async (name, message) => {
    const columns = name.endsWith('.csv') ? 'parcel_id=address' : map
    await expect(importText(name, fixture(name), columns)).rejects.toThrow(message)
    expect(await stored()).toEqual([])
  })

  it.each([
    ['a polygon', { type: 'Polygon', coordinates: [createRing(1).map(([lng, lat]) => [lat, lng])] }, 'look exchanged'],
    ['a point at 0, 0', { type: 'Point', coordinates: [0, 0] }, 'stands for an unknown place'],
    [
      'a polygon in the east',
      { type: 'Polygon', coordinates: [createRing(1).map(([lng, lat]) => [-lng!, lat])] },
      'lack the minus',
    ],
    ['another coordinate system', { type: 'Point', coordinates: [7e5, 3e6] }, 'Convert the file to WGS 84 first'],
  ])('%s at a wrong place is refused', async (_, geometry, message) => {
    await expect(importText('a.geojson', collection({ ...feature(1, {}), geometry }), map)).rejects.toThrow(message)
  })

  it('may have geometries that are empty, which are counted as missing', async () => {
    expect(await importText('a.geojson', fixture('emptyCollection.geojson'), map)).toMatchObject({
      parcels: 2,
      withoutGeometry: 1,
      bad: 0,
    })
    const empty = [
      { type: 'MultiPolygon', coordinates: [[[]]] },
      { type: 'Polygon', coordinates: [[]] },
      { type: 'Point', coordinates: [] },
    ]
    const features = empty.map((geometry, n) => ({ ...feature(n, {}), geometry }))
    expect(await importText('b.geojson', collection(feature(9, {}), ...features), map)).toMatchObject({
      parcels: 1,
      withoutGeometry: 3,
    })
  })

  it('may have numbers that are none, which are unknown', async () => {
    expect(await importText('a.geojson', fixture('notANumber.geojson'), `${map},acres=acres`)).toMatchObject({
      parcels: 3,
      bad: 0,
    })
    expect(await columnOf('facts')).toEqual([{}, {}, {}])
    const text = collection(feature(1, { a: 1, b: 2, c: 3, d: 'NaN "Infinity" \\', e: 'E', f: 4 }))
    const other = text.replace('"a":1', '"a": Infinity').replace('"b":2', '"b":-Infinity').replace('"c":3', '"c":nan')
    await importText('a.geojson', other, `${map},a=a,b=b,c=c,d=d,e=e,f=f`)
    expect(await columnOf('facts')).toEqual([{ d: 'NaN "Infinity" \\', e: 'E', f: 4 }])
    const wrong = text.replace('[[[', '[[[NaN,')
    await expect(importText('c.geojson', wrong, map)).rejects.toThrow('has [null,')
    await expect(importText('c.geojson', text.replace('"a":1', '"a":Nano'), map)).rejects.toThrow('is not valid JSON')
  })

  it('may have a few bad records, which are left out, counted and named', async () => {
    const line = { ...feature(1, {}), geometry: { type: 'LineString', coordinates: [[1, 2]] } }
    const features = [...good.slice(0, 150), line, ...good.slice(150), feature(5_000, { pin: '4.9E+17' })]
    const text = collection(...features).replace('"addr":"7 SAMPLE AVE"', '"addr":7 SAMPLE')
    const result = await importText('a.geojson', text, map)
    expect(result).toMatchObject({ parcels: 1_999, withoutGeometry: 0, bad: 3 })
    expect(result.reasons).toEqual([
      expect.stringContaining('Feature 8 (line 1) is not valid JSON'),
      'Feature 151 (line 1): its geometry is a LineString; it must be a Polygon, a MultiPolygon or a Point.',
      expect.stringContaining('Feature 2002 (line 1): A spreadsheet has shortened this number (4.9E+17)'),
    ])
    const lines = Array.from({ length: 200 }, (_, n) => `P-${n},${n} Sample St,,42.8,-90.${n + 1}`)
    expect(await importText('b.csv', rows(...lines, 'Q,1 Sample St', 'R,1 Sample St,,north,-90'), map)).toMatchObject({
      parcels: 200,
      bad: 2,
      reasons: ['Line 202 has 2 fields, but the header has 5.', "Line 203: 'north' is not a latitude."],
    })
  })

  it('of which more than 1 % are bad are refused with the first reasons, without being read to their end', async () => {
    const bad = { ...feature(1, {}), geometry: { type: 'LineString', coordinates: [[1, 2]] } }
    const few = collection(...good, ...Array.from({ length: 21 }, () => bad))
    await expect(importText('a.geojson', few, map)).rejects.toThrow(
      /^21 of 2,021 records cannot be imported, which is more than 1 %:\nFeature 2001 .*(\n.*){4}$/,
    )
    const progress: ImportProgress[] = []
    const file = path.join(folder, 'other.geojson')
    writeFileSync(file, collection(...Array.from({ length: 60_000 }, () => bad)))
    const onProgress = (at: ImportProgress) => progress.push(at)
    const importing = importParcels(client, { file, name: 'county', mapping: parseMapping(map), onProgress })
    await expect(importing).rejects.toThrow('records cannot be imported')
    expect(progress.every(({ bytes, totalBytes }) => bytes < totalBytes)).toBe(true)
    expect(await stored()).toEqual([])
  })

  it('of which more than 1 % are bad are imported without these if that is asked for, but not if none is good', async () => {
    const bad = { ...feature(1, {}), geometry: { type: 'LineString', coordinates: [[1, 2]] } }
    const text = collection(...good.slice(0, 3), bad, bad)
    await expect(importText('a.geojson', text, map)).rejects.toBeInstanceOf(ManyBadRecords)
    expect(await importText('a.geojson', text, map, 'county', true)).toMatchObject({ parcels: 3, bad: 2 })
    const none = collection(...Array.from({ length: 1_200 }, () => bad))
    await expect(importText('b.geojson', none, map, 'county', true)).rejects.toThrow('b.geojson has no parcels.')
    expect(await stored()).toHaveLength(3)
  })

  it('that are only a part of a layer are refused wherever they say so', async () => {
    const whole = collection(feature(1, {}))
    for (const text of [
      whole.replace('{', '{"exceededTransferLimit": true,'),
      whole.replace('{', '{"properties":{"exceededTransferLimit":true},'),
      whole.replace(/\}$/, ',"exceededTransferLimit":true}'),
      whole.replace(/\}$/, ',"properties": { "exceededTransferLimit" : true } }'),
    ])
      await expect(importText('a.geojson', text, map)).rejects.toThrow('only the first part of the layer')
    for (const text of [
      whole.replace('{', '{"exceededTransferLimit":false,"more":true,'),
      whole.replace('{', '{"name":"exceededTransferLimit","more":true,'),
      collection(feature(1, { exceededTransferLimit: true })),
    ])
      expect(await importText('a.geojson', text, map)).toMatchObject({ parcels: 1 })
  })

  it.each([
    ['page.csv', '<!DOCTYPE html><html><title>Sign in</title>', 'page.csv is a web page'],
    ['page.geojson', '\uFEFF\n<HTML><body>Error</body></HTML>', 'page.geojson is a web page'],
    ['page.json', '<?xml version="1.0"?><html></html>', 'page.json is a web page'],
    ['error.geojson', '{"error":{"code":400,"message":"Sample"}}', 'is an error of the server, not GeoJSON.'],
  ])('%s of a server is refused', async (name, text, message) => {
    await expect(importText(name, text, map)).rejects.toThrow(message)
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
    expect(result).toMatchObject({ parcels: 13_116, duplicates: 15, withoutGeometry: 0 })
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
    const rockwell = '23 Rockwell Street, Cambridge, MA, USA'
    expect(selectParcel(await parcels.search(rockwell, '/us/ma'), { address: rockwell })).toMatchObject({
      parcel: { parcelId: '127-123', facts: { year_built: 1854 }, type: 'THREE-FM-RES', ownerName: null },
      unconfirmed: false,
    })
    expect((await geocoder.forward('3 Rockingham Pl')).map((one) => one.address)).toEqual([
      '1-3 ROCKINGHAM PL, Cambridge, MA',
    ])
    expect(await parcels.atPoint({ lat: 42.36286, lng: -71.1113 })).toMatchObject([{ parcelId: '127-123' }])
  })
})
