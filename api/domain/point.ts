import { check } from './errors.ts'

/** A place on the ground, WGS 84 degrees. `[lng, lat]` pairs exist only inside vendor files and the map component. */
export interface Point {
  lat: number
  lng: number
}

export interface Bounds {
  south: number
  west: number
  north: number
  east: number
}

/**
 * The point as text with a fixed number of decimals, '39.77000,-86.16000': equal for two points that round alike.
 * Saved properties are compared at 5 decimals after a search and 6 after a map click (spec §5).
 */
export function pointKey(point: Point, decimals: number): string {
  return `${roundDegrees(point.lat, decimals)},${roundDegrees(point.lng, decimals)}`
}

function roundDegrees(degrees: number, decimals: number): string {
  const text = degrees.toFixed(decimals)
  // -0.0000001 and 0.0000001 are the same place.
  return Number(text) === 0 ? (0).toFixed(decimals) : text
}

export function isPoint(point: Point): boolean {
  return Math.abs(point.lat) <= 90 && Math.abs(point.lng) <= 180
}

/** Throws `Refused` unless the place is on the map. */
export function checkPoint(point: Point): void {
  check(isPoint(point), 'The coordinates are not on the map.', {
    lat: 'Between -90 and 90',
    lng: 'Between -180 and 180',
  })
}

/** Throws `Refused` for edges that enclose nothing; a view without height or width, of a map that is folded, is one. */
export function checkBounds({ south, west, north, east }: Bounds): void {
  check(south <= north && west <= east, 'The bounds of the map are not an area.')
}

const metersPerDegree = 111_320

/** Ground distance in metres, good to a fraction of a percent within a county. */
export function distanceMeters(a: Point, b: Point): number {
  const north = (a.lat - b.lat) * metersPerDegree
  const east = (a.lng - b.lng) * metersPerDegree * Math.cos(((a.lat + b.lat) * Math.PI) / 360)
  return Math.hypot(north, east)
}

/** The box that holds every point within `metres` of `centre`. */
export function boundsAround(center: Point, meters: number): Bounds {
  const north = meters / metersPerDegree
  const east = north / Math.max(0.01, Math.cos((center.lat * Math.PI) / 180))
  return {
    south: center.lat - north,
    west: center.lng - east,
    north: center.lat + north,
    east: center.lng + east,
  }
}

export function centerOf(bounds: Bounds): Point {
  return { lat: (bounds.south + bounds.north) / 2, lng: (bounds.west + bounds.east) / 2 }
}
