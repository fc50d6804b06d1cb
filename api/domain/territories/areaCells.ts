import type { Position } from 'geojson'
import { boundsOfTiles, cellRangeOfTile, mergeRanges, type CellRange } from '../cells.ts'
import { type Bounds, centerOf } from '../point.ts'
import { containsPoint, polygonsOf } from '../polygons.ts'
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
  const keepInside = (z: number, x: number, y: number) => {
    if (containsPoint(area, centerOf(tileBounds(z, x, y)))) inside.push(cellRangeOfTile(z, x, y))
  }
  let border: BorderTile[] = [{ x: 0, y: 0, edges: edgesOf(area) }]
  let zoom = 0
  while (zoom < maxZoom) {
    const z = zoom + 1
    const children = border.flatMap(({ x, y, edges }) =>
      [0, 1, 2, 3].map((n) => {
        const child = { x: 2 * x + (n % 2), y: 2 * y + (n >> 1) }
        const bounds = tileBounds(z, child.x, child.y)
        return { ...child, edges: edges.filter((edge) => touches(edge, bounds)) }
      }),
    )
    const touched = children.filter(({ edges }) => edges.length > 0)
    if (touched.length > maxBorderTiles) break
    for (const { x, y, edges } of children) if (edges.length === 0) keepInside(z, x, y)
    border = touched
    zoom = z
  }
  return {
    inside: mergeRanges(inside),
    border: mergeRanges(border.map(({ x, y }) => cellRangeOfTile(zoom, x, y))),
  }
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
  const [[x1, y1], [x2, y2]] = [from, to] as [[number, number], [number, number]]
  if (Math.max(x1, x2) < west || Math.min(x1, x2) > east || Math.max(y1, y2) < south || Math.min(y1, y2) > north)
    return false
  const side = (x: number, y: number) => (x2 - x1) * (y - y1) - (y2 - y1) * (x - x1)
  const sides = [side(west, south), side(west, north), side(east, south), side(east, north)]
  return Math.min(...sides) <= 0 && Math.max(...sides) >= 0
}
