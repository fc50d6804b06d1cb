/** What the admin's dashboard says of whatever it cannot read (spec §8); under one name, once. */
export const DATA_FAILED = 'Failed to fetch data'

/** '1018 W 11th Demo St' of '1018 W 11th Demo St, Demo Town, IN 46202'. */
export const streetOf = ({ address }: { address: string }): string => address.split(',')[0]?.trim() || address

/** What stands where nobody knows the owner (spec §3). */
export const UNKNOWN_OWNER = 'Unknown Owner'

/** Whose house it is; null where nobody knows, however that was written down. */
export const ownerOf = ({ ownerName }: { ownerName?: string | null }): string | null =>
  ownerName && ownerName !== UNKNOWN_OWNER ? ownerName : null
