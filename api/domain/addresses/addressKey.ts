import { type KnownPlace, type ParsedAddress, parseAddress } from './parseAddress.ts'
import { parseStreet, toStreetKey, type Street } from './streets.ts'
import { normalizeName } from './text.ts'
import { unitKey } from './units.ts'

/** An address in a form in which two that mean the same house are equal. */
export interface AddressKey {
  /** '1018', '535 1/2', '12-34', '1935-1937', 'w148n9748'; '' without a house number (0 is none). */
  number: string
  street: string
  /** What `street` is made of. */
  streetParts: Street
  unit: string
  /** Lower case; '' if unknown. */
  city: string
  /** Five digits; '' if unknown. */
  zipCode: string
  parsed: ParsedAddress
}

export interface WrittenAddress extends KnownPlace {
  address: string
}

export function addressKeyOf({ address, ...known }: WrittenAddress): AddressKey {
  const parsed = parseAddress(address, known)
  const { houseNumber, street, unit, city, zipCode } = parsed
  const streetParts = parseStreet(street)
  return {
    streetParts,
    number: houseNumber && houseNumber.first > 0 ? houseNumber.key : '',
    street: toStreetKey(streetParts),
    unit: unitKey(unit),
    city: normalizeName(known.city || city || ''),
    zipCode: /\d{5}/.exec(known.zipCode ?? '')?.[0] ?? zipCode ?? '',
    parsed,
  }
}

/** The number, street and unit of a key as one text; null without a number or street, because a street alone has many houses. */
export function doorOf({ number, street, unit }: AddressKey): string | null {
  return number === '' || street === '' ? null : [number, street, unit].join('|')
}
