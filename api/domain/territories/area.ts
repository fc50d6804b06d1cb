import type { MultiPolygon, Polygon, Position } from 'geojson'
import { Refused } from '../errors.ts'
import { isPoint } from '../point.ts'
import { isInside, polygonsOf } from '../polygons.ts'

/** The area of a territory, in which exterior rings run counterclockwise and holes clockwise (RFC 7946). */
export type Area = Polygon | MultiPolygon

export const areaTypes = ['Polygon', 'MultiPolygon'] as const satisfies Area['type'][]

/** The maximum number of points of an area, with those that close its rings. */
export const maxAreaPoints = 5_000

/**
 * Returns the GeoJSON Polygon or MultiPolygon with its rings turned the right way, without altitudes and other members. Throws `Refused`
 * with the place of the fault, such as `area.coordinates.0.12`, which is that of the caller's JSON.
 */
export function parseArea(input: unknown): Area {
  if (!isObject(input)) return refuse('area', 'Must be a GeoJSON Polygon or MultiPolygon.')
  const { type, coordinates } = input
  if (type === 'Polygon') {
    const rings = parsePolygon(coordinates, 'area.coordinates', { points: 0 })
    checkCrossings([{ rings, place: 'area.coordinates' }])
    return { type, coordinates: turnRings(rings, 'area.coordinates') }
  }
  if (type !== 'MultiPolygon') return refuse('area.type', 'Must be Polygon or MultiPolygon.')
  const list = parseList(coordinates, 'area.coordinates', 'Must be a list of polygons with at least one.')
  const count = { points: 0 }
  const parts = list.map((polygon, index) => {
    const place = `area.coordinates.${index}`
    return { rings: parsePolygon(polygon, place, count), place }
  })
  checkCrossings(parts)
  return { type, coordinates: parts.map(({ rings, place }) => turnRings(rings, place)) }
}

/** The number of points of the area. */
export function countPoints(area: Area): number {
  return polygonsOf(area)
    .flat()
    .reduce((sum, ring) => sum + ring.length, 0)
}

function parsePolygon(input: unknown, place: string, count: { points: number }): Position[][] {
  const list = parseList(input, place, 'Must be a list of rings: the exterior ring, then its holes.')
  const rings = list.map((ring, index) => parseRing(ring, `${place}.${index}`, count))
  for (const [index, hole] of rings.entries()) {
    if (index > 0 && !hole.some((position) => isInside([rings[0]!], pointOf(position))))
      refuse(`${place}.${index}`, 'A hole must be inside the exterior ring.')
  }
  return rings
}

function parseRing(input: unknown, place: string, count: { points: number }): Position[] {
  const list = parseList(input, place, 'Must be a list of positions.')
  const ring = list.map((position, index) => parsePosition(position, `${place}.${index}`, count))
  if (ring.length < 4) refuse(place, 'A ring has at least four positions, of which the last is the first again.')
  const [first, last] = [ring[0]!, ring.at(-1)!]
  if (first[0] !== last[0] || first[1] !== last[1])
    refuse(`${place}.${ring.length - 1}`, 'The last position of a ring must be the same as the first.')
  return ring
}

/** The exterior ring counterclockwise and the holes clockwise. */
function turnRings(rings: Position[][], place: string): Position[][] {
  return rings.map((ring, index) => {
    const area = signedArea(ring)
    if (area === 0) refuse(`${place}.${index}`, 'The ring is empty: its positions are on one line.')
    return area > 0 === index > 0 ? ring.toReversed() : ring
  })
}

function parsePosition(input: unknown, place: string, count: { points: number }): Position {
  count.points += 1
  if (count.points > maxAreaPoints)
    refuse(place, `An area has at most ${maxAreaPoints.toLocaleString('en-US')} points.`)
  const numbers: unknown[] = Array.isArray(input) ? input : []
  const [lng, lat] = numbers
  if (numbers.length < 2 || numbers.length > 3 || !numbers.every((value) => Number.isFinite(value)))
    return refuse(place, 'Must be [longitude, latitude] in degrees.')
  const position = [Number(lng), Number(lat)]
  if (!isPoint(pointOf(position)))
    refuse(place, 'The longitude must be between -180 and 180, the latitude between -90 and 90.')
  return position
}

function parseList(input: unknown, place: string, message: string): unknown[] {
  return Array.isArray(input) && input.length > 0 ? (input as unknown[]) : refuse(place, message)
}

interface Edge {
  from: Position
  to: Position
  minX: number
  maxX: number
  minY: number
  maxY: number
  /** Of the ring, and of its positions from which the edge begins. */
  place: string
  index: number
}

/**
 * Throws `Refused` for two edges that cross. Edges are compared only with those whose longitudes they share, so that usual areas take
 * few comparisons; 5,000 long edges take 12.5 million.
 */
function checkCrossings(polygons: readonly { rings: Position[][]; place: string }[]): void {
  const edges = polygons
    .flatMap(({ rings, place }) => rings.flatMap((ring, index) => edgesOf(ring, `${place}.${index}`)))
    .sort((one, other) => one.minX - other.minX)
  for (const [index, edge] of edges.entries()) {
    for (let next = index + 1; next < edges.length && edges[next]!.minX < edge.maxX; next += 1) {
      const other = edges[next]!
      if (other.minY >= edge.maxY || other.maxY <= edge.minY || !doCross(edge, other)) continue
      const [at] = [edge, other].toSorted((one, two) => one.index - two.index)
      refuse(`${at!.place}.${at!.index}`, 'The outline crosses itself after this position.')
    }
  }
}

function edgesOf(ring: Position[], place: string): Edge[] {
  return ring.slice(1).map((to, index) => {
    const from = ring[index]!
    const [[x1, y1], [x2, y2]] = [from, to] as [[number, number], [number, number]]
    const [minX, maxX, minY, maxY] = [Math.min(x1, x2), Math.max(x1, x2), Math.min(y1, y2), Math.max(y1, y2)]
    return { from, to, minX, maxX, minY, maxY, place, index }
  })
}

/** Whether the edges cross within both. Rings may touch, also at a corner. */
function doCross(one: Edge, other: Edge): boolean {
  return separates(one, other) && separates(other, one)
}

function separates({ from, to }: Edge, other: Edge): boolean {
  return sideOf(from, to, other.from) * sideOf(from, to, other.to) < 0
}

/** Positive for a position on the left of the line. */
function sideOf(from: Position, to: Position, at: Position): number {
  return Math.sign((to[0]! - from[0]!) * (at[1]! - from[1]!) - (to[1]! - from[1]!) * (at[0]! - from[0]!))
}

/** Twice the area of the ring in square degrees, positive if it runs counterclockwise. */
function signedArea(ring: Position[]): number {
  // Relative to the first position, because products of full degrees lose precision.
  const [x0, y0] = ring[0] as [number, number]
  return ring.slice(1).reduce((sum, to, index) => {
    const from = ring[index]!
    return sum + (from[0]! - x0) * (to[1]! - y0) - (to[0]! - x0) * (from[1]! - y0)
  }, 0)
}

const pointOf = ([lng, lat]: Position) => ({ lat: lat!, lng: lng! })

function isObject(input: unknown): input is Record<string, unknown> {
  return typeof input === 'object' && input !== null && !Array.isArray(input)
}

function refuse(place: string, message: string): never {
  throw new Refused(`${place}: ${message}`, { [place]: message })
}
