import type { MultiPolygon, Polygon, Position } from 'geojson'
import type { Point } from '../../lib/distance.ts'

/** The area of a territory, as the server checks it. */
export type Area = Polygon | MultiPolygon

/** The rings of each polygon: the exterior ring, then its holes. */
export const polygonsOf = (area: Area): Position[][][] =>
  area.type === 'Polygon' ? [area.coordinates] : area.coordinates

export const toArea = (polygons: Position[][][]): Area =>
  polygons.length === 1
    ? { type: 'Polygon', coordinates: polygons[0]! }
    : { type: 'MultiPolygon', coordinates: polygons }

export const countHoles = (area: Area): number => polygonsOf(area).reduce((sum, rings) => sum + rings.length - 1, 0)

/** The area without the hole at the point, or without all of its holes. */
export function fillHoles(area: Area, at?: Point): Area {
  const isKept = (hole: Position[]) => at !== undefined && !isInside([hole], at)
  return toArea(polygonsOf(area).map(([exterior, ...holes]) => [exterior!, ...holes.filter(isKept)]))
}

/** Whether the point is in the exterior ring and in no hole. */
export function isInside(rings: readonly Position[][], { lat, lng }: Point): boolean {
  let inside = false
  for (const ring of rings) {
    for (const [index, [x, y]] of (ring as [number, number][]).entries()) {
      const [fromX, fromY] = ring[index === 0 ? ring.length - 1 : index - 1] as [number, number]
      if (y > lat !== fromY > lat && lng < x + ((lat - y) / (fromY - y)) * (fromX - x)) inside = !inside
    }
  }
  return inside
}
