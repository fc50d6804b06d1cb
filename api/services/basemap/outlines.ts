import type { Feature, Geometry } from 'geojson'
import GeoJSONVT from 'geojson-vt'
import { fromGeojsonVt } from 'vt-pbf'
import type { Bounds } from '../../domain/point.ts'

const EXTENT = 4096
/** In units of the tile: wide enough for the line that follows an outline. */
const BUFFER = 64
/** Part of a tile's width: a lot whose middle lies this far outside may still reach into the tile. */
const REACH = 0.3

/** A layer `outline` with what of the lots lies in the tile, not compressed; null when nothing does. */
export function outlineLayer(z: number, x: number, y: number, lots: Geometry[]): Buffer | null {
  const features = lots.map((geometry): Feature => ({ type: 'Feature', properties: null, geometry }))
  const index = new GeoJSONVT(
    { type: 'FeatureCollection', features },
    { maxZoom: z, indexMaxZoom: 0, extent: EXTENT, buffer: BUFFER },
  )
  const tile = index.getTile(z, x, y)
  return tile && tile.features.length > 0
    ? Buffer.from(fromGeojsonVt({ outline: tile }, { version: 2, extent: EXTENT }))
    : null
}

/** The tile's area and a margin, within which the middles of all lots that it shows are expected. */
export function boundsAround(z: number, x: number, y: number): Bounds {
  return {
    north: latitudeOf(z, y - REACH),
    south: latitudeOf(z, y + 1 + REACH),
    west: longitudeOf(z, x - REACH),
    east: longitudeOf(z, x + 1 + REACH),
  }
}

function longitudeOf(z: number, x: number): number {
  return (x / 2 ** z) * 360 - 180
}

function latitudeOf(z: number, y: number): number {
  return (Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / 2 ** z))) * 180) / Math.PI
}
