import type { MultiPolygon, Polygon } from 'geojson'
import type { Point } from '../../domain/point.ts'

/** What a county's records say about one parcel of land. */
export interface ParcelRecord {
  /** The provider's own key, for `byId`. */
  id: string
  /** The assessor's parcel number (APN). */
  parcelId: string
  /** The site's street line, '1018 W 12th Demo St'; null where the land has none. */
  address: string | null
  streetNumber: string
  streetName: string | null
  city: string | null
  state: string | null
  zipCode: string | null
  neighborhood: string | null
  ownerName: string | null
  ownerAddress: string | null
  /** One line for a list of results: the address, or the parcel number. */
  headline: string
  category: string
  type: string | null
  /** Inside the outline. */
  centroid: Point
  outline: Polygon | MultiPolygon | null
  /** year_built, acres, use and whatever else the county publishes. */
  facts: Record<string, unknown>
  /** Which provider and data set said so: stored with every owner. */
  source: string
}

/** What was found, and for how many units of its price the provider was paid: none for what was known already. */
export interface Billed<T> {
  found: T
  billed: number
}

export interface LookUpOptions {
  /** Asks the provider even where its answer is known. */
  bypassCache?: boolean
}

/** A look-up of county parcel records, priced per record. Each method throws `Unavailable` when the provider does not answer. */
export interface Parcels {
  /**
   * Parcels for a street address, at most five: those with its number, else the neighbours within 20 numbers, nearest
   * first. `context` narrows to a place, '/us/in/indianapolis' (spec §7).
   */
  search(address: string, context?: string, options?: LookUpOptions): Promise<Billed<ParcelRecord[]>>
  /** The parcels that contain the point: usually one, none in a street, several where units share the land. */
  atPoint(point: Point, options?: LookUpOptions): Promise<Billed<ParcelRecord[]>>
  /** None or one. */
  byId(id: string): Promise<Billed<ParcelRecord[]>>
  /** The land at each of these points, only where it costs nothing to ask. */
  outlinesAt?(points: readonly Point[]): Promise<ParcelRecord['outline'][]>
}

/** Where the records come from. Every record that it answers with is one that it charges for. */
export interface ParcelSource {
  search(address: string, context?: string): Promise<ParcelRecord[]>
  atPoint(point: Point): Promise<ParcelRecord[]>
  byId(id: string): Promise<ParcelRecord | null>
}

/** Records that are read for nothing: their outlines are shown wherever a house is. */
export interface FreeParcelSource extends ParcelSource {
  /** The first outline that contains each of these points; null where none does, or its record cannot be read now. */
  outlinesAt(points: readonly Point[]): Promise<ParcelRecord['outline'][]>
}

/** Reads rows in the caller's way of connecting; the embedded providers know SQL but no connection. */
export type Query = <T>(sql: string, params: unknown[]) => Promise<T[]>

/** What is known of the land and the house by the names of spec §3, whatever the county calls it. */
export interface ParcelFacts {
  legal: string | null
  yearBuilt: number | null
  propertyType: string | null
  acres: number | null
  /** Of the building. */
  sqft: number | null
}

export function factsOf({ facts, type }: ParcelRecord): ParcelFacts {
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
  }
}
