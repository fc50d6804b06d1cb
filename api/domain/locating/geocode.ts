import type { Point } from '../point.ts'

/**
 * The precision of a geocode: 'rooftop' is the building itself, 'interpolated' lies between two known house numbers,
 * 'nearest' is the known address closest to a point, 'street' is only the street.
 */
export type GeocodeType = 'rooftop' | 'interpolated' | 'nearest' | 'street'

export interface GeocodeCandidate {
  /** One line, such as '1018 W 12th Demo St, Demo Town, IN 00042'. */
  address: string
  streetNumber: string
  street: string
  city: string | null
  state: string | null
  zipCode: string | null
  neighborhood: string | null
  type: GeocodeType
  /** The candidate differs from the query: another spelling, another town or no such number. */
  partial: boolean
  point: Point
}

/**
 * The index of the best candidate, or null if there is none. A matching street number counts most, then a rooftop, then a
 * match that is not partial; the first of equals wins.
 */
export function selectCandidate(candidates: readonly GeocodeCandidate[], streetNumber: string): number | null {
  const score = (candidate: GeocodeCandidate) =>
    (candidate.streetNumber === streetNumber ? 4 : 0) +
    (candidate.type === 'rooftop' ? 2 : 0) +
    (candidate.partial ? 0 : 1)
  let best: number | null = null
  candidates.forEach((candidate, i) => {
    if (best === null || score(candidate) > score(candidates[best]!)) best = i
  })
  return best
}

/** Whether the candidate is the rooftop of the requested address. */
export function isExactMatch(candidate: GeocodeCandidate, streetNumber: string): boolean {
  return candidate.type === 'rooftop' && !candidate.partial && candidate.streetNumber === streetNumber
}

/**
 * The point of a searched address: the geocode's if it is exact or there is no parcel, else the parcel's (spec §4). Null if
 * there is neither.
 */
export function choosePoint(
  geocode: GeocodeCandidate | null,
  parcelCentroid: Point | null,
  streetNumber: string,
): Point | null {
  if (geocode && (isExactMatch(geocode, streetNumber) || !parcelCentroid)) return geocode.point
  return parcelCentroid
}

/** The address on one line, without the parts that are missing. */
export function formatAddress(parts: {
  address: string | null
  city: string | null
  state: string | null
  zipCode: string | null
}): string {
  const region = [parts.state, parts.zipCode].filter(Boolean).join(' ')
  return [parts.address, parts.city, region].filter(Boolean).join(', ')
}
