/**
 * The area around some properties of the first rep of a test tenant, by their numbers from 0. They have the latitude 39.7 and are 0.0001 degrees
 * apart from -86.2 on.
 */
export function areaAround(first: number, last: number): { type: 'Polygon'; coordinates: number[][][] } {
  const [west, east] = [-86.2 + (first - 0.5) / 10_000, -86.2 + (last + 0.5) / 10_000]
  const ring = [
    [west, 39.6999],
    [east, 39.6999],
    [east, 39.7001],
    [west, 39.7001],
    [west, 39.6999],
  ]
  return { type: 'Polygon', coordinates: [ring] }
}
