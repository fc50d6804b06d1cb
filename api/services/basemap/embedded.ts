import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { Feature, Geometry, Position } from 'geojson'
import { streetKeyOf } from '../../domain/addresses/streets.ts'
import { coveringCellRanges } from '../../domain/cells.ts'
import { growBounds, type Bounds } from '../../domain/point.ts'
import { houseCondition } from '../parcels/parcelQueries.ts'
import { type ParcelRow, storedNumberOf } from '../parcels/parcelRows.ts'
import type { Query } from '../parcels/parcels.ts'
import type { Basemap } from './basemap.ts'
import { encodeLayers, maxLineMeters, searchBoundsOfTile } from './outlines.ts'
import { streetLinesOf, toTitleCase } from './streetNames.ts'

/** At lower zooms a lot is smaller than its outline is wide. */
const minOutlineZoom = 15
/** From here on, streets are drawn. At lower zooms a town has too many. */
const minLineZoom = 14
/** From here on, a street is straight within a tile. */
const minStreetZoom = 16
/** The client overzooms these tiles. */
const maxZoom = 17

/** Serves the stored tiles (the demo town), and adds all imported parcels to them: outlines and house numbers; and streets: imported lines, or their names along the houses. */
export function createEmbeddedBasemap(query: Query, queryFor: (tenantId: string) => Query = () => query): Basemap {
  return {
    async getTile(z, x, y, own) {
      if (!isTile(z, x, y)) return null
      const [stored, imported] = await Promise.all([
        readStoredTile(query, z, x, y),
        z < minLineZoom ? null : renderImported(query, own ? queryFor(own.tenantId) : query, z, x, y),
      ])
      if (imported === null) return stored
      // Concatenated vector tiles are a valid tile, but some browsers do not decode concatenated gzip members.
      const storedLayers = stored === null ? Buffer.alloc(0) : await promisify(gunzip)(stored)
      return promisify(gzip)(Buffer.concat([storedLayers, imported]), { level: 4 })
    },
  }
}

function isTile(z: number, x: number, y: number): boolean {
  const isInGrid = [z, x, y].every((part) => Number.isInteger(part) && part >= 0)
  return isInGrid && z <= maxZoom && x < 2 ** z && y < 2 ** z
}

async function readStoredTile(query: Query, z: number, x: number, y: number): Promise<Buffer | null> {
  const [row] = await query<{ tile: Buffer }>('select tile from basemap_tiles where z = $1 and x = $2 and y = $3', [
    z,
    x,
    y,
  ])
  return row?.tile ?? null
}

interface TileRow extends Pick<
  ParcelRow,
  'address' | 'street_number' | 'street_number_to' | 'street_key' | 'street_name'
> {
  lat: number
  lng: number
  outline: Geometry | null
  is_house: boolean
}

async function renderImported(
  query: Query,
  parcelQuery: Query,
  z: number,
  x: number,
  y: number,
): Promise<Buffer | null> {
  const bounds = searchBoundsOfTile(z, x, y)
  const [lines, rows] = await Promise.all([
    readLines(query, growBounds(bounds, maxLineMeters / 2)),
    z < minOutlineZoom ? [] : readParcels(parcelQuery, bounds),
  ])
  const drawn = new Set(lines.map(({ name }) => streetKeyOf(name)))
  const houses = rows.filter((row) => row.is_house)
  return encodeLayers(z, x, y, {
    outline: rows.flatMap(({ outline }): Feature[] =>
      outline ? [{ type: 'Feature', properties: null, geometry: outline }] : [],
    ),
    street: [
      ...lines.map(({ name, line }): Feature => ({
        type: 'Feature',
        properties: { name, line: 1 },
        geometry: { type: 'LineString', coordinates: line },
      })),
      ...(z < minStreetZoom ? [] : streetLinesOf(houses.flatMap(toStreetAddress))).filter(
        ({ properties: { name } }) => !drawn.has(streetKeyOf(name)),
      ),
    ],
    number: z < maxZoom ? [] : numbersOf(houses),
  })
}

/** The imported street lines in the cells that cover the bounds. A line belongs to the cell of its middle. */
function readLines(query: Query, bounds: Bounds): Promise<{ name: string; line: Position[] }[]> {
  const ranges = coveringCellRanges(bounds)
  return query(
    `select name, line from unnest($1::bigint[], $2::bigint[]) as range (first, last)
     join street_lines on cell between range.first and range.last order by dataset, line_number`,
    [ranges.map(([first]) => String(first)), ranges.map(([, last]) => String(last))],
  )
}

const toStreetAddress = ({ lat, lng, street_key: streetKey, street_name: streetName }: TileRow) =>
  streetKey && streetName ? [{ lat, lng, streetKey, streetName }] : []

function readParcels(query: Query, bounds: Bounds): Promise<TileRow[]> {
  const ranges = coveringCellRanges(bounds)
  return query<TileRow>(
    `select outline, lat, lng, address, street_number, street_number_to, street_key, street_name, ${houseCondition} as is_house
     from unnest($1::bigint[], $2::bigint[]) as range (first, last)
     join parcels on cell between range.first and range.last
     where dataset <> 'demo'`,
    [ranges.map(([first]) => String(first)), ranges.map(([, last]) => String(last))],
  )
}

/** The number of each house with its street, once for all units of a building. */
function numbersOf(houses: readonly TileRow[]): Feature[] {
  const byAddress = new Map(houses.map((row) => [`${row.street_number} ${row.street_key}`, row]))
  return [...byAddress.values()].map((row) => {
    const last =
      row.street_number_to === null || row.street_number_to === row.street_number ? '' : `-${row.street_number_to}`
    return {
      type: 'Feature',
      properties: { n: `${storedNumberOf(row)}${last}`, street: row.street_name && toTitleCase(row.street_name) },
      geometry: { type: 'Point', coordinates: [row.lng, row.lat] },
    }
  })
}
