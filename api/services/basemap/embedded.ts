import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { Feature, Geometry } from 'geojson'
import { coveringCellRanges } from '../../domain/cells.ts'
import { houseCondition } from '../parcels/parcelQueries.ts'
import { type ParcelRow, storedNumberOf } from '../parcels/parcelRows.ts'
import type { Query } from '../parcels/parcels.ts'
import type { Basemap } from './basemap.ts'
import { encodeLayers, searchBoundsOfTile } from './outlines.ts'
import { streetLinesOf } from './streetNames.ts'

/** At lower zooms a lot is smaller than its outline is wide. */
const minOutlineZoom = 15
/** From here on, a street is straight within a tile. */
const minStreetZoom = 16
/** The client overzooms these tiles. */
const maxZoom = 17

/** Serves the stored tiles (the demo town), and adds all imported parcels to them: outlines, house numbers and names of streets. */
export function createEmbeddedBasemap(query: Query): Basemap {
  return {
    async getTile(z, x, y) {
      if (!isTile(z, x, y)) return null
      const [stored, parcels] = await Promise.all([
        readStoredTile(query, z, x, y),
        z < minOutlineZoom ? null : renderParcels(query, z, x, y),
      ])
      if (parcels === null) return stored
      // Concatenated vector tiles are a valid tile, but some browsers do not decode concatenated gzip members.
      const storedLayers = stored === null ? Buffer.alloc(0) : await promisify(gunzip)(stored)
      return promisify(gzip)(Buffer.concat([storedLayers, parcels]), { level: 4 })
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

async function renderParcels(query: Query, z: number, x: number, y: number): Promise<Buffer | null> {
  const ranges = coveringCellRanges(searchBoundsOfTile(z, x, y))
  const rows = await query<TileRow>(
    `select outline, lat, lng, address, street_number, street_number_to, street_key, street_name, ${houseCondition} as is_house
     from unnest($1::bigint[], $2::bigint[]) as range (first, last)
     join parcels on cell between range.first and range.last
     where dataset <> 'demo'`,
    [ranges.map(([first]) => String(first)), ranges.map(([, last]) => String(last))],
  )
  const houses = rows.filter((row) => row.is_house)
  return encodeLayers(z, x, y, {
    outline: rows.flatMap(({ outline }): Feature[] =>
      outline ? [{ type: 'Feature', properties: null, geometry: outline }] : [],
    ),
    street:
      z < minStreetZoom
        ? []
        : streetLinesOf(
            houses.flatMap(({ lat, lng, street_key: streetKey, street_name: streetName }) =>
              streetKey && streetName ? [{ lat, lng, streetKey, streetName }] : [],
            ),
          ),
    number: z < maxZoom ? [] : numbersOf(houses),
  })
}

/** The number of each house, once for all units of a building. */
function numbersOf(houses: readonly TileRow[]): Feature[] {
  const byAddress = new Map(houses.map((row) => [`${row.street_number} ${row.street_key}`, row]))
  return [...byAddress.values()].map((row) => {
    const last =
      row.street_number_to === null || row.street_number_to === row.street_number ? '' : `-${row.street_number_to}`
    return {
      type: 'Feature',
      properties: { n: `${storedNumberOf(row)}${last}` },
      geometry: { type: 'Point', coordinates: [row.lng, row.lat] },
    }
  })
}
