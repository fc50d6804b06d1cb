import type { Position } from 'geojson'
import { boundsOfTiles, cellRangeOfTile, mergeRanges, tileOf, type CellRange } from '../cells.ts'
import { type Bounds, centerOf } from '../point.ts'
import { boundsOfArea, polygonsOf, prepareContains } from '../polygons.ts'
import type { Area } from './area.ts'

/**
 * The cells of an area (`properties.cell`), in order: what is in those of `inside` is in the area, and what is in those of `border` must be
 * tested by its point. The ranges do not overlap.
 */
export interface AreaCells {
  inside: CellRange[]
  border: CellRange[]
}

/** Finer tiles at the border would cost more index scans than the points that they spare. */
const maxBorderTiles = 96
/** Tiles of about 30 m. */
const maxZoom = 20

interface BorderTile {
  x: number
  y: number
  edges: [Position, Position][]
}

/** Tiles that the outline touches are divided as long as they are few; the others are inside or outside as a whole. */
export function cellsOfArea(area: Area): AreaCells {
  const inside: CellRange[] = []
  const contains = prepareContains(area)
  const keepInside = (z: number, x: number, y: number) => {
    if (contains(centerOf(tileBounds(z, x, y)))) inside.push(cellRangeOfTile(z, x, y))
  }
  const start = smallestTileAround(boundsOfArea(area))
  let border: BorderTile[] = [{ ...start, edges: edgesOf(area) }]
  let { zoom } = start
  while (zoom < maxZoom) {
    const divided = divideTiles(border, zoom + 1)
    if (!divided) break
    zoom += 1
    for (const { x, y } of divided.untouched) keepInside(zoom, x, y)
    border = divided.touched
  }
  return {
    inside: mergeRanges(inside),
    border: mergeRanges(border.map(({ x, y }) => cellRangeOfTile(zoom, x, y))),
  }
}

/** The tiles one zoom higher, or null if the outline touches more than `maxBorderTiles` of them. */
function divideTiles(border: readonly BorderTile[], zoom: number) {
  const touched: BorderTile[] = []
  const untouched: BorderTile[] = []
  for (const { x, y, edges } of border) {
    for (const n of [0, 1, 2, 3]) {
      const child = { x: 2 * x + (n % 2), y: 2 * y + (n >> 1) }
      const bounds = tileBounds(zoom, child.x, child.y)
      const touching = edges.filter((edge) => touches(edge, bounds))
      const tiles = touching.length > 0 ? touched : untouched
      tiles.push({ ...child, edges: touching })
    }
    if (touched.length > maxBorderTiles) return null
  }
  return { touched, untouched }
}

/** The tile with the highest zoom that has the bounds within its own. */
function smallestTileAround({ south, west, north, east }: Bounds): { zoom: number; x: number; y: number } {
  for (let zoom = maxZoom; zoom > 0; zoom -= 1) {
    const { x, y } = tileOf({ lat: north + roundingDegrees, lng: west - roundingDegrees }, zoom)
    const last = tileOf({ lat: south - roundingDegrees, lng: east + roundingDegrees }, zoom)
    if (x === last.x && y === last.y) return { zoom, x, y }
  }
  return { zoom: 0, x: 0, y: 0 }
}

/** The cells of what two areas have in common. */
export function intersectCells(one: AreaCells, other: AreaCells): AreaCells {
  return {
    inside: intersectRanges(one.inside, other.inside),
    border: mergeRanges([
      ...intersectRanges(one.border, other.border),
      ...intersectRanges(one.border, other.inside),
      ...intersectRanges(one.inside, other.border),
    ]),
  }
}

/** The cells of what is in the first area and not in the other. */
export function subtractCells(one: AreaCells, other: AreaCells): AreaCells {
  return {
    inside: subtractRanges(one.inside, mergeRanges([...other.inside, ...other.border])),
    border: mergeRanges([...subtractRanges(one.border, other.inside), ...intersectRanges(one.inside, other.border)]),
  }
}

/** What is in the first of two ordered lists and not in the other. */
function subtractRanges(one: readonly CellRange[], other: readonly CellRange[]): CellRange[] {
  const result: CellRange[] = []
  let j = 0
  for (const [first, last] of one) {
    let rest = first
    while (j < other.length && other[j]![1] < rest) j += 1
    for (let k = j; k < other.length && other[k]![0] <= last; k += 1) {
      if (other[k]![0] > rest) result.push([rest, other[k]![0] - 1n])
      rest = other[k]![1] + 1n
    }
    if (rest <= last) result.push([rest, last])
  }
  return result
}

/** The ranges that two ordered lists have in common. */
function intersectRanges(one: readonly CellRange[], other: readonly CellRange[]): CellRange[] {
  const result: CellRange[] = []
  for (let i = 0, j = 0; i < one.length && j < other.length;) {
    const [a, b] = [one[i]!, other[j]!]
    const first = a[0] > b[0] ? a[0] : b[0]
    const last = a[1] < b[1] ? a[1] : b[1]
    if (first <= last) result.push([first, last])
    if (a[1] < b[1]) i += 1
    else j += 1
  }
  return result
}

function edgesOf(area: Area): [Position, Position][] {
  return polygonsOf(area)
    .flat()
    .flatMap((ring) => ring.slice(1).map((to, index): [Position, Position] => [ring[index]!, to]))
}

/** A point at the edge of a tile may be numbered as one of the next tile, by the rounding of its coordinates. */
const roundingDegrees = 1e-9

function tileBounds(z: number, x: number, y: number): Bounds {
  const { south, west, north, east } = boundsOfTiles(z, { x, y }, { x, y })
  const tiles = 2 ** z
  return {
    // The grid ends before the poles, and its tiles at the edge have what lies beyond.
    south: y === tiles - 1 ? -90 : south - roundingDegrees,
    north: y === 0 ? 90 : north + roundingDegrees,
    west: west - roundingDegrees,
    east: east + roundingDegrees,
  }
}

/** Whether the edge has a point in the bounds: it overlaps them, and their corners are not all on one side of its line. */
function touches([from, to]: [Position, Position], { south, west, north, east }: Bounds): boolean {
  const [x1, y1] = from as [number, number]
  const [x2, y2] = to as [number, number]
  if ((x1 < west && x2 < west) || (x1 > east && x2 > east) || (y1 < south && y2 < south) || (y1 > north && y2 > north))
    return false
  const [dx, dy] = [x2 - x1, y2 - y1]
  // The corners that are the farthest to either side of the line.
  const [highest, lowest] = dy > 0 ? [west, east] : [east, west]
  const [left, right] = dx > 0 ? [north, south] : [south, north]
  return dx * (left - y1) - dy * (highest - x1) >= 0 && dx * (right - y1) - dy * (lowest - x1) <= 0
}
