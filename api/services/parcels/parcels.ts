import type { MultiPolygon, Polygon } from 'geojson'
import type { CellRange } from '../../domain/cells.ts'
import type { Bounds, Point } from '../../domain/point.ts'

/** A county's record of one parcel. */
export interface ParcelRecord {
  /** The provider's id, for `byId`. */
  id: string
  /** The assessor's parcel number (APN). */
  parcelId: string
  /** The street address, '1018 W 12th Demo St'; null if the parcel has none. */
  address: string | null
  streetNumber: string
  streetName: string | null
  city: string | null
  state: string | null
  zipCode: string | null
  neighborhood: string | null
  ownerName: string | null
  ownerAddress: string | null
  /** A title for lists: the address or the parcel number. */
  headline: string
  category: string
  type: string | null
  /** A point inside the outline. */
  centroid: Point
  outline: Polygon | MultiPolygon | null
  /** year_built, acres, use and other facts that the county publishes. */
  facts: Record<string, unknown>
  /** The provider and data set. It is stored with every owner. */
  source: string
}

/** A result, and the number of units that the provider billed for it. Cached results are not billed. */
export interface Billed<T> {
  found: T
  billed: number
}

export interface LookUpOptions {
  /** Queries the provider even if the result is cached. */
  bypassCache?: boolean
  /** Throws `Forbidden` instead of a query that the provider bills. */
  unbilledOnly?: boolean
}

/** Looks up county parcel records, priced per record. Each method throws `Unavailable` if the provider fails. */
export interface Parcels {
  /**
   * Returns at most five parcels for a street address, more for the units of one building: those with its number, otherwise those within 20 numbers,
   * closest first. `context` limits the search to a place, '/us/in/indianapolis' (spec §7).
   */
  search(address: string, context?: string, options?: LookUpOptions): Promise<Billed<ParcelRecord[]>>
  /** Returns the parcels that contain the point: usually one, none in a street, several if units share the land. */
  atPoint(point: Point, options?: LookUpOptions): Promise<Billed<ParcelRecord[]>>
  /** Returns at most one record. */
  byId(id: string, options?: LookUpOptions): Promise<Billed<ParcelRecord[]>>
  /** Returns the records with these ids of the provider, in no particular order. Only providers that do not charge for it implement this. */
  byIds?(ids: readonly string[]): Promise<ParcelRecord[]>
  /** Returns the outline at each point. Only providers that do not charge for it implement this. */
  outlinesAt?(points: readonly Point[]): Promise<ParcelRecord['outline'][]>
  /** Returns what the records tell of the units at each address. Only providers that do not charge for it implement this. */
  unitsAt?(places: readonly AddressedPoint[]): Promise<RecordedUnits[]>
  /** Returns the addresses of buildings on a street (`streetKeyOf`) in the bounds. Only providers that do not charge for it implement this. */
  addressesOnStreet?(street: string, bounds: Bounds): Promise<StreetAddress[]>
  /** Returns at most `limit` houses in the bounds, each address once. Only providers that do not charge for it implement this. */
  housesIn?(bounds: Bounds, limit: number): Promise<House[]>
  /** Returns at most `limit` houses with a ZIP code, and of those with another one that are near them. Only providers that do not charge for it implement this. */
  addressesOfZip?(zipCode: string, limit: number): Promise<AddressesOfZip>
  /** Counts the houses of each place, each address once. Only providers that do not charge for it implement this. */
  countAddresses?(places: readonly CountedPlace[]): Promise<AddressCount[]>
  /** The same lookups with the parcels that the tenant has imported for itself. Without it, all tenants find the same. */
  forTenant?(tenantId: string): Parcels
}

/** A point and the address of the house there, on one line. */
export interface AddressedPoint extends Point {
  address: string
}

/** The records with the house number and street of an address, near its point. */
export interface RecordedUnits {
  /** The number of units: the highest that a record counts, or that of the records if they are many. 0 if unknown. */
  count: number
  /** The different addresses of the records; empty if there are more than 50. */
  addresses: string[]
}

/** A house with its postal address, without its owner and parcel. */
export interface House extends Point {
  /** One line. */
  address: string
  streetNumber: string
  streetName: string | null
  city: string | null
  state: string | null
  zipCode: string | null
}

/** Where the houses with a ZIP code are, and those with another one near them. */
export interface AddressesOfZip {
  inside: Point[]
  beside: Point[]
}

/** The cells (`cells.ts`) of a place: those inside it, and those at its border, whose houses the caller tests. */
export interface CountedPlace {
  inside: readonly CellRange[]
  border: readonly CellRange[]
}

/** How many houses are inside, and the points of those at the border. */
export interface AddressCount {
  inside: number
  border: Point[]
}

/** The address of a parcel with a house number. */
export interface StreetAddress {
  /** One line. */
  address: string
  city: string | null
  point: Point
}

/** A provider of parcel records. It charges for every record that it returns. */
export interface ParcelSource {
  search(address: string, context?: string): Promise<ParcelRecord[]>
  atPoint(point: Point): Promise<ParcelRecord[]>
  byId(id: string): Promise<ParcelRecord | null>
}

/** A parcel source that does not charge. */
export interface FreeParcelSource extends ParcelSource {
  byIds(ids: readonly string[]): Promise<ParcelRecord[]>
  /** Returns the first outline that contains each point; null if there is none or its record is unavailable. */
  outlinesAt(points: readonly Point[]): Promise<ParcelRecord['outline'][]>
  unitsAt(places: readonly AddressedPoint[]): Promise<RecordedUnits[]>
  addressesOnStreet(street: string, bounds: Bounds): Promise<StreetAddress[]>
  housesIn(bounds: Bounds, limit: number): Promise<House[]>
  addressesOfZip(zipCode: string, limit: number): Promise<AddressesOfZip>
  countAddresses(places: readonly CountedPlace[]): Promise<AddressCount[]>
}

/** Runs a statement and returns its rows. The embedded providers do not manage connections. */
export type Query = <T>(sql: string, params: unknown[]) => Promise<T[]>

/** Facts by the field names of spec §3, which are the same for all counties. */
export interface ParcelFacts {
  legal: string | null
  yearBuilt: number | null
  propertyType: string | null
  acres: number | null
  /** Of the building. */
  sqft: number | null
  /** The number of units of the building, at least 2; null if there is one or the number is unknown. */
  units: number | null
}

/** The facts that may have the number of units. */
export const unitFactNames = ['units', 'unit_count'] as const
const maxUnits = 10_000
const toUnits = (count: number | null) => (count !== null && count >= 2 && count <= maxUnits ? count : null)

export function factsOf({ facts, type }: Pick<ParcelRecord, 'facts' | 'type'>): ParcelFacts {
  const firstPresent = (...names: string[]) =>
    names.map((name) => facts[name]).find((value) => value != null && value !== '')
  const text = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? `${value}` : null)
  const number = (value: unknown) => (Number.isFinite(Number(value ?? Number.NaN)) ? Number(value) : null)
  const roundedNumber = (value: unknown) => (number(value) === null ? null : Math.round(Number(value)))
  return {
    legal: text(firstPresent('legal', 'legal_description')),
    yearBuilt: roundedNumber(firstPresent('year_built', 'yearbuilt')),
    propertyType: text(firstPresent('property_type', 'use')) ?? type,
    acres: number(firstPresent('acres', 'lot_acres')),
    sqft: roundedNumber(firstPresent('sqft', 'building_sqft')),
    units: toUnits(roundedNumber(firstPresent(...unitFactNames))),
  }
}
