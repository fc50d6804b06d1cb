import type { GeocodeCandidate } from '../../domain/geocode.ts'
import type { Bounds, Point } from '../../domain/point.ts'
import type { Billed } from '../parcels/parcels.ts'

export interface AddressSuggestion {
  id: string
  streetNumber: string
  street: string
  city: string
  state: string
  zipCode: string | null
  /** On one line, as the search box shows it and `forward` finds it again. */
  address: string
  point: Point
}

export interface ForwardOptions {
  /** Places in view come first. */
  bounds?: Bounds | null
  /** Five unless told. */
  limit?: number
}

/** Addresses to places and back, priced per request. Each method throws `Unavailable` when the provider does not answer. */
export interface Geocoder {
  /** The places that the address may mean, best first; none when there is no such address. */
  forward(address: string, options?: ForwardOptions): Promise<Billed<GeocodeCandidate[]>>
  /** The address at the point: 'rooftop' inside its parcel, 'nearest' within 60 m of it, else null. */
  reverse(point: Point): Promise<Billed<GeocodeCandidate | null>>
  /** Up to eight addresses for what has been typed so far, those in view first. */
  suggest(query: string, bounds?: Bounds | null): Promise<Billed<AddressSuggestion[]>>
}

/** Where the places come from. Every answer is one request that it charges for. */
export interface GeocodeSource {
  forward(address: string, options?: ForwardOptions): Promise<GeocodeCandidate[]>
  reverse(point: Point): Promise<GeocodeCandidate | null>
  suggest(query: string, bounds?: Bounds | null): Promise<AddressSuggestion[]>
}
