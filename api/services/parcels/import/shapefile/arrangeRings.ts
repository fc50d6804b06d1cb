import type { Position } from 'geojson'
import { containsPoint } from '../../../../domain/polygons.ts'

interface Ring {
  positions: Position[]
  /** Positive for a ring that runs clockwise, which is an outline; negative for a hole. */
  area: number
  bounds: { west: number; south: number; east: number; north: number }
}

/**
 * The polygons of a shape, each with its holes. A shapefile has all rings in one list: outlines run clockwise, holes do not. A hole
 * outside of all outlines becomes an outline, because some programs do not keep to that.
 */
export function arrangeRings(rings: readonly Position[][]): Position[][][] {
  if (rings.length === 1) return [[rings[0]!]]
  const measured = rings.map(measureRing)
  const outlines = measured.filter(({ area }) => area > 0).map((outline) => ({ ...outline, holes: [] as Position[][] }))
  const others: Position[][][] = []
  for (const hole of measured) {
    if (hole.area > 0) continue
    const around = outlines.find((outline) => isInside(hole, outline))
    if (around) around.holes.push(hole.positions)
    else others.push([hole.positions])
  }
  return [...outlines.map(({ positions, holes }) => [positions, ...holes]), ...others]
}

function measureRing(positions: Position[]): Ring {
  const [x0, y0] = positions[0] as [number, number]
  let area = 0
  const bounds = { west: x0, south: y0, east: x0, north: y0 }
  for (let i = 1; i < positions.length; i += 1) {
    const [ax, ay] = positions[i - 1] as [number, number]
    const [bx, by] = positions[i] as [number, number]
    // Relative to the first corner, because products of full degrees lose precision.
    area += (ay - y0) * (bx - x0) - (ax - x0) * (by - y0)
    bounds.west = Math.min(bounds.west, bx)
    bounds.east = Math.max(bounds.east, bx)
    bounds.south = Math.min(bounds.south, by)
    bounds.north = Math.max(bounds.north, by)
  }
  return { positions, area, bounds }
}

function isInside({ positions, bounds }: Ring, outline: Ring): boolean {
  const around = outline.bounds
  if (
    bounds.west < around.west ||
    bounds.south < around.south ||
    bounds.east > around.east ||
    bounds.north > around.north
  )
    return false
  // The middle of an edge, because a corner of a hole may touch the outline.
  const [ax, ay] = positions[0] as [number, number]
  const [bx, by] = (positions[1] ?? positions[0]) as [number, number]
  const middle = { lng: (ax + bx) / 2, lat: (ay + by) / 2 }
  return containsPoint({ type: 'Polygon', coordinates: [outline.positions] }, middle)
}
