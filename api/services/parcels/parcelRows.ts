import { type AddressKey, addressKeyOf } from '../../domain/addresses/addressKey.ts'
import { streetNumberOf } from '../../domain/addresses/houseNumbers.ts'
import { formatAddress } from '../../domain/locating/geocode.ts'
import type { Point } from '../../domain/point.ts'
import type { ParcelRecord } from './parcels.ts'
import type { Outline } from './outline.ts'

/** A row of `parcels`. */
export interface ParcelRow extends Point {
  dataset: string
  parcel_id: string
  address: string | null
  street_number: number | null
  street_number_to: number | null
  street_key: string | null
  street_name: string | null
  city: string | null
  state: string | null
  zip_code: string | null
  neighborhood: string | null
  owner_name: string | null
  owner_address: string | null
  outline: Outline | null
  facts: Record<string, unknown>
}

/** The columns for an address lookup. It excludes outlines and facts, which are most of a row's bytes. */
export const addressColumns = `dataset, parcel_id, address, street_number, street_number_to, street_key, street_name,
  city, state, zip_code, neighborhood, lat, lng`

export type AddressRow = Omit<ParcelRow, 'owner_name' | 'owner_address' | 'outline' | 'facts'>

/** The columns for finding the parcel that contains a point. */
export const outlineColumns = 'address, lat, lng, outline'

export type OutlineRow = Pick<ParcelRow, 'address' | 'lat' | 'lng' | 'outline'>

export const parcelColumns = `${addressColumns}, owner_name, owner_address, outline, facts`

/**
 * The fact in which an import stores the distance in meters from a large parcel's centroid to its farthest point. It is
 * not part of the county's data.
 */
export const reachFactName = 'reach_m'

/** Whether the data set is one that a company has imported for itself. Only that company finds its parcels. */
export const isOwnDataset = (dataset: string): boolean => dataset.includes('/')

/** The rows of the company's own data sets, or all if there are none: who imports a county wants its records and no others. */
export function preferOwn<T extends { dataset: string }>(rows: T[]): T[] {
  const own = rows.filter(({ dataset }) => isOwnDataset(dataset))
  return own.length > 0 ? own : rows
}

export function toParcelRecord(row: ParcelRow): ParcelRecord {
  const { [reachFactName]: _reach, ...facts } = row.facts
  return {
    id: `${row.dataset}:${row.parcel_id}`,
    parcelId: row.parcel_id,
    address: row.address,
    streetNumber: storedNumberOf(row),
    streetName: row.street_name,
    city: row.city,
    state: row.state,
    zipCode: row.zip_code,
    neighborhood: row.neighborhood,
    ownerName: row.owner_name,
    ownerAddress: row.owner_address,
    headline: toAddressLine(row) || `Parcel ${row.parcel_id}`,
    category: 'parcel',
    type: toText(facts.property_type) ?? toText(facts.use),
    centroid: { lat: row.lat, lng: row.lng },
    outline: row.outline,
    facts,
    source: `parcels:${row.dataset}`,
  }
}

/** The house number of a row as properties store it: its digits, or all of a grid number such as 'W148N9748'; '' without one. */
export function storedNumberOf({
  address,
  street_number: number,
}: Pick<ParcelRow, 'address' | 'street_number'>): string {
  const written = streetNumberOf(address ?? '')
  return /^[a-z]/i.test(written) ? written : String(number ?? '')
}

export function keyOfRow({ address, city, state, zip_code: zipCode }: AddressRow): AddressKey {
  return addressKeyOf({ address: address ?? '', city, state, zipCode })
}

export function toAddressLine(row: Pick<ParcelRow, 'address' | 'city' | 'state' | 'zip_code'>): string {
  if (row.address === null) return ''
  return formatAddress({ address: row.address, city: row.city, state: row.state, zipCode: row.zip_code })
}

function toText(fact: unknown): string | null {
  return typeof fact === 'string' && fact !== '' ? fact : null
}
