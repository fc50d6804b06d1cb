import { MAX_TILE_ZOOM, MIN_TILE_ZOOM } from '../../domain/basemapTiles.ts'
import type { Bounds, Point } from '../../lib/distance.ts'

export interface TileId {
  z: number
  x: number
  y: number
}

const METERS_PER_DEGREE = 111_320
const FEET_PER_METER = 3.28084

/** The tiles of every zoom level that a map of this area draws, the closest zoom last. */
export function tilesOf(bounds: Bounds): TileId[] {
  const tiles: TileId[] = []
  for (let z = MIN_TILE_ZOOM; z <= MAX_TILE_ZOOM; z += 1) {
    const { west, east, north, south } = tileRange(bounds, z)
    for (let x = west; x <= east; x += 1) for (let y = north; y <= south; y += 1) tiles.push({ z, x, y })
  }
  return tiles
}

/** The number of tiles of an area at one zoom level, without a list of them. */
export function countTiles(bounds: Bounds, z: number): number {
  const { west, east, north, south } = tileRange(bounds, z)
  return (east - west + 1) * (south - north + 1)
}

/** The tile with the middle of the area. */
export function middleTile({ south, west, north, east }: Bounds, z: number): TileId {
  const middle = { lat: (south + north) / 2, lng: (west + east) / 2 }
  return { z, x: Math.floor(tileX(middle.lng, z)), y: Math.floor(tileY(middle.lat, z)) }
}

/** The point at a position within a tile, given as a part of its side. */
export function pointInTile({ z, x, y }: TileId, right: number, down: number): Point {
  const mercator = Math.PI * (1 - (2 * (y + down)) / 2 ** z)
  return { lat: (Math.atan(Math.sinh(mercator)) * 180) / Math.PI, lng: ((x + right) / 2 ** z) * 360 - 180 }
}

/** From west to east in its middle, in feet. */
export function widthInFeet({ south, west, north, east }: Bounds): number {
  return inFeet((east - west) * Math.cos((((south + north) / 2) * Math.PI) / 180))
}

/** '1,090 × 935 ft' with the width first. */
export function describeExtent(bounds: Bounds): string {
  const [width, height] = [widthInFeet(bounds), inFeet(bounds.north - bounds.south)].map((feet) =>
    Math.round(feet).toLocaleString('en-US'),
  )
  return `${width} × ${height} ft`
}

const inFeet = (degreesOfLatitude: number): number => degreesOfLatitude * METERS_PER_DEGREE * FEET_PER_METER

/** A part of a view, with its edges as parts of the view's width and height from the top left. */
export function partOfView(view: Bounds, part: { left: number; top: number; right: number; bottom: number }): Bounds {
  const [top, bottom] = [tileY(view.north, 0), tileY(view.south, 0)]
  const lat = (share: number) => pointInTile({ z: 0, x: 0, y: 0 }, 0, top + (bottom - top) * share).lat
  const lng = (share: number) => view.west + (view.east - view.west) * share
  return { north: lat(part.top), south: lat(part.bottom), west: lng(part.left), east: lng(part.right) }
}

const tileX = (lng: number, z: number): number => ((lng + 180) / 360) * 2 ** z

function tileY(lat: number, z: number): number {
  const sine = Math.sin((lat * Math.PI) / 180)
  return (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * 2 ** z
}

function tileRange(bounds: Bounds, z: number) {
  return {
    west: Math.floor(tileX(bounds.west, z)),
    east: Math.floor(tileX(bounds.east, z)),
    north: Math.floor(tileY(bounds.north, z)),
    south: Math.floor(tileY(bounds.south, z)),
  }
}
