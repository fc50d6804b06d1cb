import { unitOf } from '../../domain/units.ts'

/** The second line of an address: 'Demo Town, IN 00042'. */
export function cityLine(property: { city: string | null; state: string | null; zipCode: string | null }): string {
  return [property.city, [property.state, property.zipCode].filter(Boolean).join(' ')].filter(Boolean).join(', ')
}

interface StreetAddress {
  streetNumber: string
  streetName?: string | null
  /** Missing on map markers. */
  address?: string
}

/** The number as the address has it, such as '34-36', of which a property stores the first. */
function wholeNumber(streetNumber: string, address = ''): string {
  const [first = ''] = address.split(' ', 1)
  return streetNumber && first.startsWith(streetNumber) ? first : streetNumber
}

/** The first line of an address: number, street and unit if known, else the address up to its first comma. */
export function streetLine({ streetNumber, streetName, address }: StreetAddress): string {
  const unit = address === undefined ? null : unitOf(address)
  if (streetName) return [wholeNumber(streetNumber, address), streetName, unit].filter(Boolean).join(' ')
  return address?.split(',')[0] ?? streetNumber
}
