import type { GeocodeCandidate } from '../../domain/locating/geocode.ts'
import type { Bounds, Point } from '../../domain/point.ts'
import type { Billed, LookUpOptions } from '../parcels/parcels.ts'

export interface AddressSuggestion {
  id: string
  streetNumber: string
  street: string
  city: string
  state: string
  zipCode: string | null
  /** On one line, as the search box shows it. `forward` accepts it. */
  address: string
  point: Point
}

export interface ForwardOptions {
  /** Candidates in these bounds come first. */
  bounds?: Bounds | null
  /** Default 5. */
  limit?: number
}

/**
 * Converts addresses to points and back, priced per request. Each method throws `Unavailable` if the provider fails.
 */
export interface Geocoder {
  /** Returns candidates for the address, best first. Empty if there is no such address. */
  forward(address: string, options?: ForwardOptions, lookUp?: LookUpOptions): Promise<Billed<GeocodeCandidate[]>>
  /** Returns the address at the point: 'rooftop' inside a parcel, 'nearest' within 60 m of one, otherwise null. */
  reverse(point: Point, lookUp?: LookUpOptions): Promise<Billed<GeocodeCandidate | null>>
  /** Returns up to eight addresses that complete the query, those within the bounds first. */
  suggest(query: string, bounds?: Bounds | null, lookUp?: LookUpOptions): Promise<Billed<AddressSuggestion[]>>
  /** The same lookups with the parcels that the tenant has imported for itself. Without it, all tenants find the same. */
  forTenant?(tenantId: string): Geocoder
}

/** A provider of geocodes. It charges for every request. */
export interface GeocodeSource {
  forward(address: string, options?: ForwardOptions): Promise<GeocodeCandidate[]>
  reverse(point: Point): Promise<GeocodeCandidate | null>
  suggest(query: string, bounds?: Bounds | null): Promise<AddressSuggestion[]>
}
