import type { NextDoorQuery, NextDoorQueryVariables, WalkDirection } from '../../gql/graphql.ts'
import { distanceMeters, type Point } from '../../lib/distance.ts'
import { numberOf } from '../../../api/domain/addresses/houseNumbers.ts'
import { temporaryId } from '../../domain/draftOf.ts'
import { type HouseNumber, isSameHouse, lineOf, parseHouse, STREET_REACH_METERS, streetKey } from './sameAddress.ts'
import type { Door, House, KnownHouses } from './readStore.ts'

type NextDoor = NonNullable<NextDoorQuery['nextDoor']>
type Walk = Omit<NextDoorQueryVariables, 'from'>

/** The house from which a walk goes on. */
export interface Start extends Point {
  streetNumber: string
  streetName: string | null
}

/** A house on the street of the walk; `door` if it is saved. */
interface WalkedHouse extends HouseNumber, Point {
  id: string
  address: string
  streetName: string | null
  city: string | null
  door: Door | undefined
}

/** The place of a house that is not saved, from its address on one line. */
export function startAt(address: string, point: Point): Start {
  const { number, street } = parseHouse(address)
  return {
    lat: point.lat,
    lng: point.lng,
    streetNumber: number?.written ?? '',
    streetName: number && street ? street : null,
  }
}

/**
 * The next house of a walk among these saved doors and houses, by the rules of the server: on the same side by house
 * number, then once across and back. Null at the end of the walk; undefined if the street of `start` is unknown.
 */
export function nextDoorFrom(
  start: Start,
  { doors, houses }: KnownHouses,
  { direction, crossed, skip }: Walk,
): (NextDoor & { __typename: 'NextDoor' }) | null | undefined {
  const street = streetKey(start.streetName)
  if (!street) return undefined
  const isOnStreet = (house: Point & { streetName: string | null }) =>
    streetKey(house.streetName) === street && distanceMeters(start, house) <= STREET_REACH_METERS
  const saved = doors.filter(isOnStreet)
  const unsaved = houses.filter((house) => isOnStreet(house) && !saved.some((door) => isSameHouse(door, house)))
  const onStreet = [...saved.flatMap(fromDoor), ...unsaved.flatMap(fromHouse)]
  const skipped = new Set([skip ?? []].flat().map(String))
  const offered = onStreet.filter(
    (house) => !isLeftOut(house) && ![house.id, house.door?.id, temporaryId(house)].some((id) => skipped.has(id ?? '')),
  )
  const goes: WalkDirection = direction ?? 'ASCENDING'
  const digits = numberOf(start.streetNumber)
  if (!Number.isFinite(digits)) {
    const [nearest] = offered.toSorted((one, other) => distanceMeters(start, one) - distanceMeters(start, other))
    return nearest ? toNextDoor(nearest, start, goes, Boolean(crossed)) : null
  }
  const number = { digits, written: start.streetNumber.toLowerCase() }
  const forward = goes === 'ASCENDING' ? 1 : -1
  const sorted = offered.toSorted((one, other) => forward * compareNumbers(one, other))
  const isSameSide = (house: HouseNumber) => house.digits % 2 === digits % 2
  const ahead = sorted.find((house) => isSameSide(house) && forward * compareNumbers(house, number) > 0)
  if (ahead) return toNextDoor(ahead, start, goes, Boolean(crossed))
  const opposite = crossed ? undefined : sorted.findLast((house) => !isSameSide(house))
  return opposite ? toNextDoor(opposite, start, goes === 'ASCENDING' ? 'DESCENDING' : 'ASCENDING', true) : null
}

function fromDoor(door: Door): WalkedHouse[] {
  const digits = numberOf(door.streetNumber)
  if (!Number.isFinite(digits)) return []
  const { id, lat, lng, streetNumber, streetName } = door
  return [
    { id, lat, lng, address: lineOf(door), streetName, city: null, door, digits, written: streetNumber.toLowerCase() },
  ]
}

function fromHouse(house: House): WalkedHouse[] {
  const { address, lat, lng, streetName, city } = house
  const { digits, written } = parseHouse(address).number ?? {
    digits: numberOf(house.streetNumber),
    written: house.streetNumber,
  }
  if (!Number.isFinite(digits)) return []
  const id = `${written} ${streetKey(streetName)}`
  return [{ id, lat, lng, address, streetName, city, door: undefined, digits, written }]
}

/** A colleague follows up an interested one. */
const isLeftOut = ({ door }: WalkedHouse) =>
  door?.status === 'NOT_INTERESTED' ||
  door?.lastOutcome === 'NO_SOLICITING' ||
  (door?.status === 'INTERESTED' && !door.mine)

const compareNumbers = (one: HouseNumber, other: HouseNumber) =>
  one.digits - other.digits || one.written.localeCompare(other.written)

function toNextDoor(house: WalkedHouse, start: Start, direction: WalkDirection, crossed: boolean) {
  const { id, address, streetName, city, lat, lng, door, digits } = house
  return {
    ...{ __typename: 'NextDoor' as const, id, address, streetNumber: `${digits}`, streetName, city, lat, lng },
    distanceMeters: distanceMeters(start, house),
    propertyId: door?.id ?? null,
    status: door?.status ?? null,
    direction,
    crossed,
  }
}
