/** Metres east and north of the town's centre. Plan metres are straight; `bend` turns them into ground metres. */
export type Xy = readonly [x: number, y: number]

export const TOWN_CENTER = { lat: 39.77, lng: -86.16 }

/** Every map product treats the earth as this sphere, so a metre here is a metre at the map's scale. */
const METERS_PER_DEGREE = (6378137 * Math.PI) / 180
const METERS_PER_DEGREE_EAST = METERS_PER_DEGREE * Math.cos((TOWN_CENTER.lat * Math.PI) / 180)

/**
 * The slow wave that keeps the grid from looking ruled: streets sway by up to 16 m, avenues by up to 9 m.
 * At the centre both turn the same way, so that lots near the first view keep their right angles.
 */
export function applyBend([x, y]: Xy): Xy {
  return [x + 9 * Math.sin(y / 190), y - 16 * Math.sin(x / 285)]
}

export function toPoint([x, y]: Xy): { lat: number; lng: number } {
  return { lat: TOWN_CENTER.lat + y / METERS_PER_DEGREE, lng: TOWN_CENTER.lng + x / METERS_PER_DEGREE_EAST }
}

/** Seven decimals are a centimetre: enough for an outline, and the tables stay small. */
export function toLngLat(spot: Xy): [number, number] {
  const { lat, lng } = toPoint(applyBend(spot))
  return [Math.round(lng * 1e7) / 1e7, Math.round(lat * 1e7) / 1e7]
}
