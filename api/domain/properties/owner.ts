/** The owner name of a property whose parcel record names no owner (spec §3). */
export const unknownOwner = 'Unknown Owner'

/** The name in an address when the owner is unknown. */
export const currentResident = 'Current Resident'

export function isKnownOwner(ownerName: string | null | undefined): ownerName is string {
  return Boolean(ownerName) && ownerName !== unknownOwner
}
