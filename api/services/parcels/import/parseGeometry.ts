import type { Position } from 'geojson'
import { Refused } from '../../../domain/errors.ts'
import { describeWrongPlace } from '../../../domain/imports/places.ts'
import type { Point } from '../../../domain/point.ts'
import { isTooDeep } from '../../../domain/storable.ts'
import { type Outline, centroidOf } from '../outline.ts'
import { formRemedies, type Remedies } from './remedies.ts'

export interface ParcelGeometry {
  centroid: Point
  /** Null if the file has only points. */
  outline: Outline | null
}

/** Seven decimals are a centimeter. More digits are export noise and a third of a county's bytes. */
const coordinatePrecision = 1e7

/**
 * Parses and validates a GeoJSON geometry: WGS 84 degrees and closed rings of at least three corners. Null for a
 * missing or empty geometry. Throws `Refused` that says what is wrong, without the record's location.
 */
export function parseGeometry(geometry: unknown, remedies: Remedies = formRemedies): ParcelGeometry | null {
  if (geometry === null || geometry === undefined) return null
  const { type, coordinates, geometries } = geometry as Record<string, unknown>
  // ArcGIS and ogr2ogr write an empty collection for a shape without coordinates.
  if (isEmptyList(type === 'GeometryCollection' ? geometries : coordinates)) return null
  switch (type) {
    case 'Point':
      return parsePoint(coordinates, remedies)
    case 'Polygon':
      return toParcelGeometry({ type, coordinates: parseRings(coordinates, remedies) })
    case 'MultiPolygon':
      return toParcelGeometry(unwrapSinglePolygon(assertList(coordinates).map((rings) => parseRings(rings, remedies))))
    default:
      throw new Refused(`its geometry is ${describeType(type)}; it must be a Polygon, a MultiPolygon or a Point`)
  }
}

export function parsePoint(coordinates: unknown, remedies: Remedies): ParcelGeometry {
  const [lng, lat] = parsePosition(coordinates, remedies) as [number, number]
  checkPlace({ lat, lng })
  return { centroid: { lat, lng }, outline: null }
}

/** A list without anything in it, such as that of polygons with a ring that is empty. */
function isEmptyList(value: unknown, depth = 3): boolean {
  return Array.isArray(value) && value.every((item) => depth > 0 && isEmptyList(item, depth - 1))
}

/** Throws `Refused` for coordinates that a usual mistake explains. */
function checkPlace(place: Point): void {
  const wrong = describeWrongPlace(place)
  if (wrong) throw new Refused(`its coordinates ${place.lng}, ${place.lat} ${wrong}`)
}

function toParcelGeometry(outline: Outline): ParcelGeometry {
  const { lat, lng } = centroidOf(outline)
  checkPlace({ lat, lng })
  return { centroid: { lat: roundDegrees(lat), lng: roundDegrees(lng) }, outline }
}

/** Many counties export every parcel as a MultiPolygon with one part. */
function unwrapSinglePolygon(polygons: Position[][][]): Outline {
  return polygons.length === 1
    ? { type: 'Polygon', coordinates: polygons[0]! }
    : { type: 'MultiPolygon', coordinates: polygons }
}

function parseRings(rings: unknown, remedies: Remedies): Position[][] {
  return assertList(rings).map((ring) => {
    const positions = assertList(ring).map((position) => parsePosition(position, remedies))
    const [first] = positions
    const last = positions.at(-1)
    if (first && last && (first[0] !== last[0] || first[1] !== last[1])) positions.push(first)
    if (positions.length < 4) throw new Refused('its outline has a ring with fewer than three corners')
    return positions
  })
}

function assertList(value: unknown): unknown[] {
  if (!Array.isArray(value) || value.length === 0)
    throw new Refused('its geometry has no list of coordinates where one is required')
  return value
}

function parsePosition(value: unknown, remedies: Remedies): Position {
  const [lng, lat] = Array.isArray(value) ? value : []
  if (typeof lng !== 'number' || typeof lat !== 'number' || !Number.isFinite(lng + lat)) {
    throw new Refused(
      `its geometry has ${isTooDeep(value) ? 'many brackets' : JSON.stringify(value)?.slice(0, 40)} where a pair of numbers is required`,
    )
  }
  if (Math.abs(lng) > 180 || Math.abs(lat) > 90) {
    checkPlace({ lat, lng })
    throw new Refused(`its coordinates ${lng}, ${lat} are not degrees of longitude and latitude. ${remedies.toDegrees}`)
  }
  return [roundDegrees(lng), roundDegrees(lat)]
}

function roundDegrees(degrees: number): number {
  return Math.round(degrees * coordinatePrecision) / coordinatePrecision
}

function describeType(type: unknown): string {
  return typeof type === 'string' ? `a ${type}` : 'of an unknown type'
}
