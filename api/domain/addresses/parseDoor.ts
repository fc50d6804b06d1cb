import { parseAddress } from './parseAddress.ts'
import { streetKeyOf } from './streets.ts'

/** Where the door of an address is on its street. */
export interface ParsedDoor {
  /** `streetKeyOf`; '' if the address has no street. */
  street: string
  streetName: string
  /** Null if the address has none. */
  number: { digits: number; written: string } | null
}

export function parseDoor(address: string): ParsedDoor {
  const { houseNumber, street } = parseAddress(address)
  return {
    street: streetKeyOf(street),
    streetName: street,
    number: houseNumber && { digits: houseNumber.first, written: houseNumber.written.toLowerCase() },
  }
}
