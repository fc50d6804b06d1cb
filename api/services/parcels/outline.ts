import type { MultiPolygon, Polygon, Position } from 'geojson'
import { type Point, distanceMeters } from '../../domain/point.ts'
import { containsPoint, polygonsOf } from '../../domain/polygons.ts'

export type Outline = Polygon | MultiPolygon

/**
 * Returns a point inside the outline: the centroid of its largest part or, if that is outside (an L shape or a ring),
 * the middle of the widest span at that latitude.
 */
export function centroidOf(outline: Outline): Point {
  const polygons = polygonsOf(outline)
  let rings = polygons[0]!
  let largest = ringCentroid(rings[0]!)
  for (const other of polygons.slice(1)) {
    const part = ringCentroid(other[0]!)
    if (part.area > largest.area) [rings, largest] = [other, part]
  }
  const center = { lat: largest.lat, lng: largest.lng }
  if (containsPoint({ type: 'Polygon', coordinates: rings }, center)) return center
  return middleOfWidestSpan(rings, center.lat) ?? center
}

function ringCentroid(ring: Position[]): Point & { area: number } {
  // Uses coordinates relative to the first vertex, because products of full degrees lose precision.
  const [x0, y0] = ring[0] as [number, number]
  let area = 0
  let x = 0
  let y = 0
  for (let i = 1; i < ring.length; i++) {
    const ax = ring[i - 1]![0]! - x0
    const ay = ring[i - 1]![1]! - y0
    const bx = ring[i]![0]! - x0
    const by = ring[i]![1]! - y0
    const cross = ax * by - bx * ay
    area += cross
    x += (ax + bx) * cross
    y += (ay + by) * cross
  }
  if (area === 0) return { lat: y0, lng: x0, area: 0 }
  return { lat: y0 + y / (3 * area), lng: x0 + x / (3 * area), area: Math.abs(area) }
}

function middleOfWidestSpan(rings: Position[][], lat: number): Point | null {
  const edges = rings
    .flatMap((ring) => ring.slice(1).map((end, i) => [ring[i]!, end] as const))
    .filter(([a, b]) => a[1]! > lat !== b[1]! > lat)
    .map(([a, b]) => a[0]! + ((lat - a[1]!) / (b[1]! - a[1]!)) * (b[0]! - a[0]!))
    .sort((a, b) => a - b)
  let widest: { lng: number; width: number } | null = null
  for (let i = 0; i + 1 < edges.length; i += 2) {
    const width = edges[i + 1]! - edges[i]!
    if (width > (widest?.width ?? 0)) widest = { lng: (edges[i]! + edges[i + 1]!) / 2, width }
  }
  return widest && { lat, lng: widest.lng }
}

/** The distance in meters from the point to the outline's farthest vertex. */
export function farthestDistanceMeters(outline: Outline, from: Point): number {
  let farthest = 0
  for (const [outer] of polygonsOf(outline)) {
    for (const [lng, lat] of outer!) farthest = Math.max(farthest, distanceMeters(from, { lat: lat!, lng: lng! }))
  }
  return farthest
}

/** The exterior ring of the largest part. */
export function largestOuterRing(outline: Outline): Point[] {
  const rings = polygonsOf(outline).map(([outer]) => outer!)
  const largest = rings.reduce((best, ring) => (ringCentroid(ring).area > ringCentroid(best).area ? ring : best))
  return largest.map(([lng, lat]) => ({ lat: lat!, lng: lng! }))
}
