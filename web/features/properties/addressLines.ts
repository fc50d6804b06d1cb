/** The second line of an address: 'Demo Town, IN 00042'. */
export function townLine(house: { city: string | null; state: string | null; zipCode: string | null }): string {
  return [house.city, [house.state, house.zipCode].filter(Boolean).join(' ')].filter(Boolean).join(', ')
}

/** The first line of an address: number and street where they are known. */
export function streetLine(house: { streetNumber: string; streetName: string | null; address: string }): string {
  return house.streetName ? `${house.streetNumber} ${house.streetName}`.trim() : (house.address.split(',')[0] ?? '')
}
