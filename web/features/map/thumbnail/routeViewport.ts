import type { Point } from '../../../lib/distance.ts'
import type { GroundViewport } from './drawGround.ts'
import { tilePositionOf, tilesPerMeter, type TilePosition } from './tiles.ts'

export interface RouteViewport {
  viewport: GroundViewport
  middle: TilePosition
  /** The places in pixels, in their order. */
  points: { x: number; y: number }[]
}

/** Room for the markers at the edges. */
const MARGIN = 24
/** About eight houses in a row: closer shows nothing more of a route. */
const MAX_PIXELS_PER_METER = 2.4

/** The largest view of `width` by `height` pixels with all places, of which there is at least one. */
export function routeViewport(places: readonly Point[], width: number, height: number): RouteViewport {
  const positions = places.map(tilePositionOf)
  const [left, right] = rangeOf(positions.map(({ x }) => x))
  const [top, bottom] = rangeOf(positions.map(({ y }) => y))
  const metersToTiles = tilesPerMeter(places[0]!.lat)
  const pixelsPerTile = Math.min(
    MAX_PIXELS_PER_METER / metersToTiles,
    (width - 2 * MARGIN) / (right - left),
    (height - 2 * MARGIN) / (bottom - top),
  )
  const middle = { x: (left + right) / 2, y: (top + bottom) / 2 }
  const viewport = {
    left: middle.x - width / 2 / pixelsPerTile,
    top: middle.y - height / 2 / pixelsPerTile,
    pixelsPerTile,
    pixelsPerMeter: pixelsPerTile * metersToTiles,
    width,
    height,
  }
  const points = positions.map(({ x, y }) => ({
    x: (x - viewport.left) * pixelsPerTile,
    y: (y - viewport.top) * pixelsPerTile,
  }))
  return { viewport, middle, points }
}

const rangeOf = (values: readonly number[]): [number, number] => [Math.min(...values), Math.max(...values)]
