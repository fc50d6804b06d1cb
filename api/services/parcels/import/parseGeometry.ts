import type { Position } from 'geojson'
import { Refused } from '../../../domain/errors.ts'
import type { Point } from '../../../domain/point.ts'
import { type Outline, centroidOf } from '../outline.ts'

export interface ParcelGeometry {
  centroid: Point
  /** Null for a file of points. */
  outline: Outline | null
}

/** A centimetre, in digits of a degree: more are noise of the export, and a third of a county's bytes. */
const coordinatePrecision = 1e7

/**
 * The place that a GeoJSON geometry gives, checked: degrees of longitude and latitude, closed rings of at least three
 * corners. Null for a missing or empty geometry. Throws `Refused` saying what is wrong; the caller knows where.
 */
export function parseGeometry(geometry: unknown): ParcelGeometry | null {
  if (geometry === null || geometry === undefined) return null
  const { type, coordinates } = geometry as { type?: unknown; coordinates?: unknown }
  if (Array.isArray(coordinates) && coordinates.length === 0) return null
  switch (type) {
    case 'Point':
      return parsePoint(coordinates)
    case 'Polygon':
      return toParcelGeometry({ type, coordinates: parseRings(coordinates) })
    case 'MultiPolygon':
      return toParcelGeometry(unwrapSinglePolygon(assertList(coordinates).map(parseRings)))
    default:
      throw new Refused(`its geometry is ${describeType(type)}; a parcel's is a Polygon, a MultiPolygon or a Point`)
  }
}

export function parsePoint(coordinates: unknown): ParcelGeometry {
  const [lng, lat] = parsePosition(coordinates) as [number, number]
  return { centroid: { lat, lng }, outline: null }
}

function toParcelGeometry(outline: Outline): ParcelGeometry {
  const { lat, lng } = centroidOf(outline)
  return { centroid: { lat: roundDegrees(lat), lng: roundDegrees(lng) }, outline }
}

/** Many counties export every parcel as a MultiPolygon of one. */
function unwrapSinglePolygon(polygons: Position[][][]): Outline {
  return polygons.length === 1
    ? { type: 'Polygon', coordinates: polygons[0]! }
    : { type: 'MultiPolygon', coordinates: polygons }
}

function parseRings(rings: unknown): Position[][] {
  return assertList(rings).map((ring) => {
    const positions = assertList(ring).map(parsePosition)
    const [first] = positions
    const last = positions.at(-1)
    if (first && last && (first[0] !== last[0] || first[1] !== last[1])) positions.push(first)
    if (positions.length < 4) throw new Refused('its outline has a ring of fewer than three corners')
    return positions
  })
}

function assertList(value: unknown): unknown[] {
  if (!Array.isArray(value) || value.length === 0)
    throw new Refused('its geometry has no list of coordinates where one belongs')
  return value
}

function parsePosition(value: unknown): Position {
  const [lng, lat] = Array.isArray(value) ? value : []
  if (typeof lng !== 'number' || typeof lat !== 'number' || !Number.isFinite(lng + lat)) {
    throw new Refused(`its geometry has ${JSON.stringify(value)?.slice(0, 40)} where a pair of numbers belongs`)
  }
  if (Math.abs(lng) > 180 || Math.abs(lat) > 90) {
    throw new Refused(
      `its coordinates ${lng}, ${lat} are no degrees of longitude and latitude. Convert the file to WGS 84 first: ` +
        'ogr2ogr -t_srs EPSG:4326 parcels.geojson THE_FILE',
    )
  }
  // No parcel lies in Antarctica, but every one of the United States does when the two are exchanged.
  if (lat < -60) throw new Refused(`its coordinates ${lng}, ${lat} look exchanged: longitude comes first`)
  return [roundDegrees(lng), roundDegrees(lat)]
}

function roundDegrees(degrees: number): number {
  return Math.round(degrees * coordinatePrecision) / coordinatePrecision
}

function describeType(type: unknown): string {
  return typeof type === 'string' ? `a ${type}` : 'of no known type'
}
