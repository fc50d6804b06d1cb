import type { MultiPolygon, Polygon, Position } from 'geojson'
import { metersToSegment } from './plane.ts'
import { planeAt, type Bounds, type Point } from './point.ts'

/** The rings of each polygon: the exterior ring, then its holes. */
export function polygonsOf(shape: Polygon | MultiPolygon): Position[][][] {
  return shape.type === 'Polygon' ? [shape.coordinates] : shape.coordinates
}

/** The bounds of the outline. */
export function boundsOfArea(shape: Polygon | MultiPolygon): Bounds {
  const positions = polygonsOf(shape).flat(2)
  const [lngs, lats] = [positions.map(([lng]) => lng!), positions.map(([, lat]) => lat!)]
  return { south: Math.min(...lats), west: Math.min(...lngs), north: Math.max(...lats), east: Math.max(...lngs) }
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
    if (isCrossed(ring[j]!, ring[i]!, x, y)) count++
  }
  return count
}

/** Whether a ray from the point to the east crosses the edge. */
function isCrossed(from: Position, to: Position, x: number, y: number): boolean {
  const [xi, yi] = to as [number, number]
  const [xj, yj] = from as [number, number]
  return yi > y !== yj > y && x < xi + ((y - yi) / (yj - yi)) * (xj - xi)
}

/** The distance of a point to the nearest edge of the shape. */
export function metersToEdge(shape: Polygon | MultiPolygon, point: Point): number {
  const toPlane = planeAt(point)
  const onPlane = ([lng, lat]: Position) => toPlane({ lat: lat!, lng: lng! })
  let nearest = Infinity
  for (const ring of polygonsOf(shape).flat())
    for (const [index, corner] of ring.entries())
      nearest = Math.min(nearest, metersToSegment({ x: 0, y: 0 }, onPlane(ring.at(index - 1)!), onPlane(corner)))
  return nearest
}

/** On average. Outlines whose edges are all long have fewer bands. */
const maxBandsPerEdge = 8

interface Edge {
  from: Position
  to: Position
  south: number
  north: number
}

/**
 * Prepares `containsPoint` for many points. The edges are divided into bands of latitude, so that a point is compared with those of its band
 * only. The polygons of the shape must not overlap.
 */
export function prepareContains(shape: Polygon | MultiPolygon): (point: Point) => boolean {
  const edges = polygonsOf(shape).flat().flatMap(edgesOfRing)
  const south = Math.min(...edges.map((edge) => edge.south))
  const north = Math.max(...edges.map((edge) => edge.north))
  const total = edges.reduce((sum, edge) => sum + edge.north - edge.south, 0)
  // An edge is in one band and those that it crosses.
  const count = Math.max(
    1,
    Math.floor(Math.min(edges.length, ((maxBandsPerEdge - 1) * edges.length * (north - south)) / total)),
  )
  const bandOf = (lat: number) => Math.min(count - 1, Math.floor(((lat - south) / (north - south)) * count))
  const bands = Array.from({ length: count }, (): Edge[] => [])
  for (const edge of edges) {
    const last = bandOf(edge.north)
    for (let band = bandOf(edge.south); band <= last; band += 1) bands[band]!.push(edge)
  }
  return ({ lat, lng }) => {
    if (!(lat >= south && lat <= north)) return false
    let inside = false
    for (const edge of bands[bandOf(lat)]!) if (isCrossed(edge.from, edge.to, lng, lat)) inside = !inside
    return inside
  }
}

/** Horizontal edges are crossed by no ray to the east. */
function edgesOfRing(ring: Position[]): Edge[] {
  return ring.flatMap((to, index) => {
    const from = ring.at(index - 1)!
    const [south, north] = from[1]! < to[1]! ? [from[1]!, to[1]!] : [to[1]!, from[1]!]
    return south === north ? [] : [{ from, to, south, north }]
  })
}
