import type { Position } from 'geojson'
import { Refused } from '../../../../domain/errors.ts'
import { containsPoint } from '../../../../domain/polygons.ts'

interface Ring {
  positions: Position[]
  /** Positive for a ring that runs clockwise, which is an outline; negative for a hole. */
  area: number
  bounds: { west: number; south: number; east: number; north: number }
}

/** How often a shape's holes may be compared with its outlines, or with corners of them: more than any county needs, in a few milliseconds. */
const maxComparisons = 5_000_000

/**
 * The polygons of a shape, each with its holes. A shapefile has all rings in one list: outlines run clockwise, holes do not. A hole
 * outside of all outlines becomes an outline, because some programs do not keep to that. Throws `Refused` without the record's location for
 * a shape of so many parts that arranging them would take long.
 */
export function arrangeRings(rings: readonly Position[][]): Position[][][] {
  if (rings.length === 1) return [[rings[0]!]]
  const measured = rings.map(measureRing)
  const outlines = measured.filter(({ area }) => area > 0).map((outline) => ({ ...outline, holes: [] as Position[][] }))
  const others: Position[][][] = []
  let comparisons = 0
  for (const hole of measured) {
    if (hole.area > 0) continue
    const candidates = outlines.filter(({ bounds }) => areWithin(hole.bounds, bounds))
    comparisons += outlines.length
    if (candidates.length > 1) for (const { positions } of candidates) comparisons += positions.length
    if (comparisons > maxComparisons) throw new Refused('its outline has more parts than a parcel can have')
    const around =
      candidates.length > 1 ? candidates.find(({ positions }) => surrounds(positions, hole)) : candidates[0]
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

const areWithin = (inner: Ring['bounds'], outer: Ring['bounds']) =>
  inner.west >= outer.west && inner.south >= outer.south && inner.east <= outer.east && inner.north <= outer.north

function surrounds(outline: Position[], { positions }: Ring): boolean {
  // The middle of an edge, because a corner of a hole may touch the outline.
  const [ax, ay] = positions[0] as [number, number]
  const [bx, by] = (positions[1] ?? positions[0]) as [number, number]
  const middle = { lng: (ax + bx) / 2, lat: (ay + by) / 2 }
  return containsPoint({ type: 'Polygon', coordinates: [outline] }, middle)
}
