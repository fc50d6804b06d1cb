import { GeoJSONVT } from '@maplibre/geojson-vt'
import { fromGeojsonVt } from '@maplibre/vt-pbf'
import type { Feature } from 'geojson'
import type { Bounds } from '../../domain/point.ts'

const tileExtent = 4096
/** In tile units: the width of an outline's stroke. */
const tileBuffer = 64
/** In tile widths: the margin in which the centroid of a lot may lie whose outline reaches into the tile. */
const searchMargin = 0.3

/** The length of a stored line of a street. A tile finds those whose middle is at most half of this outside of it. */
export const maxLineMeters = 1_000

/** Encodes the parts of the features within the tile as layers of these names, not compressed. Null if there are none. */
export function encodeLayers(z: number, x: number, y: number, layers: Record<string, Feature[]>): Buffer | null {
  const tiles = Object.entries(layers).flatMap(([name, features]) => {
    if (features.length === 0) return []
    const index = new GeoJSONVT(
      { type: 'FeatureCollection', features },
      { maxZoom: z, indexMaxZoom: 0, extent: tileExtent, buffer: tileBuffer },
    )
    const tile = index.getTile(z, x, y)
    return tile && tile.features.length > 0 ? [[name, tile] as const] : []
  })
  if (tiles.length === 0) return null
  return Buffer.from(fromGeojsonVt(Object.fromEntries(tiles), { version: 2, extent: tileExtent }))
}

/** The bounds of the tile plus a margin. Every lot that the tile shows has its centroid within them. */
export function searchBoundsOfTile(z: number, x: number, y: number): Bounds {
  return {
    north: latitudeOf(z, y - searchMargin),
    south: latitudeOf(z, y + 1 + searchMargin),
    west: longitudeOf(z, x - searchMargin),
    east: longitudeOf(z, x + 1 + searchMargin),
  }
}

function longitudeOf(z: number, x: number): number {
  return (x / 2 ** z) * 360 - 180
}

function latitudeOf(z: number, y: number): number {
  return (Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / 2 ** z))) * 180) / Math.PI
}
