import type { Point } from '../point.ts'

/** Boxes around the states and territories of the United States. Aleutian islands are on both sides of 180 degrees. */
const unitedStates: [south: number, west: number, north: number, east: number][] = [
  [24.3, -125, 49.5, -66.8],
  [51, -180, 71.6, -129.9],
  [51, 172, 54, 180],
  [18.8, -178.5, 28.6, -154.7],
  [17.6, -68, 18.7, -64.4],
  [13.2, 144.5, 20.7, 146.2],
  [-14.7, -171.2, -11, -168.1],
]

const exchanged = 'look exchanged: the latitude is where the longitude belongs (in GeoJSON, the longitude comes first)'

export function isInUnitedStates({ lat, lng }: Point): boolean {
  return unitedStates.some(([south, west, north, east]) => lat >= south && lat <= north && lng >= west && lng <= east)
}

/**
 * What is wrong with the coordinates of a house and what to do, to follow 'The coordinates …'; null if nothing is known to be wrong.
 * A point outside of the United States is wrong if the usual mistakes explain it: exchanged numbers, a lost minus, zeros for unknown.
 * Also for numbers that are no degrees.
 */
export function describeWrongPlace({ lat, lng }: Point): string | null {
  if (isInUnitedStates({ lat, lng })) return null
  if (lat === 0 && lng === 0) return 'are 0, 0, which stands for an unknown place: leave them empty'
  if (isInUnitedStates({ lat: lng, lng: lat })) return exchanged
  if (isInUnitedStates({ lat, lng: -lng }))
    return 'lack the minus of the longitude, which is negative in the United States'
  if (isInUnitedStates({ lat: -lat, lng }))
    return 'have a minus too many: the latitude is positive in the United States'
  if (isInUnitedStates({ lat: lng, lng: -lat })) return `${exchanged}, and the minus of the longitude is missing`
  return null
}
