import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { Geometry } from 'geojson'
import { coveringCellRanges } from '../../domain/cells.ts'
import type { Query } from '../parcels/parcels.ts'
import type { Basemap } from './basemap.ts'
import { searchBoundsOfTile, encodeOutlineLayer } from './outlines.ts'

/** At lower zooms a lot is smaller than its outline is wide. */
const minOutlineZoom = 15
/** The client overzooms these tiles. */
const maxZoom = 17

/** Serves the stored tiles (the demo town), and adds the outlines of all imported parcels to them. */
export function createEmbeddedBasemap(query: Query): Basemap {
  return {
    async getTile(z, x, y) {
      if (!isTile(z, x, y)) return null
      const [stored, outlines] = await Promise.all([
        readStoredTile(query, z, x, y),
        z < minOutlineZoom ? null : renderOutlines(query, z, x, y),
      ])
      if (outlines === null) return stored
      // Concatenated vector tiles are a valid tile, but some browsers do not decode concatenated gzip members.
      const storedLayers = stored === null ? Buffer.alloc(0) : await promisify(gunzip)(stored)
      return promisify(gzip)(Buffer.concat([storedLayers, outlines]), { level: 4 })
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

async function renderOutlines(query: Query, z: number, x: number, y: number): Promise<Buffer | null> {
  const ranges = coveringCellRanges(searchBoundsOfTile(z, x, y))
  const rows = await query<{ outline: Geometry }>(
    `select outline from unnest($1::bigint[], $2::bigint[]) as range (first, last)
     join parcels on cell between range.first and range.last
     where dataset <> 'demo' and outline is not null`,
    [ranges.map(([first]) => String(first)), ranges.map(([, last]) => String(last))],
  )
  const geometries = rows.map((row) => row.outline)
  return geometries.length === 0 ? null : encodeOutlineLayer(z, x, y, geometries)
}
