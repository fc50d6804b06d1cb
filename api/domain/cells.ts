import type { Bounds, Point } from './point.ts'

/**
 * A cell is a square of the Web Mercator grid at zoom 22 (about 7 m in Indiana), numbered by interleaving the bits of its x
 * and y. The cells of any tile of a lower zoom are then one contiguous range, so a b-tree index finds the rows in a viewport.
 * A b-tree works under row-level security, where PostgreSQL cannot use a geometry index (design §4).
 */
const cellZoom = 22
const gridSize = 2 ** cellZoom
/** The latitude at which the Web Mercator grid ends. */
const maxLatitude = 85.0511287798066

/** Both ends are inclusive: `cell between first and last`. */
export type CellRange = [first: bigint, last: bigint]

export function cellOf(point: Point): bigint {
  const { x, y } = tileOf(point, cellZoom)
  return BigInt(interleave(x, y))
}

/** All cells of the map tile z/x/y. */
export function cellRangeOfTile(z: number, x: number, y: number): CellRange {
  const cellsPerTile = 4 ** (cellZoom - z)
  const first = interleave(x, y) * cellsPerTile
  return [BigInt(first), BigInt(first + cellsPerTile - 1)]
}

/**
 * At most twelve ranges, in order, that contain every cell of the viewport. They also contain some cells outside it, so a
 * query that needs the exact viewport must compare lat and lng too.
 */
export function coveringCellRanges(bounds: Bounds): CellRange[] {
  const z = coveringZoom(bounds)
  const { x: west, y: north } = tileOf({ lat: bounds.north, lng: bounds.west }, z)
  const { x: east, y: south } = tileOf({ lat: bounds.south, lng: bounds.east }, z)
  const ranges: CellRange[] = []
  for (let y = north; y <= south; y++) {
    for (let x = west; x <= east; x++) ranges.push(cellRangeOfTile(z, x, y))
  }
  return mergeRanges(ranges)
}

/** The size of the tiles that `cellRangesNear` begins with: about 230 m in Indiana. */
const nearZoom = 17

/** Each range is an index scan. */
const maxRangesNear = 400

/** At most `maxRanges` ranges, in order, that contain the tiles of the points and those around them. */
export function cellRangesNear(points: readonly Point[], maxRanges = maxRangesNear): CellRange[] {
  for (let z = nearZoom; ; z -= 1) {
    const tiles = new Map<string, CellRange>()
    for (const point of points) {
      const { x, y } = tileOf(point, z)
      for (const dx of [-1, 0, 1])
        for (const dy of [-1, 0, 1]) {
          const [column, row] = [clamp(x + dx, 2 ** z), clamp(y + dy, 2 ** z)]
          const key = `${column} ${row}`
          if (!tiles.has(key)) tiles.set(key, cellRangeOfTile(z, column, row))
        }
    }
    const ranges = mergeRanges([...tiles.values()])
    if (ranges.length <= maxRanges || z === 0) return ranges
  }
}

/** The highest zoom at which the viewport touches at most four columns, four rows and twelve tiles in all. */
function coveringZoom(bounds: Bounds): number {
  for (let z = cellZoom; z > 0; z--) {
    const { x: west, y: north } = tileOf({ lat: bounds.north, lng: bounds.west }, z)
    const { x: east, y: south } = tileOf({ lat: bounds.south, lng: bounds.east }, z)
    const columns = east - west + 1
    const rows = south - north + 1
    if (columns <= 4 && rows <= 4 && columns * rows <= 12) return z
  }
  return 0
}

/** Sorts the ranges and merges those that overlap or adjoin. */
export function mergeRanges(ranges: CellRange[]): CellRange[] {
  const result: CellRange[] = []
  for (const range of ranges.toSorted((a, b) => (a[0] < b[0] ? -1 : 1))) {
    const last = result.at(-1)
    if (last && range[0] <= last[1] + 1n) last[1] = range[1] > last[1] ? range[1] : last[1]
    else result.push([...range])
  }
  return result
}

/** The tile at zoom `z` that contains the point. A point beyond the edge of the grid belongs to the tile at the edge. */
export function tileOf(point: Point, z: number): { x: number; y: number } {
  const tiles = 2 ** z
  const lat = Math.max(-maxLatitude, Math.min(maxLatitude, point.lat))
  const sin = Math.sin((lat * Math.PI) / 180)
  const x = Math.floor((tiles * (point.lng + 180)) / 360)
  const y = Math.floor(tiles * (0.5 - Math.log((1 + sin) / (1 - sin)) / (4 * Math.PI)))
  return { x: clamp(x, tiles), y: clamp(y, tiles) }
}

/** The bounds of the tiles from `from` (northwest) to `to` (southeast), both included. */
export function boundsOfTiles(z: number, from: { x: number; y: number }, to: { x: number; y: number }): Bounds {
  return {
    north: latitudeOf(from.y, z),
    west: (from.x / 2 ** z) * 360 - 180,
    south: latitudeOf(to.y + 1, z),
    east: ((to.x + 1) / 2 ** z) * 360 - 180,
  }
}

function latitudeOf(y: number, z: number): number {
  return (Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / 2 ** z))) * 180) / Math.PI
}

function clamp(value: number, tiles: number): number {
  return Math.max(0, Math.min(tiles - 1, value))
}

/** Interleaves the bits of y and x, y first, as in a quadkey. The result has 44 bits, so a double represents it exactly. */
function interleave(x: number, y: number): number {
  if (x >= gridSize || y >= gridSize) throw new RangeError(`tile ${x}/${y} is outside the grid`)
  const low = spreadBits(x & 0x7ff) | (spreadBits(y & 0x7ff) << 1)
  const high = spreadBits(x >>> 11) | (spreadBits(y >>> 11) << 1)
  return high * 2 ** 22 + low
}

/** Inserts a zero before each of 11 bits: 0b111 becomes 0b10101. */
function spreadBits(bits: number): number {
  let value = bits
  value = (value | (value << 8)) & 0x00ff00ff
  value = (value | (value << 4)) & 0x0f0f0f0f
  value = (value | (value << 2)) & 0x33333333
  value = (value | (value << 1)) & 0x55555555
  return value
}
