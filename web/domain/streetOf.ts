/** '1018 W 11th Demo St' of '1018 W 11th Demo St, Demo Town, IN 00042': what names a property within its town. */
export const streetOf = (address: string): string => address.split(',')[0]!.trim() || address

/** Whether the two addresses have the same number and street, however they are capitalized. */
export const isSameStreetLine = (one: string, other: string): boolean =>
  streetOf(one).toLowerCase() === streetOf(other).toLowerCase()
