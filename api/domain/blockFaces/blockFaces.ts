import { compareNumbers, sideOf, type HouseNumber, type Side } from '../knocking/streetWalk.ts'
import { metersBetween } from '../plane.ts'
import { planeAt, type PlanePoint, type Point } from '../point.ts'
import { findCorners, type Step } from './corners.ts'

/** Houses that are farther apart are not on the two sides of one street, across from each other. */
export const maxStreetWidthMeters = 60

/** A door with the street that it is on. */
export interface StreetDoor extends HouseNumber, Point {
  /** `streetKeyOf`; '' if it is unknown. */
  street: string
  /** Tells streets of one name apart; '' if it is unknown. */
  town: string
}

/** One side of one street between two corners. */
export interface BlockFace<Door extends StreetDoor> {
  street: string
  town: string
  /** Null for a door without a number or street, which is a face of its own. */
  side: Side | null
  /** By their numbers, so that neighbors are next to each other. */
  doors: readonly Door[]
}

/** Houses of one side that are farther apart than this are never neighbors. */
const maxStepMeters = 120
/** Among streets of one name in one town, this many are told apart at a time. */
const maxOpenRows = 8

/** The doors of one side of a street, from the first one to the last without a long gap. */
interface Row<Door> {
  places: Place<Door>[]
}

interface Place<Door> {
  door: Door
  at: PlanePoint
}

/**
 * The block faces of these doors, in an order that depends on the doors only. A side is divided where the way to the next house is long, and where
 * the houses of another street tell that it crosses. Takes n log n steps, because each house is compared with a bounded number of others.
 */
export function toBlockFaces<Door extends StreetDoor>(doors: readonly Door[]): BlockFace<Door>[] {
  const sorted = doors.toSorted(compareDoors)
  if (sorted.length === 0) return []
  const toPlane = planeAt(sorted[0]!)
  const places = sorted.map((door) => ({ door, at: toPlane(door) }))
  const sides = Map.groupBy(places, ({ door }) =>
    isNumbered(door) ? `${door.street}|${door.town}|${sideOf(door)}` : '',
  )
  const unnumbered = (sides.get('') ?? []).map(({ door }) => toFace([door]))
  sides.delete('')
  const rows = [...sides.values()].flatMap(toRows)
  const steps = rows.map(toSteps)
  const corners = findCorners(steps)
  return [...rows.flatMap(({ places: row }, index) => divide(row, steps[index]!, corners)), ...unnumbered]
}

/** The side of its street; null without a number on a street. */
export const sideOfDoor = (door: StreetDoor): Side | null => (isNumbered(door) ? sideOf(door) : null)

const isNumbered = ({ street, digits }: StreetDoor) => street !== '' && digits > 0

function compareDoors(one: StreetDoor, other: StreetDoor): number {
  return (
    compareTexts(one.street, other.street) ||
    compareTexts(one.town, other.town) ||
    compareNumbers(one, other) ||
    one.lat - other.lat ||
    one.lng - other.lng
  )
}

const compareTexts = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

/** Each house follows the nearest of the last ones of the rows, because a town can have two streets of one name. */
function toRows<Door>(places: readonly Place<Door>[]): Row<Door>[] {
  const rows: Row<Door>[] = []
  for (const place of places) {
    let nearest: Row<Door> | undefined
    let nearestMeters = maxStepMeters
    for (const row of rows.slice(-maxOpenRows)) {
      const meters = metersBetween(row.places.at(-1)!.at, place.at)
      if (meters <= nearestMeters) [nearest, nearestMeters] = [row, meters]
    }
    if (nearest) nearest.places.push(place)
    else rows.push({ places: [place] })
  }
  return rows
}

function toSteps<Door extends StreetDoor>({ places }: Row<Door>): Step[] {
  return places.slice(1).map(({ at, door: { street, town } }, index) => {
    const from = places[index]!.at
    return { street: `${street}|${town}`, from, to: at, meters: metersBetween(from, at) }
  })
}

function divide<Door extends StreetDoor>(
  places: readonly Place<Door>[],
  steps: readonly Step[],
  corners: ReadonlySet<Step>,
): BlockFace<Door>[] {
  const faces: Door[][] = [[places[0]!.door]]
  for (const [index, step] of steps.entries()) {
    const { door } = places[index + 1]!
    if (corners.has(step)) faces.push([door])
    else faces.at(-1)!.push(door)
  }
  return faces.map(toFace)
}

function toFace<Door extends StreetDoor>(doors: readonly Door[]): BlockFace<Door> {
  const [door] = doors as [Door]
  return { street: door.street, town: door.town, side: sideOfDoor(door), doors }
}
