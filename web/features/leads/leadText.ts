/**
 * The error toast of the admin dashboard (spec §8). It is also the toast id, so that several failures show one toast.
 */
export const DATA_FAILED = 'Failed to fetch data'

/** Shown for a property without a known owner (spec §3). */
export const UNKNOWN_OWNER = 'Unknown Owner'

/** The owner's name; null if it is missing or recorded as unknown. */
export const ownerOf = ({ ownerName }: { ownerName?: string | null }): string | null =>
  ownerName && ownerName !== UNKNOWN_OWNER ? ownerName : null
