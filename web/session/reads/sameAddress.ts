import { compareProperties } from '../../../api/domain/addresses/compareProperties.ts'
import { numberOf } from '../../../api/domain/addresses/houseNumbers.ts'
import { parseAddress, unitOf, withUnit } from '../../../api/domain/addresses/parseAddress.ts'
import { streetKeyOf } from '../../../api/domain/addresses/streets.ts'
import { unitKey } from '../../../api/domain/addresses/units.ts'
import type { Point } from '../../lib/distance.ts'

/** A house number, in digits and as written ('837', '101 1/2', '2a', 'w7464'). */
export interface HouseNumber {
  digits: number
  written: string
}

/** The number, the street and the unit of an address on one line; no number where it has none. */
export function parseNumberAndStreet(address: string): {
  number: HouseNumber | undefined
  street: string
  unit: string | null
} {
  const { houseNumber, street, unit } = parseAddress(address)
  return {
    number: houseNumber ? { digits: houseNumber.first, written: houseNumber.written.toLowerCase() } : undefined,
    street,
    unit,
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

interface SavedPlace extends Place {
  /** Undefined if a release that did not know units has stored it. */
  unit?: string | null | undefined
}

/** The first line of the address of a saved house. */
export function lineOf({ streetNumber, streetName, unit }: SavedPlace): string {
  const line = [streetNumber, streetName].filter(Boolean).join(' ')
  return unit ? withUnit(line, unit) : line
}

/** The server treats coordinates equal to five decimals as the same location. */
const COORDINATE_TOLERANCE = 0.00001

export function isSamePoint(one: Point, other: Point): boolean {
  return Math.abs(one.lat - other.lat) <= COORDINATE_TOLERANCE && Math.abs(one.lng - other.lng) <= COORDINATE_TOLERANCE
}

/**
 * Whether a saved house is this one, as far as its number, street, unit and point tell. If its unit is unknown, it may be any of the
 * building. A saved number has no letters, so 12 is 12A at the same point.
 */
export function isSameProperty(saved: SavedPlace, house: Place & { address: string }): boolean {
  const { lat, lng, address } = house
  if (saved.unit !== undefined && unitKey(saved.unit) !== unitKey(unitOf(address))) return false
  if (
    isSamePoint(saved, house) &&
    numberOf(saved.streetNumber) === (parseNumberAndStreet(address).number?.digits ?? numberOf(house.streetNumber))
  )
    return true
  const { verdict, reason } = compareProperties(
    { address: lineOf(saved), lat: saved.lat, lng: saved.lng },
    { address, lat, lng },
  )
  return verdict === 'same' || (verdict === 'unsure' && reason === 'unit')
}
