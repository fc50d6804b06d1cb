import { compareHouses } from '../../../api/domain/addresses/compareHouses.ts'
import { numberOf } from '../../../api/domain/addresses/houseNumbers.ts'
import { parseAddress } from '../../../api/domain/addresses/parseAddress.ts'
import { streetKeyOf } from '../../../api/domain/addresses/streets.ts'

interface Point {
  lat: number
  lng: number
}

/** A house number, in digits and as written ('837', '101 1/2', '2a', 'w7464'). */
export interface HouseNumber {
  digits: number
  written: string
}

/** The number and the street of an address on one line; no number where it has none. */
export function parseHouse(address: string): { number: HouseNumber | undefined; street: string } {
  const { houseNumber, street } = parseAddress(address)
  return {
    number: houseNumber ? { digits: houseNumber.first, written: houseNumber.written.toLowerCase() } : undefined,
    street,
  }
}

/** A street name in a form to compare. */
export const streetKey = (name: string | null): string => (name ? streetKeyOf(name) : '')

/** Streets of the same name farther away are other streets. */
export const STREET_REACH_METERS = 1_000

interface Place extends Point {
  streetNumber: string
  streetName: string | null
}

/** The first line of the address of a saved house. Its unit is unknown. */
export const lineOf = ({ streetNumber, streetName }: Place): string =>
  [streetNumber, streetName].filter(Boolean).join(' ')

/** The server treats coordinates equal to five decimals as the same location. */
const COORDINATE_TOLERANCE = 0.00001

/**
 * Whether a saved house is this one, as far as its number, street and point tell: it may be any unit of a building. A saved number has
 * no letters, so 12 is 12A at the same point.
 */
export function isSameHouse(saved: Place, house: Place & { address: string }): boolean {
  const { lat, lng, address } = house
  const isSamePoint =
    Math.abs(saved.lat - lat) <= COORDINATE_TOLERANCE && Math.abs(saved.lng - lng) <= COORDINATE_TOLERANCE
  if (
    isSamePoint &&
    numberOf(saved.streetNumber) === (parseHouse(address).number?.digits ?? numberOf(house.streetNumber))
  )
    return true
  const { verdict, reason } = compareHouses(
    { address: lineOf(saved), lat: saved.lat, lng: saved.lng },
    { address, lat, lng },
  )
  return verdict === 'same' || (verdict === 'unsure' && reason === 'unit')
}
