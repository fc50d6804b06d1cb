import { unitOf, withUnit } from '../../api/domain/addresses/parseAddress.ts'
import { unitKey } from '../../api/domain/addresses/units.ts'

export { unitOf }

/** A text that is equal for all spellings of the unit of an address; '' without one. */
export const unitKeyOf = (address: string): string => unitKey(unitOf(address))

/** Where a building is, without its units. */
export interface Place {
  streetNumber: string
  streetName: string | null
  city: string | null
  state: string | null
  zipCode: string | null
}

/** The address of a unit at a place, on one line. */
export function addressOfUnit({ streetNumber, streetName, city, state, zipCode }: Place, unit: string): string {
  const street = [streetNumber, streetName].filter(Boolean).join(' ')
  return [withUnit(street, unit), city, [state, zipCode].filter(Boolean).join(' ')].filter(Boolean).join(', ')
}
