import { isHouseNumber, normalizeStreet, parseAddress } from './address.ts'

/** The parts of an address that tell whether two texts mean the same house. */
export interface AddressKey {
  /** Number, street and unit in a form that is equal for all their spellings. */
  door: string
  /** Lower case; '' if unknown. */
  city: string
  /** Five digits; '' if unknown. */
  zipCode: string
}

interface Address {
  address: string
  city?: string | null | undefined
  zipCode?: string | null | undefined
}

/** The key of an address; null without a house number (0 is none), because a street alone names many houses. */
export function addressKeyOf({ address, city, zipCode }: Address): AddressKey | null {
  const parsed = parseAddress(address)
  if (!isHouseNumber(parsed.number)) return null
  return {
    door: [parsed.number.toLowerCase(), normalizeStreet(parsed.street), normalizeStreet(parsed.unit ?? '')].join('|'),
    city: normalizeStreet(city || parsed.city || ''),
    zipCode: (zipCode || parsed.zipCode || '').slice(0, 5),
  }
}
