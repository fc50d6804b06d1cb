import { addressKeyOf, type AddressKey } from '../../../api/domain/addresses/addressKey.ts'
import { compareDoors } from '../../../api/domain/addresses/compareHouses.ts'
import type { LocateInput } from '../../gql/graphql.ts'
import { distanceMeters } from '../../lib/distance.ts'
import { isSameHouse, lineOf } from './houseNumbers.ts'
import type { Door, House, KnownHouses } from './readStore.ts'

/** A tap this close to a house means it. */
export const TAP_REACH_METERS = 25

/** The house that is meant, among those known: `door` if it is saved. Undefined if none is, or not one alone. */
export function locateFrom(
  known: KnownHouses,
  { address, point }: LocateInput,
): { door: Door } | { house: House } | undefined {
  const unsaved = known.houses.filter((house) => !known.doors.some((door) => isSameHouse(door, house)))
  if (point) {
    const [nearest] = [...known.doors.map((door) => ({ door })), ...unsaved.map((house) => ({ house }))]
      .map((place) => ({ place, distance: distanceMeters(point, 'door' in place ? place.door : place.house) }))
      .filter(({ distance }) => distance <= TAP_REACH_METERS)
      .toSorted((one, other) => one.distance - other.distance)
    return nearest?.place
  }
  const typed = addressKeyOf({ address: address ?? '' })
  const houses = known.houses.filter((house) => isMeant(typed, house))
  if (houses.length > 1) return undefined
  const [house] = houses
  const [door, ...others] = known.doors.filter((candidate) =>
    house ? isSameHouse(candidate, house) : isMeant(typed, { address: lineOf(candidate), city: null, zipCode: null }),
  )
  if (door) return others.length === 0 ? { door } : undefined
  return house && { house }
}

/** Whether a typed address is this one: the same number, street and unit, in the place that was typed. */
function isMeant(typed: AddressKey, house: Pick<House, 'address' | 'city' | 'zipCode'>): boolean {
  const key = addressKeyOf(house)
  const isThere =
    (typed.zipCode === '' || typed.zipCode === key.zipCode) && (typed.city === '' || typed.city === key.city)
  return typed.number !== '' && compareDoors(typed, key).verdict === 'same' && isThere
}
