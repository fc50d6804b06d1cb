import { numberOf } from '../../../../api/domain/addresses/houseNumbers.ts'
import { isOpenDoor } from '../../../../api/domain/walkingRoutes/openDoors.ts'
import type { NextDoorQuery } from '../../../gql/graphql.ts'
import { distanceMeters, type Point } from '../../../lib/distance.ts'
import { stateOf } from '../../../session/reads/nextDoorFrom.ts'
import type { Door, UnsavedProperty } from '../../../session/reads/readStore.ts'
import {
  type HouseNumber,
  isSameProperty,
  parseNumberAndStreet,
  streetKey,
} from '../../../session/reads/sameAddress.ts'
import { isNotKnocked } from '../doorsInView.ts'
import { type DoorShape, doorShape } from '../markerShapes.ts'
import { type Kerbs, placeDoors } from './streetRows.ts'

/** A house with its address, saved or not. */
export type StreetAddress = Pick<UnsavedProperty, 'address' | 'streetNumber' | 'streetName' | 'lat' | 'lng'>

/** A saved house as the map has it. */
export type SavedDoor = Door & { isTeams: boolean }

/** The door whose sheet is open. */
export interface CurrentDoor extends Point {
  /** Undefined if it is not saved. */
  id?: string | undefined
  /** On one line; undefined of a saved door whose details are not loaded. */
  address?: string | undefined
  streetNumber: string
  streetName: string | null
}

type Next = NonNullable<NextDoorQuery['nextDoor']>

/** A house number of the street, with what is drawn for it. The units of a building share one door. */
export interface StreetDoor extends HouseNumber, Point {
  /** As written on the house: '837', '101½', '12–14', 'W148N9748'. */
  label: string
  /** In at most six characters. */
  shortLabel: string
  /** Undefined if nothing is saved there: the street has a gap. */
  shape: DoorShape | undefined
  isTeams: boolean
  /** The saved property that a tap opens. Undefined if the house at the point is to be looked up. */
  opens: SavedDoor | undefined
  unitCount: number
  knockedCount: number
  isCurrent: boolean
  isNext: boolean
  /** Nobody was met there, and nobody has knocked there today, but before it and behind it on its side. */
  isSkipped: boolean
}

export interface Street {
  name: string
  kerbs: Kerbs<StreetDoor>
  count: number
  notKnocked: number
  skipped: number
  /** The row of the door whose sheet is open. */
  currentRow: number
}

interface StreetInput {
  current: CurrentDoor
  saved: readonly SavedDoor[]
  houses: readonly StreetAddress[]
  next: Next | undefined
  /** When today began, in milliseconds. */
  dayStart: number
}

/** Numbers of one house differ at most by this, as those of a range. */
const SAME_PROPERTY_SPAN = 20
const SAME_PROPERTY_METERS = 150
/** Two houses with one number and without units are farther apart. */
const SAME_NUMBER_METERS = 10

/** One house of the street: saved, or known by its address. */
interface Entry extends HouseNumber, Point {
  saved: SavedDoor | undefined
  hasUnit: boolean
}

/**
 * The street of a door as two rows of doors, by the same rules as the next door. Undefined if the door has no street or no
 * number.
 */
export function buildStreet({ current, saved, houses, next, dayStart }: StreetInput): Street | undefined {
  const key = streetKey(current.streetName)
  const currentNumber = numberIn(current)
  if (!key || !current.streetName || !currentNumber) return undefined
  const isOnStreet = ({ streetName }: { streetName: string | null }) => streetKey(streetName) === key
  const entries = mergeProperties(saved.filter(isOnStreet), houses.filter(isOnStreet))
  const isSaved = entries.some(({ saved: door }) => door && door.id === current.id)
  const isCurrentEntry = ({ saved: door, written }: Entry) =>
    isSaved ? door?.id === current.id : written === currentNumber.written
  if (!entries.some(isCurrentEntry))
    entries.push({ ...currentNumber, lat: current.lat, lng: current.lng, saved: undefined, hasUnit: false })

  const nextNumber = next && streetKey(next.streetName) === key ? parseNumberAndStreet(next.address).number : undefined
  const isNextEntry = (entry: Entry) =>
    nextNumber !== undefined &&
    (next!.propertyId ? entry.saved?.id === next!.propertyId : !entry.saved && entry.written === nextNumber.written)
  const doors = groupUnits(entries).map((units) =>
    toDoor(units, { isCurrent: units.some(isCurrentEntry), isNext: units.some(isNextEntry) }),
  )
  const kerbs = markSkipped(placeDoors(doors), dayStart)
  const placed = [...kerbs.odd, ...kerbs.even]
  return {
    name: current.streetName,
    kerbs,
    count: placed.length,
    notKnocked: placed.filter(({ door }) => door.knockedCount < door.unitCount).length,
    skipped: placed.filter(({ door }) => door.isSkipped).length,
    currentRow: placed.find(({ door }) => door.isCurrent)?.row ?? 0,
  }
}

/** The row of the door nearest to a point. */
export function rowAt({ kerbs }: Street, point: Point): number {
  const placed = [...kerbs.odd, ...kerbs.even]
  return placed.reduce((best, other) =>
    distanceMeters(other.door, point) < distanceMeters(best.door, point) ? other : best,
  ).row
}

/** Each house once. A saved number has no letters and no range, so it is written as the record of the house has it. */
function mergeProperties(saved: readonly SavedDoor[], houses: readonly StreetAddress[]): Entry[] {
  const writtenBy = new Map<SavedDoor, HouseNumber>()
  const unsaved: Entry[] = []
  for (const house of houses) {
    const number = numberIn(house)
    if (!number) continue
    const same = saved.filter(
      (door) =>
        Math.abs(numberOf(door.streetNumber) - number.digits) <= SAME_PROPERTY_SPAN &&
        distanceMeters(door, house) <= SAME_PROPERTY_METERS &&
        isSameProperty(door, house),
    )
    for (const door of same) if (!writtenBy.has(door)) writtenBy.set(door, number)
    const hasUnit = parseNumberAndStreet(house.address).unit !== null
    if (same.length === 0) unsaved.push({ ...number, lat: house.lat, lng: house.lng, saved: undefined, hasUnit })
  }
  return [
    ...saved.flatMap((door) => {
      const number = writtenBy.get(door) ?? numberIn(door)
      return number ? [{ ...number, lat: door.lat, lng: door.lng, saved: door, hasUnit: Boolean(door.unit) }] : []
    }),
    ...unsaved,
  ]
}

/** The number of a house; undefined if it has none, such as land. */
function numberIn(house: { address?: string | undefined; streetNumber: string }): HouseNumber | undefined {
  const number = (house.address === undefined ? undefined : parseNumberAndStreet(house.address).number) ?? {
    digits: numberOf(house.streetNumber),
    written: house.streetNumber.toLowerCase(),
  }
  return number.digits > 0 ? number : undefined
}

/** The houses by their number. A building whose units are known is no door of its own. */
function groupUnits(entries: readonly Entry[]): Entry[][] {
  return [...Map.groupBy(entries, ({ written }) => written).values()].flatMap((sameNumber) => {
    const units = sameNumber.filter(({ hasUnit }) => hasUnit)
    if (units.length > 0) return [[...units, ...sameNumber.filter(({ hasUnit, saved }) => !hasUnit && saved)]]
    const places: Entry[][] = []
    for (const entry of sameNumber) {
      const place = places.find(([first]) => distanceMeters(first!, entry) <= SAME_NUMBER_METERS)
      if (place) place.push(entry)
      else places.push([entry])
    }
    return places
  })
}

type DoorInfo = StreetDoor & { units: readonly Entry[] }

function toDoor(units: Entry[], position: Pick<StreetDoor, 'isCurrent' | 'isNext'>): DoorInfo {
  const [{ digits, written, lat, lng }] = units as [Entry]
  const saved = units.flatMap((unit) => unit.saved ?? [])
  const latest = saved.toSorted((one, other) => (other.lastKnockedAt ?? '').localeCompare(one.lastKnockedAt ?? ''))[0]
  const notKnocked = saved.find((door) => isNotKnocked(door))
  const hasUnsaved = saved.length < units.length
  const isDone = !notKnocked && !hasUnsaved
  const label = labelOf(written)
  return {
    ...{ digits, written, lat, lng, ...position, units, label },
    shortLabel: 'nsew'.includes(written[0]!) || label.length > 6 ? `${digits}`.slice(0, 6) : label,
    shape: latest && doorShape(isDone ? latest : (notKnocked ?? { status: 'NEW' })),
    isTeams: saved.length > 0 && saved.every(({ isTeams }) => isTeams),
    opens: notKnocked ?? (hasUnsaved ? undefined : latest),
    unitCount: units.length,
    knockedCount: saved.filter((door) => !isNotKnocked(door)).length,
    isSkipped: false,
  }
}

const labelOf = (written: string): string => written.replace(' 1/2', '½').replace('-', '–').toUpperCase()

/** Whether a walk comes here for the first time, or again because nobody was home. */
const isToKnock = (door: SavedDoor | undefined): boolean =>
  !door || isOpenDoor({ ...stateOf(door), lastKnockedBeforeToday: true }, { isDue: false })

/** Marks the doors to knock at between the first and the last one of a side where somebody has knocked today. */
function markSkipped({ odd, even, rowCount }: Kerbs<DoorInfo>, dayStart: number): Kerbs<StreetDoor> {
  const isToday = ({ saved }: Entry) =>
    Boolean(saved?.lastOutcome && saved.lastKnockedAt && Date.parse(saved.lastKnockedAt) >= dayStart)
  const mark = (side: Kerbs<DoorInfo>['odd']): Kerbs<StreetDoor>['odd'] => {
    const wasToday = side.map(({ door }) => door.units.some(isToday))
    const [first, last] = [wasToday.indexOf(true), wasToday.lastIndexOf(true)]
    return side.map(({ door: { units, ...door }, row }, index) => {
      const isOpen = !wasToday[index] && !door.isCurrent && !door.isNext && units.some(({ saved }) => isToKnock(saved))
      return { row, door: { ...door, isSkipped: index > first && index < last && isOpen } }
    })
  }
  return { odd: mark(odd), even: mark(even), rowCount }
}
