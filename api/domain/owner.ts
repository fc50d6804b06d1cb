/** The owner name of a property whose parcel record names no owner (spec §3). */
export const unknownOwner = 'Unknown Owner'

export function isKnownOwner(ownerName: string | null | undefined): ownerName is string {
  return Boolean(ownerName) && ownerName !== unknownOwner
}
