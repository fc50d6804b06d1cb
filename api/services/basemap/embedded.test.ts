import { gunzipSync, gzipSync } from 'node:zlib'
import { VectorTile } from '@mapbox/vector-tile'
import { PbfReader } from 'pbf'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestDatabase, createTestDatabase } from '../../../tests/support/database.ts'
import { cellOf, tileOf } from '../../domain/cells.ts'
import type { Basemap } from './basemap.ts'
import { createEmbeddedBasemap } from './embedded.ts'
import { encodeLayers } from './outlines.ts'

const parcelPoint = { lat: 42.37, lng: -71.11 }
const nearby = tileOf(parcelPoint, 17)

let database: TestDatabase
let client: pg.Client
let basemap: Basemap

beforeAll(async () => {
  database = await createTestDatabase()
  client = new pg.Client({ connectionString: database.ownerUrl })
  await client.connect()
  basemap = createEmbeddedBasemap(async (sql, params) => (await client.query(sql, params)).rows)
  await addParcel('county', '1', parcelPoint)
  // The point is in the tile, the middle of the lot is in the next tile.
  await addParcel('county', '2', { lat: parcelPoint.lat, lng: eastEdge() + 0.00005 })
  await addParcel('demo', '3', parcelPoint)
})
afterAll(async () => {
  await client.end()
  await database.close()
})

function eastEdge(): number {
  return ((nearby.x + 1) / 2 ** 17) * 360 - 180
}

/** A square lot of about 20 m around the point. */
function squareAround({ lat, lng }: { lat: number; lng: number }) {
  const [d, e] = [0.0001, 0.00012]
  const ring = [
    [lng - e, lat - d],
    [lng + e, lat - d],
    [lng + e, lat + d],
    [lng - e, lat + d],
    [lng - e, lat - d],
  ]
  return { type: 'Polygon' as const, coordinates: [ring] }
}

async function addParcel(dataset: string, id: string, at: { lat: number; lng: number }): Promise<void> {
  await client.query(
    'insert into parcels (dataset, parcel_id, lat, lng, cell, outline) values ($1, $2, $3, $4, $5, $6)',
    [dataset, id, at.lat, at.lng, String(cellOf(at)), JSON.stringify(squareAround(at))],
  )
}

function layersOf(tile: Buffer | null): Record<string, number> {
  const { layers } = new VectorTile(new PbfReader(gunzipSync(tile!)))
  return Object.fromEntries(Object.entries(layers).map(([name, layer]) => [name, layer.length]))
}

describe('the embedded basemap', () => {
  it('draws the outlines of an imported county, including those that overlap from the next tile', async () => {
    expect(layersOf(await basemap.getTile(17, nearby.x, nearby.y))).toEqual({ outline: 2 })
  })

  it('adds an imported county to a stored tile of the demo town', async () => {
    const geometry = squareAround(parcelPoint)
    const outline = [{ type: 'Feature' as const, properties: null, geometry }]
    const stored = encodeLayers(17, nearby.x, nearby.y, { outline })!
    // Renames the stored layer to a name of the same length, so that the test can tell both layers apart.
    stored.write('townlot', stored.indexOf('outline'))
    await client.query('insert into basemap_tiles (z, x, y, tile) values (17, $1, $2, $3)', [
      nearby.x,
      nearby.y,
      gzipSync(stored),
    ])
    expect(layersOf(await basemap.getTile(17, nearby.x, nearby.y))).toEqual({ townlot: 1, outline: 2 })
    await client.query('delete from basemap_tiles')
  })

  it('writes the numbers and the street of houses, and no number of vacant land or of a unit', async () => {
    const addHouse = (id: string, number: number, meters: number, facts = {}) =>
      client.query(
        `insert into parcels (dataset, parcel_id, lat, lng, cell, address, street_number, street_number_to, street_name, street_key, facts)
         values ('houses', $1, $2, $3, $4, $5, $6, $7, 'SAMPLE ST', 'sample st', $8)`,
        [
          ...[id, parcelPoint.lat, parcelPoint.lng - meters / 82_000],
          ...[
            String(cellOf({ ...parcelPoint, lng: parcelPoint.lng - meters / 82_000 })),
            `${number} SAMPLE ST`,
            number,
          ],
          ...[number === 34 ? 36 : null, facts],
        ],
      )
    await addHouse('a', 30, 0)
    await addHouse('b', 32, 25)
    await addHouse('b#2', 32, 25)
    await addHouse('c', 34, 50)
    await addHouse('d', 38, 60, { use: 'Vacant residential' })
    const { layers } = new VectorTile(new PbfReader(gunzipSync((await basemap.getTile(17, nearby.x, nearby.y))!)))
    const valuesOf = (name: string) =>
      Array.from({ length: layers[name]!.length }, (_, index) => Object.values(layers[name]!.feature(index).properties))
    expect(valuesOf('number')).toHaveLength(3)
    expect(new Set(valuesOf('number').flat())).toEqual(new Set(['30', '32', '34-36', 'Sample St']))
    expect(valuesOf('street')).toEqual([['Sample St']])
    await client.query("delete from parcels where dataset = 'houses'")
  })

  it('omits outlines at low zooms', async () => {
    const { x, y } = tileOf(parcelPoint, 14)
    expect(await basemap.getTile(14, x, y)).toBeNull()
  })

  it('returns null for an empty tile', async () => {
    expect(await basemap.getTile(16, 0, 0)).toBeNull()
  })

  it('returns null for an invalid tile', async () => {
    for (const [z, x, y] of [
      [17, -1, 5],
      [3, 8, 0],
      [1.5, 0, 0],
      [18, 0, 0],
      [Number.NaN, 0, 0],
    ] as const) {
      expect(await basemap.getTile(z, x, y), `${z}/${x}/${y}`).toBeNull()
    }
  })
})
