/** Metres east and north of the town's centre. Plan metres are straight; `bend` turns them into ground metres. */
export type Xy = readonly [x: number, y: number]

export const TOWN_CENTRE = { lat: 39.77, lng: -86.16 }

/** Every map product treats the earth as this sphere, so a metre here is a metre at the map's scale. */
const METRES_PER_DEGREE = (6378137 * Math.PI) / 180
const METRES_PER_DEGREE_EAST = METRES_PER_DEGREE * Math.cos((TOWN_CENTRE.lat * Math.PI) / 180)

/**
 * The slow wave that keeps the grid from looking ruled: streets sway by up to 16 m, avenues by up to 9 m.
 * At the centre both turn the same way, so that lots near the first view keep their right angles.
 */
export function bend([x, y]: Xy): Xy {
  return [x + 9 * Math.sin(y / 190), y - 16 * Math.sin(x / 285)]
}

export function pointOnGround([x, y]: Xy): { lat: number; lng: number } {
  return { lat: TOWN_CENTRE.lat + y / METRES_PER_DEGREE, lng: TOWN_CENTRE.lng + x / METRES_PER_DEGREE_EAST }
}

/** Seven decimals are a centimetre: enough for an outline, and the tables stay small. */
export function toLngLat(spot: Xy): [number, number] {
  const { lat, lng } = pointOnGround(bend(spot))
  return [Math.round(lng * 1e7) / 1e7, Math.round(lat * 1e7) / 1e7]
}
