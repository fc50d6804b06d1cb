/** A closed ring around a rectangle, counterclockwise. */
export const rectangleRing = (west: number, south: number, east: number, north: number): number[][] => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
]

/** A rectangle as GeoJSON. */
export const rectangle = (...bounds: Parameters<typeof rectangleRing>) => ({
  type: 'Polygon' as const,
  coordinates: [rectangleRing(...bounds)],
})

/**
 * The area around some properties of the first rep of a test tenant, by their numbers from 0. They have the latitude 39.7 and are 0.0001 degrees
 * apart from -86.2 on.
 */
export const areaAround = (first: number, last: number) =>
  rectangle(-86.2 + (first - 0.5) / 10_000, 39.6999, -86.2 + (last + 0.5) / 10_000, 39.7001)
