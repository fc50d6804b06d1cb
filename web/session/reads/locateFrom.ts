import { addressKeyOf, type AddressKey } from '../../../api/domain/addresses/addressKey.ts'
import { compareDoors } from '../../../api/domain/addresses/compareProperties.ts'
import type { LocateInput } from '../../gql/graphql.ts'
import { distanceMeters } from '../../lib/distance.ts'
import { isSameProperty, isSamePoint, lineOf } from './sameAddress.ts'
import type { Door, UnsavedProperty, KnownProperties } from './readStore.ts'

/** A tap this close to a house means it. */
export const TAP_REACH_METERS = 25

/** A house that is known: `door` if it is saved. */
export type KnownProperty = { door: Door } | { house: UnsavedProperty }

export const placeOf = (known: KnownProperty): Door | UnsavedProperty => ('door' in known ? known.door : known.house)

/**
 * The house that is meant, among those known. Several, if a point has the units of a building. Undefined if none is, or an address may
 * be one of several.
 */
export function locateFrom(
  known: KnownProperties,
  { address, point }: LocateInput,
): KnownProperty | { units: KnownProperty[] } | undefined {
  const unsaved = known.houses.filter((house) => !known.doors.some((door) => isSameProperty(door, house)))
  if (point) {
    const all: KnownProperty[] = [...known.doors.map((door) => ({ door })), ...unsaved.map((house) => ({ house }))]
    const [nearest] = all
      .map((place) => ({ place, distance: distanceMeters(point, placeOf(place)) }))
      .filter(({ distance }) => distance <= TAP_REACH_METERS)
      .toSorted((one, other) => one.distance - other.distance)
    if (!nearest) return undefined
    const units = all.filter((other) => isOneBuilding(placeOf(nearest.place), placeOf(other)))
    return units.length > 1 ? { units } : nearest.place
  }
  const typed = addressKeyOf({ address: address ?? '' })
  const houses = known.houses.filter((house) => isMeant(typed, house))
  if (houses.length > 1) return undefined
  const [house] = houses
  const [door, ...others] = known.doors.filter((candidate) =>
    house
      ? isSameProperty(candidate, house)
      : isMeant(typed, { address: lineOf(candidate), city: null, zipCode: null }),
  )
  if (door) return others.length === 0 ? { door } : undefined
  return house && { house }
}

/** Whether two houses have one number at one point, as the units of a building do. */
export function isOneBuilding(one: Door | UnsavedProperty, other: Door | UnsavedProperty): boolean {
  return one.streetNumber === other.streetNumber && isSamePoint(one, other)
}

/** Whether a typed address is this one: the same number, street and unit, in the place that was typed. */
function isMeant(typed: AddressKey, house: Pick<UnsavedProperty, 'address' | 'city' | 'zipCode'>): boolean {
  const key = addressKeyOf(house)
  const isThere =
    (typed.zipCode === '' || typed.zipCode === key.zipCode) && (typed.city === '' || typed.city === key.city)
  return typed.number !== '' && compareDoors(typed, key).verdict === 'same' && isThere
}
