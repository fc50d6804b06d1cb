import type { LocateInput } from '../../gql/graphql.ts'
import { distanceMeters } from '../../lib/distance.ts'
import { isSameHouse, parseHouse, streetKey } from './houseNumbers.ts'
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
  const typed = words(address ?? '').replace(/ (usa|us|united states)$/, '')
  const houses = known.houses.filter((house) => isMeant(typed, lineOf(house), words(house.address)))
  if (houses.length > 1) return undefined
  const [house] = houses
  const [door, ...others] = known.doors.filter((candidate) =>
    house ? isSameHouse(candidate, house) : typed !== '' && lineOf(candidate) === typed,
  )
  if (door) return others.length === 0 ? { door } : undefined
  return house && { house }
}

/** Whether a typed address is this one: its number and street, and as much of what follows as was typed. */
const isMeant = (typed: string, line: string, full: string) =>
  line !== '' && `${typed} `.startsWith(`${line} `) && `${full} `.startsWith(`${typed} `)

const words = (text: string) => streetKey(text.replaceAll(',', ' '))

function lineOf(house: Door | House): string {
  const street = streetKey(house.streetName)
  const number = ('address' in house && parseHouse(house.address).number) || house.streetNumber
  return number && street ? words(`${number} ${street}`) : ''
}
