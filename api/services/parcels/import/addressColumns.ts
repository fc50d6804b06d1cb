import { type ParsedAddress, parseAddress } from '../../../domain/addresses/parseAddress.ts'
import { streetKeyOf } from '../../../domain/addresses/streets.ts'
import { storableNumber } from '../parcelQueries.ts'

/**
 * Counts the changes of what `addressColumnsOf` gives. Data sets that were imported by an earlier version are computed anew
 * (`renewParcelKeys`).
 */
export const keyVersion = 2

interface WrittenParcelAddress {
  address: string | null
  city?: string | null | undefined
  state?: string | null | undefined
  zip_code?: string | null | undefined
}

/** The columns of `parcels` by which an address is found. */
export interface AddressColumns {
  street_number: number | null
  street_number_to: number | null
  street_key: string | null
  street_name: string | null
}

/** More streets are forgotten, so that a file of other streets in each row takes no more memory. */
const maxStreetKeys = 2_000

/** `streetKeyOf` that remembers the streets of a file, most of which have many parcels. */
export function makeStreetKeys(): typeof streetKeyOf {
  const keys = new Map<string, string>()
  return (street) => {
    const known = keys.get(street)
    if (known !== undefined) return known
    if (keys.size >= maxStreetKeys) keys.clear()
    const key = streetKeyOf(street)
    keys.set(street, key)
    return key
  }
}

/** The columns by which a parcel is found, and its parsed address; null without an address. */
export function addressColumnsOf(
  { address, city, state, zip_code: zipCode }: WrittenParcelAddress,
  keyOf: typeof streetKeyOf = streetKeyOf,
): {
  columns: AddressColumns
  parsed: ParsedAddress | null
} {
  if (address === null)
    return {
      columns: { street_number: null, street_number_to: null, street_key: null, street_name: null },
      parsed: null,
    }
  const parsed = parseAddress(address, { city, state, zipCode })
  const columns = {
    street_number: storableNumber(parsed.houseNumber?.first),
    street_number_to: storableNumber(parsed.houseNumber?.last),
    street_key: keyOf(parsed.street) || null,
    street_name: parsed.street || null,
  }
  return { columns, parsed }
}
