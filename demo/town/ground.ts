import type { Point } from '../../api/domain/point.ts'

/**
 * Meters east and north of the town center. Plan meters form a straight grid; `applyBend` turns them into ground
 * meters.
 */
export type Xy = readonly [x: number, y: number]

export const TOWN_CENTER = { lat: 39.77, lng: -86.16 }

/** Web maps model the earth as a sphere of this radius, so that a meter here is a meter on the map. */
const METERS_PER_DEGREE = (6378137 * Math.PI) / 180
const METERS_PER_DEGREE_EAST = METERS_PER_DEGREE * Math.cos((TOWN_CENTER.lat * Math.PI) / 180)

/**
 * Adds a slow wave to the grid, so that it does not look ruled: up to 16 m for streets and 9 m for avenues. At the
 * center both turn the same way, so that lots in the first view keep right angles.
 */
export function applyBend([x, y]: Xy): Xy {
  return [x + 9 * Math.sin(y / 190), y - 16 * Math.sin(x / 285)]
}

export function toPoint([x, y]: Xy): Point {
  return { lat: TOWN_CENTER.lat + y / METERS_PER_DEGREE, lng: TOWN_CENTER.lng + x / METERS_PER_DEGREE_EAST }
}

/** Seven decimals are about a centimeter. */
export function toLngLat(spot: Xy): [number, number] {
  const { lat, lng } = toPoint(applyBend(spot))
  return [Math.round(lng * 1e7) / 1e7, Math.round(lat * 1e7) / 1e7]
}
