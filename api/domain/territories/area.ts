import type { MultiPolygon, Polygon, Position } from 'geojson'
import { describeWrongPlace } from '../imports/places.ts'
import { isPoint } from '../point.ts'
import { polygonsOf } from '../polygons.ts'
import { checkOutlines, refuse } from './outlines.ts'

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
  const count = { points: 0 }
  if (type === 'Polygon') {
    const rings = parsePolygon(coordinates, 'area.coordinates', count)
    return { type, coordinates: turnRings([{ rings, place: 'area.coordinates' }])[0]! }
  }
  if (type !== 'MultiPolygon') return refuse('area.type', 'Must be Polygon or MultiPolygon.')
  const list = parseList(coordinates, 'area.coordinates', 'Must be a list of polygons with at least one.')
  const polygons = list.map((polygon, index) => {
    const place = `area.coordinates.${index}`
    return { rings: parsePolygon(polygon, place, count), place }
  })
  return { type, coordinates: turnRings(polygons) }
}

/** The number of points of the area. */
export function countPoints(area: Area): number {
  return polygonsOf(area)
    .flat()
    .reduce((sum, ring) => sum + ring.length, 0)
}

function parsePolygon(input: unknown, place: string, count: { points: number }): Position[][] {
  const list = parseList(input, place, 'Must be a list of rings: the exterior ring, then its holes.')
  return list.map((ring, index) => parseRing(ring, `${place}.${index}`, count))
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

/** The exterior rings counterclockwise and the holes clockwise. Throws `Refused` if they bound no area. */
function turnRings(polygons: readonly { rings: Position[][]; place: string }[]): Position[][][] {
  const placed = polygons.map(({ rings, place }, polygon) =>
    rings.map((positions, index) => ({
      ...{ positions, place: `${place}.${index}`, polygon, isHole: index > 0 },
      isCounterclockwise: signedArea(positions) > 0,
    })),
  )
  checkOutlines(placed.flat())
  return placed.map((rings) =>
    rings.map(({ positions, isHole, isCounterclockwise }) =>
      isCounterclockwise === isHole ? positions.toReversed() : positions,
    ),
  )
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
  const isZero = position.every((degrees) => degrees === 0)
  const wrong = isZero ? null : describeWrongPlace(pointOf(position))
  if (wrong) refuse(place, `The coordinates ${position.join(', ')} ${wrong}.`)
  return position
}

function parseList(input: unknown, place: string, message: string): unknown[] {
  return Array.isArray(input) && input.length > 0 ? (input as unknown[]) : refuse(place, message)
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
