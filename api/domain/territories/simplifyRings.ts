import { metersToSegment, turn } from '../plane.ts'
import type { PlanePoint } from '../point.ts'

/** A corner this near to the line between its neighbors is removed. The values are used one after the other. */
const tolerancesMeters = [2, 5, 10, 20]
/** A line that replaces corners is at least this far from all doors. */
const clearanceMeters = 2
const squareMeters = 60

interface Corner extends PlanePoint {
  isTaken: boolean
}

/**
 * The closed rings with fewer corners. Each door stays on the same side of them, and no ring crosses itself or another. A corner is removed
 * only if the triangle with its neighbors has no door and no other corner.
 */
export async function simplifyRings(
  given: readonly (readonly PlanePoint[])[],
  doors: readonly PlanePoint[],
  pause: () => Promise<void> | undefined,
): Promise<PlanePoint[][]> {
  let rings = given.map((ring) => ring.slice(1).map(({ x, y }): Corner => ({ x, y, isTaken: false })))
  const corners = toGrid(rings.flat())
  const doorsAt = toGrid(doors)
  for (const tolerance of tolerancesMeters) {
    const reduced: Corner[][] = []
    for (const ring of rings) {
      await pause()
      reduced.push(reduceRing(ring, tolerance, corners, doorsAt))
    }
    rings = reduced
  }
  return rings.map((ring) => [...ring, ring[0]!].map(({ x, y }) => ({ x, y })))
}

function reduceRing(
  ring: readonly Corner[],
  tolerance: number,
  corners: Grid<Corner>,
  doors: Grid<PlanePoint>,
): Corner[] {
  const kept: Corner[] = []
  let left = ring.length
  for (const [index, corner] of ring.entries()) {
    const before = kept.at(-1) ?? ring.at(-1)!
    const after = ring[index + 1] ?? kept[0]!
    const isAlone = () =>
      corners.isEmpty([before, corner, after], 0, (other) => {
        if (other === before || other === corner || other === after || other.isTaken) return false
        return isInTriangle(other, before, corner, after)
      }) &&
      doors.isEmpty(
        [before, corner, after],
        clearanceMeters,
        (door) => isInTriangle(door, before, corner, after) || metersToSegment(door, before, after) < clearanceMeters,
      )
    if (left > 3 && metersToSegment(corner, before, after) <= tolerance && isAlone()) {
      corner.isTaken = true
      left -= 1
    } else kept.push(corner)
  }
  return kept
}

interface Grid<Item> {
  /** Whether no item in the bounds of these points, with the margin, is found. */
  isEmpty: (points: readonly PlanePoint[], margin: number, isFound: (item: Item) => boolean) => boolean
}

function toGrid<Item extends PlanePoint>(items: readonly Item[]): Grid<Item> {
  const square = (meters: number) => Math.floor(meters / squareMeters)
  const squares = Map.groupBy(items, ({ x, y }) => `${square(x)} ${square(y)}`)
  return {
    isEmpty(points, margin, isFound) {
      const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)]
      for (let x = square(Math.min(...xs) - margin); x <= square(Math.max(...xs) + margin); x += 1)
        for (let y = square(Math.min(...ys) - margin); y <= square(Math.max(...ys) + margin); y += 1)
          if (squares.get(`${x} ${y}`)?.some(isFound)) return false
      return true
    },
  }
}

/** Whether the point is in the triangle or on one of its sides. */
function isInTriangle(point: PlanePoint, a: PlanePoint, b: PlanePoint, c: PlanePoint): boolean {
  const [one, two, three] = [turn(a, b, point), turn(b, c, point), turn(c, a, point)]
  return (one >= 0 && two >= 0 && three >= 0) || (one <= 0 && two <= 0 && three <= 0)
}
