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

/** A look-up of county parcel records. Each method throws `Unavailable` when the provider does not answer. */
export interface Parcels {
  /**
   * Parcels for a street address, at most five: those with its number, else the neighbours within 20 numbers, nearest
   * first. `context` narrows to a place, '/us/in/indianapolis' (spec §7).
   */
  search(address: string, context?: string): Promise<ParcelRecord[]>
  /** The parcels that contain the point: usually one, none in a street, several where units share the land. */
  atPoint(point: Point): Promise<ParcelRecord[]>
  byId(id: string): Promise<ParcelRecord | null>
}

/** Reads rows in the caller's way of connecting; the embedded providers know SQL but no connection. */
export type Query = <T>(sql: string, params: unknown[]) => Promise<T[]>
