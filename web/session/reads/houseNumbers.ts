import { distanceMeters } from '../../lib/distance.ts'

interface Point {
  lat: number
  lng: number
}

/** A house number, in digits and as written ('837', '101 1/2', '2a'). */
export interface HouseNumber {
  digits: number
  written: string
}

/** The number as written and the street of an address on one line; empty where it has none. */
export function parseHouse(address: string): { number: string; street: string } {
  const [, number = '', street = ''] = /^\s*(\d+(?:\s\d\/\d)?(?:[a-z-]\d*)?)\s+([^,]+)/i.exec(address) ?? []
  return { number: number.toLowerCase(), street: street.trim() }
}

/** A street name in a form to compare, without case, dots and repeated spaces. */
export const streetKey = (name: string | null): string =>
  (name ?? '').toLowerCase().replaceAll('.', '').replaceAll(/\s+/g, ' ').trim()

/** The server treats coordinates equal to five decimals as the same location. */
const COORDINATE_TOLERANCE = 0.00001

/** Streets of the same name farther away are other streets. */
export const STREET_REACH_METERS = 1_000

interface Place extends Point {
  streetNumber: string
  streetName: string | null
}

/** Whether a saved house is this one: the same number on the same street, or at the same point. */
export function isSameHouse(saved: Place, house: Place & { address: string }): boolean {
  const number = saved.streetNumber.toLowerCase()
  const written = parseHouse(house.address).number || house.streetNumber
  if (number === written && streetKey(saved.streetName) === streetKey(house.streetName))
    return distanceMeters(saved, house) <= STREET_REACH_METERS
  const isSamePoint =
    Math.abs(saved.lat - house.lat) <= COORDINATE_TOLERANCE && Math.abs(saved.lng - house.lng) <= COORDINATE_TOLERANCE
  return isSamePoint && Number.parseInt(number, 10) === Number.parseInt(written, 10)
}
