/** The second line of an address: 'Demo Town, IN 00042'. */
export function cityLine(property: { city: string | null; state: string | null; zipCode: string | null }): string {
  return [property.city, [property.state, property.zipCode].filter(Boolean).join(' ')].filter(Boolean).join(', ')
}

/** The first line of an address: number and street if known, else the address up to its first comma. */
export function streetLine(property: { streetNumber: string; streetName: string | null; address: string }): string {
  return property.streetName
    ? `${property.streetNumber} ${property.streetName}`.trim()
    : (property.address.split(',')[0] ?? '')
}
