import { check } from './errors.ts'

/** A point in WGS 84 degrees. `[lng, lat]` pairs occur only in the files of providers and in the map component. */
export interface Point {
  lat: number
  lng: number
}

/** A point that may be unknown: both coordinates are null then. */
export type NullablePoint = { [Name in keyof Point]: Point[Name] | null }

export interface Bounds {
  south: number
  west: number
  north: number
  east: number
}

/**
 * The point as text with a fixed number of decimals, '39.77000,-86.16000'. Points that round to the same decimals have the
 * same key: a search compares saved properties at 5 decimals, a map click at 6 (spec §5).
 */
export function pointKey(point: Point, decimals: number): string {
  return `${roundDegrees(point.lat, decimals)},${roundDegrees(point.lng, decimals)}`
}

function roundDegrees(degrees: number, decimals: number): string {
  const text = degrees.toFixed(decimals)
  // Without this, -0.0000001 and 0.0000001 would give '-0.00000' and '0.00000'.
  return Number(text) === 0 ? (0).toFixed(decimals) : text
}

export function isPoint(point: Point): boolean {
  return Math.abs(point.lat) <= 90 && Math.abs(point.lng) <= 180
}

/** Throws `Refused` unless the coordinates are in range, with a message for each that is not. */
export function checkPoint(point: Point): void {
  check(isPoint(point), 'The coordinates are out of range.', {
    ...(!isPoint({ ...point, lng: 0 }) && { lat: 'Must be between -90 and 90' }),
    ...(!isPoint({ ...point, lat: 0 }) && { lng: 'Must be between -180 and 180' }),
  })
}

/** Throws `Refused` if the edges are in the wrong order. Bounds without height or width are valid: a collapsed map sends them. */
export function checkBounds({ south, west, north, east }: Bounds): void {
  check(
    south <= north && west <= east,
    'The bounds are not valid: south must not be above north, nor west beyond east.',
  )
}

const metersPerDegree = 111_320

/** Ground distance in meters, accurate to a fraction of a percent within a county. */
export function distanceMeters(a: Point, b: Point): number {
  const north = (a.lat - b.lat) * metersPerDegree
  const east = (a.lng - b.lng) * metersPerDegree * Math.cos(((a.lat + b.lat) * Math.PI) / 360)
  return Math.hypot(north, east)
}

/** A place on a plane, in meters to the east and to the north of its origin. */
export interface PlanePoint {
  x: number
  y: number
}

/** The plane at a point, on which distances within a county are as on the ground. */
export function planeAt(origin: Point): (point: Point) => PlanePoint {
  const metersPerLng = metersPerDegree * Math.cos((origin.lat * Math.PI) / 180)
  return ({ lat, lng }) => ({ x: (lng - origin.lng) * metersPerLng, y: (lat - origin.lat) * metersPerDegree })
}

/** `distanceMeters` to a point whose coordinates may be unknown; null if they are. */
export function distanceBetween(a: Partial<NullablePoint>, b: Point): number | null {
  return a.lat == null || a.lng == null ? null : distanceMeters({ lat: a.lat, lng: a.lng }, b)
}

/** Bounds that contain every point within `meters` of `center`. */
export function boundsAround(center: Point, meters: number): Bounds {
  const north = meters / metersPerDegree
  const east = north / Math.max(0.01, Math.cos((center.lat * Math.PI) / 180))
  return { south: center.lat - north, west: center.lng - east, north: center.lat + north, east: center.lng + east }
}

/** The bounds with a margin on each side. */
export function growBounds({ south, west, north, east }: Bounds, meters: number): Bounds {
  const corner = boundsAround({ lat: north, lng: east }, meters)
  const other = boundsAround({ lat: south, lng: west }, meters)
  return { south: other.south, west: other.west, north: corner.north, east: corner.east }
}

export function centerOf(bounds: Bounds): Point {
  return { lat: (bounds.south + bounds.north) / 2, lng: (bounds.west + bounds.east) / 2 }
}
