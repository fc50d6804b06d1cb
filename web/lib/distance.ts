/** A place on earth, in degrees. */
export interface Point {
  lat: number
  lng: number
}

/** An area between two parallels and two meridians, in degrees. */
export interface Bounds {
  south: number
  west: number
  north: number
  east: number
}

/** Whether a point is in the area or on its edge. */
export const contains = ({ south, west, north, east }: Bounds, { lat, lng }: Point): boolean =>
  lat >= south && lat <= north && lng >= west && lng <= east

const EARTH_RADIUS_METERS = 6_371_000
const toRadians = (degrees: number): number => (degrees * Math.PI) / 180

/** The distance of two points that are at most a few kilometers apart, in meters. */
export function distanceMeters(one: Point, other: Point): number {
  const north = toRadians(other.lat - one.lat)
  const east = toRadians(other.lng - one.lng) * Math.cos(toRadians((one.lat + other.lat) / 2))
  return EARTH_RADIUS_METERS * Math.hypot(north, east)
}

/** Bounds that contain every point within `meters` of `center`. */
export function boundsAround({ lat, lng }: Point, meters: number): Bounds {
  const north = (meters / EARTH_RADIUS_METERS) * (180 / Math.PI)
  const east = north / Math.max(0.01, Math.cos(toRadians(lat)))
  return { south: lat - north, west: lng - east, north: lat + north, east: lng + east }
}
