import type { Feature, Geometry } from 'geojson'
import GeoJSONVT from 'geojson-vt'
import { fromGeojsonVt } from 'vt-pbf'
import type { Bounds } from '../../domain/point.ts'

const tileExtent = 4096
/** In units of the tile: wide enough for the line that follows an outline. */
const tileBuffer = 64
/** Part of a tile's width: a lot whose middle lies this far outside may still reach into the tile. */
const searchMargin = 0.3

/** A layer `outline` with what of the lots lies in the tile, not compressed; null when nothing does. */
export function encodeOutlineLayer(z: number, x: number, y: number, outlines: Geometry[]): Buffer | null {
  const features = outlines.map((geometry): Feature => ({ type: 'Feature', properties: null, geometry }))
  const index = new GeoJSONVT(
    { type: 'FeatureCollection', features },
    { maxZoom: z, indexMaxZoom: 0, extent: tileExtent, buffer: tileBuffer },
  )
  const tile = index.getTile(z, x, y)
  return tile && tile.features.length > 0
    ? Buffer.from(fromGeojsonVt({ outline: tile }, { version: 2, extent: tileExtent }))
    : null
}

/** The tile's area and a margin, within which the middles of all lots that it shows are expected. */
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
