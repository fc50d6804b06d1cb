import type { Position } from 'geojson'
import type { PlanePoint } from '../point.ts'
import { polygonsOf, prepareContains } from '../polygons.ts'
import type { Area } from './area.ts'
import { centerOfTriangle, nextSide, type DoorCells } from './splitGraph.ts'

/** A corner of the parts; one object for each place. */
interface Corner {
  at: Position
}

/** A piece of a border or of the outline, with its part at the left. */
interface Side {
  from: Corner
  to: Corner
  /** Null along the outline: it is that of the other sides of the ring. */
  part: number | null
}

/** A border between two parts, which may go beyond the area. */
interface Border {
  from: Corner
  to: Corner
  left: number
  right: number
}

/**
 * The areas of the parts, which cover the area without overlaps. Each place belongs to the part of the nearest door. The borders between cells
 * are cut at the outline of the area, and the sides of each part are connected to rings.
 *
 * `toPosition` converts the plane of the cells to degrees. It must keep straight lines straight.
 */
export async function toAreas(
  area: Area,
  cells: DoorCells,
  partOfNode: readonly number[],
  parts: number,
  toPosition: (point: PlanePoint) => Position,
  pause: () => Promise<void> | undefined,
): Promise<Area[]> {
  const partOfSite = cells.nodeOfSite.map((node) => (node < 0 ? null : partOfNode[node]!))
  const borders = bordersOf(cells, partOfSite, toPosition)
  const sides = await cutAtOutline(area, borders, pause)
  const rings = toRings(sides)
  const positions = cells.sites.map(toPosition)
  const ringsOfPart = Array.from({ length: parts }, (): Position[][] => [])
  for (const { ring, part } of rings) ringsOfPart[part ?? nearestPart(ring[0]!, positions, partOfSite)]!.push(ring)
  return ringsOfPart.map(toArea)
}

/** The borders between cells of two parts. Each connects the centers of two triangles that adjoin. */
function bordersOf(
  { sites, triangles, opposites }: DoorCells,
  partOfSite: readonly (number | null)[],
  toPosition: (point: PlanePoint) => Position,
): Border[] {
  const corners = new Map<number, Corner>()
  const cornerOf = (triangle: number): Corner => {
    const known = corners.get(triangle)
    if (known) return known
    const corner = { at: toPosition(centerOfTriangle({ sites, triangles }, triangle)) }
    corners.set(triangle, corner)
    return corner
  }
  const borders: Border[] = []
  const turn = turnOf(sites, triangles)
  for (const [side, opposite] of opposites.entries()) {
    if (opposite < side) continue
    const [left, right] = [partOfSite[triangles[side]!], partOfSite[triangles[nextSide(side)]!]]
    if (left == null || right == null || left === right) continue
    const [from, to] = [cornerOf(Math.floor(opposite / 3)), cornerOf(Math.floor(side / 3))]
    borders.push(turn > 0 ? { from, to, left, right } : { from: to, to: from, left, right })
  }
  return borders
}

/** Positive if the triangles are counterclockwise. All have the same direction. */
function turnOf(sites: readonly PlanePoint[], triangles: Uint32Array): number {
  const [a, b, c] = [0, 1, 2].map((n) => sites[triangles[n]!]!) as [PlanePoint, PlanePoint, PlanePoint]
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
}

interface Cut {
  /** From 0 at the beginning to 1 at the end. */
  share: number
  corner: Corner
}

/** The sides of all parts: each border within the area once for both of its parts, and the outline, which has the area at its left. */
async function cutAtOutline(
  area: Area,
  borders: readonly Border[],
  pause: () => Promise<void> | undefined,
): Promise<Side[]> {
  const outline = outlineOf(area)
  const contains = prepareContains(area)
  const cutsOfOutline = new Map<Side, Cut[]>()
  const sides: Side[] = []
  for (const { from, to, left, right } of borders) {
    await pause()
    const cuts: Cut[] = []
    for (const edge of outline) {
      const shares = crossingOf(from.at, to.at, edge.from.at, edge.to.at)
      if (!shares) continue
      const corner = { at: between(from.at, to.at, shares[0]) }
      cuts.push({ share: shares[0], corner })
      const cutsOfEdge = cutsOfOutline.get(edge)
      if (cutsOfEdge) cutsOfEdge.push({ share: shares[1], corner })
      else cutsOfOutline.set(edge, [{ share: shares[1], corner }])
    }
    for (const [start, end] of piecesOf(from, to, cuts)) {
      const [lng, lat] = between(start.at, end.at, 0.5)
      if (!contains({ lat: lat!, lng: lng! })) continue
      sides.push({ from: start, to: end, part: left }, { from: end, to: start, part: right })
    }
  }
  for (const edge of outline)
    for (const [from, to] of piecesOf(edge.from, edge.to, cutsOfOutline.get(edge) ?? []))
      sides.push({ from, to, part: null })
  return sides
}

/** The edges of all rings. Rings that touch share a corner object. */
function outlineOf(area: Area): Side[] {
  const corners = new Map<string, Corner>()
  const cornerOf = (at: Position): Corner => {
    const key = `${at[0]} ${at[1]}`
    if (!corners.has(key)) corners.set(key, { at })
    return corners.get(key)!
  }
  return polygonsOf(area)
    .flat()
    .flatMap((ring) =>
      ring.slice(1).map((to, index) => ({ from: cornerOf(ring[index]!), to: cornerOf(to), part: null })),
    )
    .filter(({ from, to }) => from !== to)
}

function piecesOf(from: Corner, to: Corner, cuts: readonly Cut[]): [Corner, Corner][] {
  const corners = [from, ...cuts.toSorted((one, other) => one.share - other.share).map(({ corner }) => corner), to]
  return corners.slice(1).map((corner, index) => [corners[index]!, corner])
}

/** Where two lines cross, as a share of each line's length; null if they do not. */
function crossingOf(a: Position, b: Position, c: Position, d: Position): [number, number] | null {
  const [ax, ay, bx, by] = [a[0]!, a[1]!, b[0]!, b[1]!]
  const [cx, cy, dx, dy] = [c[0]!, c[1]!, d[0]!, d[1]!]
  if ((ax < cx && ax < dx && bx < cx && bx < dx) || (ax > cx && ax > dx && bx > cx && bx > dx)) return null
  if ((ay < cy && ay < dy && by < cy && by < dy) || (ay > cy && ay > dy && by > cy && by > dy)) return null
  const area = (bx - ax) * (dy - cy) - (by - ay) * (dx - cx)
  if (area === 0) return null
  const share = ((cx - ax) * (dy - cy) - (cy - ay) * (dx - cx)) / area
  const other = ((cx - ax) * (by - ay) - (cy - ay) * (bx - ax)) / area
  return share >= 0 && share < 1 && other >= 0 && other < 1 ? [share, other] : null
}

const between = (from: Position, to: Position, share: number): Position => [
  from[0]! + (to[0]! - from[0]!) * share,
  from[1]! + (to[1]! - from[1]!) * share,
]

/** The rings of all parts. Exterior rings are counterclockwise, holes clockwise. */
function toRings(sides: readonly Side[]): { ring: Position[]; part: number | null }[] {
  const leaving = Map.groupBy(sides, ({ from }) => from)
  const used = new Set<Side>()
  const rings: { ring: Position[]; part: number | null }[] = []
  for (const start of sides) {
    if (used.has(start)) continue
    const around: Side[] = []
    for (let side = start; !used.has(side); side = following(side, leaving.get(side.to)!)) {
      used.add(side)
      around.push(side)
    }
    const part = around.find((side) => side.part !== null)?.part ?? null
    for (const ring of separate(around)) rings.push({ ring, part })
  }
  return rings
}

/** The next side of the same ring: the leftmost one at the end of this side. */
function following(side: Side, leaving: readonly Side[]): Side {
  if (leaving.length === 1) return leaving[0]!
  const back = angleOf(side.to, side.from)
  const turnFrom = (next: Side) => {
    const turn = (back - angleOf(next.from, next.to) + 4 * Math.PI) % (2 * Math.PI)
    // The side back is taken only if there is no other.
    return next.to === side.from ? 2 * Math.PI : turn
  }
  return leaving.reduce((best, next) => (turnFrom(next) < turnFrom(best) ? next : best))
}

const angleOf = (from: Corner, to: Corner) => Math.atan2(to.at[1]! - from.at[1]!, to.at[0]! - from.at[0]!)

/** Divides sides that visit a corner twice into rings that do not touch themselves. */
function separate(around: readonly Side[]): Position[][] {
  const rings: Position[][] = []
  const open: Corner[] = []
  const positions = new Map<Corner, number>()
  for (const { from } of around) {
    const known = positions.get(from)
    if (known !== undefined) {
      const closed = open.splice(known)
      for (const corner of closed) positions.delete(corner)
      rings.push([...closed, closed[0]!].map(({ at }) => at))
    }
    positions.set(from, open.length)
    open.push(from)
  }
  rings.push([...open, open[0]!].map(({ at }) => at))
  return rings
}

function nearestPart(
  [lng, lat]: Position,
  positions: readonly Position[],
  partOfSite: readonly (number | null)[],
): number {
  const scale = Math.cos((lat! * Math.PI) / 180)
  let [nearest, distance] = [0, Infinity]
  for (const [site, [x, y]] of positions.entries()) {
    const part = partOfSite[site]
    const to = ((x! - lng!) * scale) ** 2 + (y! - lat!) ** 2
    if (part != null && to < distance) [nearest, distance] = [part, to]
  }
  return nearest
}

/** The polygons of the rings. Clockwise rings are holes. */
function toArea(rings: readonly Position[][]): Area {
  const exteriors = rings
    .filter((ring) => signedArea(ring) > 0)
    .sort((one, other) => signedArea(one) - signedArea(other))
  const polygons = exteriors.map((ring): Position[][] => [ring])
  for (const hole of rings.filter((ring) => signedArea(ring) <= 0)) {
    const [lng, lat] = between(hole[0]!, hole[1]!, 0.5)
    const around = exteriors.findIndex((ring) =>
      prepareContains({ type: 'Polygon', coordinates: [ring] })({ lat: lat!, lng: lng! }),
    )
    polygons[Math.max(0, around)]!.push(hole)
  }
  return polygons.length === 1
    ? { type: 'Polygon', coordinates: polygons[0]! }
    : { type: 'MultiPolygon', coordinates: polygons }
}

/** Twice the area in square degrees, positive if the ring runs counterclockwise. */
function signedArea(ring: readonly Position[]): number {
  const [x0, y0] = ring[0] as [number, number]
  let sum = 0
  for (let n = 1; n < ring.length; n += 1) {
    const [[x1, y1], [x2, y2]] = [ring[n - 1], ring[n]] as [[number, number], [number, number]]
    sum += (x1 - x0) * (y2 - y0) - (x2 - x0) * (y1 - y0)
  }
  return sum
}
