import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { VectorTile } from '@mapbox/vector-tile'
import { PbfReader } from 'pbf'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../tests/support/database.ts'
import { tileOf } from '../../domain/cells.ts'
import { createEmbeddedBasemap } from './embedded.ts'
import { importStreets } from './importStreets.ts'

let database: TestDatabase
let client: pg.Client
let folder: string

beforeAll(async () => {
  database = await createTestDatabase()
  client = new pg.Client({ connectionString: database.ownerUrl })
  await client.connect()
  folder = await mkdtemp(path.join(tmpdir(), 'streets-'))
})
afterAll(async () => {
  await client.end()
  await database.close()
  await rm(folder, { recursive: true })
})

const line = (...coordinates: [number, number][]) => ({ type: 'LineString', coordinates })
const short = line([-71.1, 42.37], [-71.099, 42.37])
const feature = (geometry: object | null, street: unknown = 'Sample St') => ({
  type: 'Feature',
  properties: { street, zip: '00042' },
  geometry,
})

/** Imports the features as the data set 'sample'. */
async function load(features: object[], { column = 'street', skipsBad = false } = {}) {
  const file = path.join(folder, 'streets.geojson')
  await writeFile(file, JSON.stringify({ type: 'FeatureCollection', features }))
  return importStreets(client, { file, name: 'sample', column, skipsBad })
}

/** The names of the streets on the tile of a point. */
async function namesAt(lng: number, lat: number, z = 17) {
  const { x, y } = tileOf({ lat, lng }, z)
  const basemap = createEmbeddedBasemap(async (sql, params) => (await client.query(sql, params)).rows)
  const tile = await basemap.getTile(z, x, y)
  const street = tile && new VectorTile(new PbfReader(gunzipSync(tile))).layers['street']
  return street ? Array.from({ length: street.length }, (_, index) => street.feature(index).properties) : []
}

it('streets are imported as lines that the map draws with their names, and replace those of the import before', async () => {
  const parts = {
    type: 'MultiLineString',
    coordinates: [
      short.coordinates,
      [
        [-71.2, 42.3],
        [-71.2, 42.301],
      ],
    ],
  }
  expect(await load([feature(short), feature(parts, ' Draft Ave '), feature(null)])).toEqual({
    ...{ lines: 3, replaced: 0, bad: 0, reasons: [] },
  })
  expect(await namesAt(-71.2, 42.3005)).toEqual([{ name: 'Draft Ave', line: 1 }])
  expect(await load([feature(short)])).toMatchObject({ lines: 1, replaced: 3 })
  expect(await namesAt(-71.2, 42.3005)).toEqual([])
  for (const z of [14, 16, 17]) expect(await namesAt(-71.0995, 42.37, z)).toEqual([{ name: 'Sample St', line: 1 }])
})

it('the class of a street is kept, and is none for a local street', async () => {
  const streets = [{ MTFCC: 'S1100' }, { highway: 'secondary' }, { highway: 'residential' }]
  const features = streets.map((properties) => ({
    ...feature(short),
    properties: { street: 'Sample St', ...properties },
  }))
  await load(features)
  const { rows } = await client.query('select class from street_lines order by line_number')
  expect(rows).toEqual([{ class: 'main' }, { class: 'secondary' }, { class: null }])
})

it('a long street is on every tile that it crosses', async () => {
  const positions = Array.from({ length: 51 }, (_, index): [number, number] => [-71.1 + index / 1000, 42.37])
  expect((await load([feature(line(...positions))])).lines).toBeGreaterThan(3)
  for (let step = 0; step < 50; step += 1)
    expect((await namesAt(-71.0995 + step / 1000, 42.37)).map(({ name }) => name)).toContain('Sample St')
})

it('what is no street changes nothing, and says why', async () => {
  await load([feature(short)])
  const wrong = [
    [[feature({ type: 'Point', coordinates: [-71.1, 42.37] })], /must be a LineString or a MultiLineString/],
    [[feature(line([-71.1, 42.37]))], /fewer than two points/],
    [[feature(line([-71.1, 95], [-71.1, 42.37]))], /its coordinates -71.1, 95/],
    [[feature({ type: 'MultiLineString' })], /no coordinates/],
    [[], /has no lines/],
  ] as const
  for (const [features, message] of wrong) await expect(load([...features])).rejects.toThrow(message)
  await expect(load([feature(short)], { column: 'name' })).rejects.toThrow(
    "The file has no column 'name'. It has: street, zip.",
  )
  expect(await namesAt(-71.0995, 42.37)).toEqual([{ name: 'Sample St', line: 1 }])
  const some = [feature(short), feature(line([-71.1, 42.37]))]
  expect(await load(some, { skipsBad: true })).toMatchObject({ lines: 1, bad: 1 })
})
