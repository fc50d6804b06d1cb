import type { Point } from './point.ts'

/**
 * How a place was found: 'rooftop' is the house itself, 'interpolated' lies between two known neighbours, 'nearest'
 * is the closest known address to a point, 'street' is only the street.
 */
export type GeocodeType = 'rooftop' | 'interpolated' | 'nearest' | 'street'

export interface GeocodeCandidate {
  /** On one line: '1018 W 12th Demo St, Demo Town, IN 00042'. */
  address: string
  streetNumber: string
  street: string
  city: string | null
  state: string | null
  zipCode: string | null
  neighborhood: string | null
  type: GeocodeType
  /** Not all that was asked for was matched: another spelling, another town, no such number. */
  partial: boolean
  point: Point
}

/** Where to put what was asked for among the candidates: the asked number first, a house before a guess, a whole match before a partial one. */
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

/** The geocoder knew the house itself and it is the one that was asked for. */
export function isExactMatch(candidate: GeocodeCandidate, streetNumber: string): boolean {
  return candidate.type === 'rooftop' && !candidate.partial && candidate.streetNumber === streetNumber
}

/**
 * The place of a searched address: the geocode's, unless there is no exact one or it was interpolated, and the parcel
 * look-up found a place (spec §4). Null when neither knows one.
 */
export function choosePoint(
  geocode: GeocodeCandidate | null,
  parcelCentroid: Point | null,
  streetNumber: string,
): Point | null {
  if (geocode && (isExactMatch(geocode, streetNumber) || !parcelCentroid)) return geocode.point
  return parcelCentroid
}

/** The parts on one line, without those that are missing. */
export function formatAddress(parts: {
  address: string | null
  city: string | null
  state: string | null
  zipCode: string | null
}): string {
  const region = [parts.state, parts.zipCode].filter(Boolean).join(' ')
  return [parts.address, parts.city, region].filter(Boolean).join(', ')
}
