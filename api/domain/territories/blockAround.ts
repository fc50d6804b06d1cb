import { maxStreetWidthMeters, type StreetDoor } from '../blockFaces/blockFaces.ts'
import { compareNumbers } from '../knocking/streetWalk.ts'
import { metersBetween, turn } from '../plane.ts'
import { planeAt, type PlanePoint, type Point } from '../point.ts'

/** Neighboring doors of a block are seldom farther apart: those that are back to back, with two gardens between them. */
const reachMeters = 90
/** A door with none across its street may face a street that is not known, so only doors this near to it are in its block. */
const besideMeters = 30
/** The centerline of a street continues over gaps up to this long, such as a corner. */
const maxGapMeters = 150
/** How far a street continues beyond its last houses, to the next street. */
const beyondEndMeters = 40
/** At most so many in a square of the grid are compared, so that many at one place do not slow it down. */
const maxDoorsPerSquare = 64
const maxLinesPerSquare = 256

interface Place extends PlanePoint {
  door: StreetDoor
}

interface Line {
  from: PlanePoint
  to: PlanePoint
}

/**
 * The doors of the block at the place, and the other doors. A block is what can be reached from door to door without crossing a street,
 * beginning at the nearest door that no street separates from the place. Where no street lines are known, the centerline of a street is
 * halfway between the doors of its two sides.
 */
export async function blockAround(
  doors: readonly StreetDoor[],
  streets: readonly (readonly Point[])[],
  at: Point,
  pause: () => Promise<void> | undefined,
): Promise<{ inside: StreetDoor[]; others: StreetDoor[] }> {
  const toPlane = planeAt(at)
  const places = doors.map((door): Place => ({ ...toPlane(door), door }))
  const placesNear = toGrid(places, maxDoorsPerSquare, (place) => [place])
  const known = streets.flatMap((street) => toLines(street.map(toPlane)))
  const { lines, uncertain } =
    known.length > 0 ? { lines: known, uncertain: null } : await findStreets(places, placesNear, pause)
  const linesNear = toGrid(lines, maxLinesPerSquare, piecesOf)
  const origin = { x: 0, y: 0 }
  const streetsHere = linesNear(origin)
  const start =
    nearest(places.filter((place) => !streetsHere.some(({ from, to }) => isCrossing(origin, place, from, to)))) ??
    nearest(places)
  const inside = new Set(start ? [start] : [])
  const open = [...inside]
  for (let place = open.pop(); place; place = open.pop()) {
    await pause()
    const streetsNear = linesNear(place)
    for (const other of placesNear(place)) {
      if (inside.has(other)) continue
      const limit = uncertain?.has(place) || uncertain?.has(other) ? besideMeters : reachMeters
      if (metersBetween(place, other) > limit) continue
      if (streetsNear.some(({ from, to }) => isCrossing(place, other, from, to))) continue
      inside.add(other)
      open.push(other)
    }
  }
  return {
    inside: [...inside].map(({ door }) => door),
    others: places.filter((place) => !inside.has(place)).map(({ door }) => door),
  }
}

const nearest = (places: readonly Place[]): Place | undefined =>
  places.reduce<Place | undefined>(
    (best, place) => (best && Math.hypot(best.x, best.y) <= Math.hypot(place.x, place.y) ? best : place),
    undefined,
  )

/** The centerlines of the streets, and the doors that have no door across their street. */
async function findStreets(
  places: readonly Place[],
  placesNear: (at: PlanePoint) => readonly Place[],
  pause: () => Promise<void> | undefined,
): Promise<{ lines: Line[]; uncertain: Set<Place> }> {
  const lines: Line[] = []
  const uncertain = new Set<Place>()
  const streets = Map.groupBy(places, ({ door }) => `${door.street}|${door.town}`)
  for (const street of streets.values()) {
    const middles: PlanePoint[] = []
    for (const place of street.toSorted((one, other) => compareNumbers(one.door, other.door))) {
      await pause()
      const opposite = oppositeOf(place, placesNear(place))
      if (opposite) middles.push({ x: (place.x + opposite.x) / 2, y: (place.y + opposite.y) / 2 })
      else uncertain.add(place)
    }
    lines.push(...toMiddleLines(middles))
  }
  return { lines, uncertain }
}

/** The nearest door on the other side of the same street. */
function oppositeOf(place: Place, around: readonly Place[]): Place | undefined {
  const { street, town, digits } = place.door
  let opposite: Place | undefined
  for (const other of around) {
    const { door } = other
    if (street === '' || door.street !== street || door.town !== town || (door.digits - digits) % 2 === 0) continue
    if (metersBetween(place, other) > maxStreetWidthMeters) continue
    if (!opposite || metersBetween(place, other) < metersBetween(place, opposite)) opposite = other
  }
  return opposite
}

const toLines = (points: readonly PlanePoint[]): Line[] =>
  points.slice(1).map((to, index) => ({ from: points[index]!, to }))

/** The lines from each point to the next, and beyond the first and the last one. */
function toMiddleLines(middles: readonly PlanePoint[]): Line[] {
  const lines = toLines(middles).filter(({ from, to }) => {
    const meters = metersBetween(from, to)
    return meters > 1 && meters <= maxGapMeters
  })
  const [first, last] = [lines[0], lines.at(-1)]
  if (!first || !last) return lines
  return [...lines, beyond(first.to, first.from), beyond(last.from, last.to)]
}

function beyond(from: PlanePoint, to: PlanePoint): Line {
  const share = beyondEndMeters / metersBetween(from, to)
  return { from: to, to: { x: to.x + (to.x - from.x) * share, y: to.y + (to.y - from.y) * share } }
}

function isCrossing(a: PlanePoint, b: PlanePoint, c: PlanePoint, d: PlanePoint): boolean {
  // Not `< 0` for both: the way to the door across the street passes through an end of a line.
  return turn(a, b, c) * turn(a, b, d) <= 0 && turn(c, d, a) * turn(c, d, b) < 0
}

/** Points on a line, close enough that each square that it crosses has one or is beside a square that has one. */
const piecesOf = ({ from, to }: Line): PlanePoint[] => {
  const steps = Math.max(1, Math.ceil(metersBetween(from, to) / reachMeters))
  return Array.from({ length: steps + 1 }, (_, n) => ({
    x: from.x + ((to.x - from.x) * n) / steps,
    y: from.y + ((to.y - from.y) * n) / steps,
  }))
}

/** Returns a function that finds what is in the square of a point and in the squares around it. */
function toGrid<Item>(
  items: readonly Item[],
  maxPerSquare: number,
  pointsOf: (item: Item) => readonly PlanePoint[],
): (at: PlanePoint) => readonly Item[] {
  const squares = new Map<string, Set<Item>>()
  const square = (meters: number) => Math.floor(meters / reachMeters)
  for (const item of items)
    for (const { x, y } of pointsOf(item)) {
      const key = `${square(x)} ${square(y)}`
      const found = squares.get(key)
      if (!found) squares.set(key, new Set([item]))
      else if (found.size < maxPerSquare) found.add(item)
    }
  const around = [-1, 0, 1]
  const keysAround = (x: number, y: number) => around.flatMap((dx) => around.map((dy) => `${x + dx} ${y + dy}`))
  return ({ x, y }) => [...new Set(keysAround(square(x), square(y)).flatMap((key) => [...(squares.get(key) ?? [])]))]
}
