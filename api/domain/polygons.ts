import type { MultiPolygon, Polygon, Position } from 'geojson'
import type { Point } from './point.ts'

/** The rings of each polygon: the exterior ring, then its holes. */
export function polygonsOf(shape: Polygon | MultiPolygon): Position[][][] {
  return shape.type === 'Polygon' ? [shape.coordinates] : shape.coordinates
}

/** Whether the shape contains the point. Points in holes are outside. */
export function containsPoint(shape: Polygon | MultiPolygon, point: Point): boolean {
  return polygonsOf(shape).some((rings) => isInside(rings, point))
}

/** Whether the point is in the exterior ring and in no hole: each ring that surrounds it changes the side. */
export function isInside(rings: readonly Position[][], { lat, lng }: Point): boolean {
  let inside = false
  for (const ring of rings) {
    if (countCrossings(ring, lng, lat) % 2 === 1) inside = !inside
  }
  return inside
}

/** Counts how often a ray from the point to the east crosses the ring. */
function countCrossings(ring: Position[], x: number, y: number): number {
  let count = 0
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const [xi, yi] = ring[i] as [number, number]
    const [xj, yj] = ring[j] as [number, number]
    if (yi > y !== yj > y && x < xi + ((y - yi) / (yj - yi)) * (xj - xi)) count++
  }
  return count
}
