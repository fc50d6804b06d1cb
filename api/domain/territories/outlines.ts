import type { Position } from 'geojson'
import { Refused } from '../errors.ts'

/** A closed ring of an area. */
export interface PlacedRing {
  positions: readonly Position[]
  /** In the caller's JSON, such as `area.coordinates.0`. */
  place: string
  /** Index of the polygon that has this ring. */
  polygon: number
  isHole: boolean
  isCounterclockwise: boolean
}

interface Ring extends PlacedRing {
  /** Its number in the area. */
  order: number
  /** The smallest ring around it, or null; undefined until the sweep has met the ring. */
  parent?: Ring | null
}

/** Where a ring is at a position: at one of its own, or within the edge that begins at one. */
interface Visit {
  ring: Ring
  index: number
  isCorner: boolean
}

interface Edge extends Visit {
  /** The end that the sweep meets first. */
  left: Position
  right: Position
  /** Whether the inside of its ring is above it. */
  isInsideAbove: boolean
}

interface Corner extends Visit {
  at: Position
  edges: [Edge, Edge]
}

/** A way on from a position. */
interface Direction {
  to: Position
  edge: Edge
  visit: Visit
}

/**
 * Throws `Refused` unless the rings bound an area (OGC Simple Feature Access, 6.1.11 and 6.1.14): a ring does not meet itself; two rings
 * may touch at positions, but neither cross nor have a part of an edge in common; a hole is directly in the exterior ring of its polygon,
 * and an exterior ring in no polygon. A position that is repeated at once counts once.
 *
 * A sweep by longitude, then latitude, keeps the edges at its line from south to north. Edges that cross are next to each other before
 * they do, so that only neighbors are compared (Shamos and Hoey, 1976).
 */
export function checkOutlines(placed: readonly PlacedRing[]): void {
  const rings = placed.map((ring, order): Ring => ({ ...ring, order }))
  const corners = rings.flatMap(cornersOf).sort((one, other) => compare(one.at, other.at))
  const edges: Edge[] = []
  for (let first = 0, last = 0; first < corners.length; first = last) {
    const { at } = corners[first]!
    while (last < corners.length && compare(corners[last]!.at, at) === 0) last += 1
    const start = countBelow(edges, at)
    let end = start
    while (end < edges.length && sideOf(edges[end]!, at) === 0) end += 1
    const passing = edges.slice(start, end).filter(({ right }) => compare(right, at) > 0)
    const directions = directionsFrom(at, corners.slice(first, last), passing)
    checkPosition(at, directions)
    const begun = directions.filter(({ to }) => compare(to, at) > 0).map(({ edge }) => edge)
    edges.splice(start, end - start, ...begun)
    for (const [n, { ring }] of begun.entries())
      if (ring.parent === undefined) ring.parent = ringAbove(edges[start + n - 1])
    checkCrossing(edges[start - 1], edges[start])
    if (begun.length > 0) checkCrossing(begun.at(-1), edges[start + begun.length])
  }
  for (const ring of rings) checkParent(ring)
}

export function refuse(place: string, message: string): never {
  throw new Refused(`${place}: ${message}`, { [place]: message })
}

function cornersOf(ring: Ring): Corner[] {
  const { positions, isCounterclockwise } = ring
  const visits = positions.slice(1).flatMap((to, index) => {
    const at = positions[index]!
    return compare(at, to) === 0 ? [] : [{ at, index }]
  })
  if (visits.length < 3) refuse(ring.place, 'The ring is empty: its positions are on one line.')
  const edges = visits.map(({ at, index }, n): Edge => {
    const to = visits[(n + 1) % visits.length]!.at
    const [left, right] = compare(at, to) < 0 ? [at, to] : [to, at]
    return { ring, index, isCorner: false, left, right, isInsideAbove: (left === at) === isCounterclockwise }
  })
  return visits.map(({ at, index }, n) => ({
    ...{ ring, index, at, isCorner: true },
    edges: [edges.at(n - 1)!, edges[n]!],
  }))
}

/** The ways on from the position counterclockwise, those to the north and east first. */
function directionsFrom(at: Position, corners: readonly Corner[], passing: readonly Edge[]): Direction[] {
  const fromCorners = corners.flatMap((visit) =>
    visit.edges.map((edge) => ({ to: compare(edge.left, at) === 0 ? edge.right : edge.left, edge, visit })),
  )
  const fromEdges = passing.flatMap((edge) => [edge.left, edge.right].map((to) => ({ to, edge, visit: edge })))
  return [...fromCorners, ...fromEdges].sort((one, other) => compareAngles(at, one.to, other.to))
}

/** Throws `Refused` if rings cross at the position or run over each other from it, or one ring is there twice. */
function checkPosition(at: Position, directions: readonly Direction[]): void {
  for (const [n, { to, visit }] of directions.entries()) {
    const before = directions[n - 1]
    if (before && compareAngles(at, before.to, to) === 0) refuseAt(before.visit, visit, 'The outline runs over itself')
  }
  if (directions.length === 2) return
  const byRing = new Map<Ring, Visit>()
  for (const { visit } of directions) {
    const other = byRing.get(visit.ring)
    if (other && other !== visit) refuseAt(other, visit, 'The ring meets itself')
    byRing.set(visit.ring, visit)
  }
  // Rings that do not cross are nested like brackets.
  const open: Visit[] = []
  for (const { visit } of directions) {
    if (open.at(-1) === visit) open.pop()
    else if (open.includes(visit)) refuseAt(open.at(-1)!, visit, 'The outline crosses itself')
    else open.push(visit)
  }
}

/** The place is that of the later visit at a position of its ring, if there is one. */
function refuseAt(one: Visit, other: Visit, message: string): never {
  const corners = [one, other].filter(({ isCorner }) => isCorner)
  const { ring, index, isCorner } = (corners.length > 0 ? corners : [one, other]).sort(compareVisits).at(-1)!
  return refuse(`${ring.place}.${index}`, `${message} ${isCorner ? 'at' : 'after'} this position.`)
}

function checkCrossing(one: Edge | undefined, other: Edge | undefined): void {
  if (!one || !other || !separates(one, other) || !separates(other, one)) return
  const { ring, index } = [one, other].sort(compareVisits)[0]!
  refuse(`${ring.place}.${index}`, 'The outline crosses itself after this position.')
}

/** The smallest ring around what is directly above the edge. */
function ringAbove(edge: Edge | undefined): Ring | null {
  if (!edge) return null
  return edge.isInsideAbove ? edge.ring : edge.ring.parent!
}

function checkParent({ parent, isHole, polygon, place }: Ring): void {
  if (isHole && (!parent || parent.isHole || parent.polygon !== polygon))
    refuse(place, 'A hole must be inside the exterior ring, and in no other hole.')
  if (!isHole && parent && !parent.isHole) refuse(place, 'The polygon is inside another one.')
}

/** The number of edges below the position. */
function countBelow(edges: readonly Edge[], at: Position): number {
  let [low, high] = [0, edges.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (sideOf(edges[middle]!, at) > 0) low = middle + 1
    else high = middle
  }
  return low
}

function compare(one: Position, other: Position): number {
  return one[0]! - other[0]! || one[1]! - other[1]!
}

function compareVisits(one: Visit, other: Visit): number {
  return one.ring.order - other.ring.order || one.index - other.index
}

function compareAngles(at: Position, one: Position, other: Position): number {
  return Number(compare(one, at) < 0) - Number(compare(other, at) < 0) || turn(at, other, one)
}

function separates(edge: Edge, { left, right }: Edge): boolean {
  return sideOf(edge, left) * sideOf(edge, right) < 0
}

/** Positive for a position above the edge. */
function sideOf({ left, right }: Edge, at: Position): number {
  return turn(left, right, at)
}

/** Positive if the way from one position over the second to the third turns left. */
function turn(from: Position, over: Position, to: Position): number {
  return Math.sign((over[0]! - from[0]!) * (to[1]! - from[1]!) - (over[1]! - from[1]!) * (to[0]! - from[0]!))
}
