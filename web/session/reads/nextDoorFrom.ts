import type { NextDoorQuery, NextDoorQueryVariables } from '../../gql/graphql.ts'
import { distanceMeters, type Point } from '../../lib/distance.ts'
import {
  besideMeters,
  cornerReachMeters,
  propertyBeside,
  nextProperty,
  type Walk as StreetWalk,
} from '../../../api/domain/knocking/streetWalk.ts'
import { numberOf } from '../../../api/domain/addresses/houseNumbers.ts'
import { type DoorState, isLeftOut } from '../../../api/domain/walkingRoutes/openDoors.ts'
import { temporaryId } from '../../domain/draftOf.ts'
import {
  type HouseNumber,
  isSameProperty,
  lineOf,
  parseNumberAndStreet,
  STREET_REACH_METERS,
  streetKey,
} from './sameAddress.ts'
import type { Door, UnsavedProperty, KnownProperties } from './readStore.ts'

type NextDoor = NonNullable<NextDoorQuery['nextDoor']>
type Walk = Omit<NextDoorQueryVariables, 'from'>

/** The house from which a walk goes on. */
export interface Start extends Point {
  streetNumber: string
  streetName: string | null
}

/** A house that the walk may come to; `door` if it is saved. */
interface WalkedProperty extends HouseNumber, Point {
  id: string
  /** `streetKey`. */
  street: string
  address: string
  streetName: string | null
  city: string | null
  door: Door | undefined
}

/** The place of a house that is not saved, from its address on one line. */
export function startAt(address: string, point: Point): Start {
  const { number, street } = parseNumberAndStreet(address)
  return {
    lat: point.lat,
    lng: point.lng,
    streetNumber: number?.written ?? '',
    streetName: number && street ? street : null,
  }
}

/**
 * The next house of a walk among these saved doors and houses, by the rules of the server: on the same side by house
 * number, then once across and back; after a corner house, the one beside it. Null at the end of the walk; undefined if the
 * street of `start` is unknown.
 */
export function nextDoorFrom(
  start: Start,
  { doors, houses }: KnownProperties,
  { direction, crossed, skip }: Walk,
): (NextDoor & { __typename: 'NextDoor' }) | null | undefined {
  const street = streetKey(start.streetName)
  if (!street) return undefined
  const within = (meters: number, isWanted: (house: { streetName: string | null }) => boolean) => {
    const isThere = (house: Point & { streetName: string | null }) =>
      distanceMeters(start, house) <= meters && isWanted(house)
    const saved = doors.filter(isThere)
    const unsaved = houses.filter((house) => isThere(house) && !saved.some((door) => isSameProperty(door, house)))
    return [...saved.flatMap(fromDoor), ...unsaved.flatMap(fromUnsaved)]
  }
  const isOnStreet = (house: { streetName: string | null }) => streetKey(house.streetName) === street
  const skipped = new Set([skip ?? []].flat().map(String))
  const isOffered = (house: WalkedProperty) =>
    !(house.door && isLeftOut(stateOf(house.door))) &&
    ![house.id, house.door?.id, temporaryId(house)].some((id) => skipped.has(id ?? ''))

  const onStreet = within(STREET_REACH_METERS, isOnStreet)
  const offered = onStreet.filter(isOffered)
  const walk: StreetWalk = {
    direction: direction === 'DESCENDING' ? 'descending' : 'ascending',
    crossed: crossed === true,
  }
  const digits = numberOf(start.streetNumber)
  if (!Number.isFinite(digits)) {
    const [nearest] = offered.toSorted((one, other) => distanceMeters(start, one) - distanceMeters(start, other))
    return nearest ? toNextDoor(nearest, start, walk) : null
  }
  const from = { lat: start.lat, lng: start.lng, digits, written: start.streetNumber.toLowerCase() }
  const reachMeters = crossed ? 0 : cornerReachMeters(from, onStreet)
  if (reachMeters > 0) {
    const others = within(2 * besideMeters, (house) => !isOnStreet(house)).filter(isOffered)
    const beside = propertyBeside(from, others, reachMeters)
    if (beside) return toNextDoor(beside.property, start, beside)
  }
  const next = nextProperty(offered, from, walk)
  return next && toNextDoor(next.property, start, next)
}

function fromDoor(door: Door): WalkedProperty[] {
  const digits = numberOf(door.streetNumber)
  if (!Number.isFinite(digits)) return []
  const { id, lat, lng, streetNumber, streetName } = door
  return [
    {
      ...{ id, lat, lng, address: lineOf(door), street: streetKey(streetName), streetName, city: null, door },
      ...{ digits, written: streetNumber.toLowerCase() },
    },
  ]
}

function fromUnsaved(house: UnsavedProperty): WalkedProperty[] {
  const { address, lat, lng, streetName, city } = house
  const { digits, written } = parseNumberAndStreet(address).number ?? {
    digits: numberOf(house.streetNumber),
    written: house.streetNumber,
  }
  if (!Number.isFinite(digits)) return []
  const street = streetKey(streetName)
  const id = `${written} ${street}`
  return [{ id, lat, lng, address, street, streetName, city, door: undefined, digits, written }]
}

/** Converts a saved door to the input of the walking rules. A phone knows only which doors are the rep's own, so it counts all others as a colleague's. */
export const stateOf = ({ status, lastOutcome, doNotKnock, mine }: SavedDoor): DoorState => ({
  status: status.toLowerCase() as Lowercase<typeof status>,
  lastOutcome: (lastOutcome?.toLowerCase() ?? null) as DoorState['lastOutcome'],
  doNotKnock: Boolean(doNotKnock),
  isColleagues: !mine,
})

type SavedDoor = Pick<Door, 'status' | 'lastOutcome' | 'mine'> & { doNotKnock?: boolean }

function toNextDoor(house: WalkedProperty, start: Start, { direction, crossed }: StreetWalk) {
  const { id, address, streetName, city, lat, lng, door, digits } = house
  return {
    ...{ __typename: 'NextDoor' as const, id, address, streetNumber: `${digits}`, streetName, city, lat, lng },
    distanceMeters: distanceMeters(start, house),
    propertyId: door?.id ?? null,
    status: door?.status ?? null,
    direction: direction === 'descending' ? ('DESCENDING' as const) : ('ASCENDING' as const),
    crossed,
  }
}
