import type { ParsedAddress } from '../../domain/addresses/parseAddress.ts'
import { normalizeName } from '../../domain/addresses/text.ts'
import { type GeocodeCandidate, type GeocodeType, formatAddress } from '../../domain/locating/geocode.ts'
import { type Bounds, type Point, centerOf, distanceMeters } from '../../domain/point.ts'
import { type AddressRow, storedNumberOf } from '../parcels/parcelRows.ts'

/** A candidate for the row's own address, or for another number and point on its street. */
export function toCandidate(
  row: AddressRow,
  type: GeocodeType,
  partial: boolean,
  override?: { number: string; point: Point },
): GeocodeCandidate {
  const street = row.street_name ?? ''
  const address = override ? `${override.number} ${street}`.trim() : row.address
  return {
    address: formatAddress({ address, city: row.city, state: row.state, zipCode: row.zip_code }),
    streetNumber: override ? override.number : storedNumberOf(row),
    street,
    city: row.city,
    state: row.state,
    zipCode: row.zip_code,
    neighborhood: row.neighborhood,
    type,
    partial,
    point: override?.point ?? { lat: row.lat, lng: row.lng },
  }
}

/** Whether the candidate is in another state than requested. Such a candidate is not a match. */
export function isInOtherState(candidate: GeocodeCandidate, requested: ParsedAddress): boolean {
  return contradicts(candidate.state?.toUpperCase() ?? null, requested.state)
}

/** Marks the candidate as partial if its city or ZIP code differs from the requested one. */
export function markPlaceMismatch(candidate: GeocodeCandidate, requested: ParsedAddress): GeocodeCandidate {
  const isOtherCity =
    requested.city !== null &&
    candidate.city !== null &&
    normalizeName(candidate.city) !== normalizeName(requested.city)
  return {
    ...candidate,
    partial: candidate.partial || isOtherCity || contradicts(candidate.zipCode, requested.zipCode),
  }
}

function contradicts(known: string | null, requested: string | null): boolean {
  return known !== null && requested !== null && known !== requested
}

/**
 * Sorts full matches first, then by precision, then by distance from the center of the view. Removes duplicate
 * addresses.
 */
export function rankCandidates(candidates: GeocodeCandidate[], bounds: Bounds | null): GeocodeCandidate[] {
  const order: GeocodeType[] = ['rooftop', 'nearest', 'interpolated', 'street']
  const center = bounds && centerOf(bounds)
  const distances = new Map(candidates.map((item) => [item, center ? distanceMeters(item.point, center) : 0]))
  const sorted = candidates.toSorted(
    (a, b) =>
      Number(a.partial) - Number(b.partial) ||
      order.indexOf(a.type) - order.indexOf(b.type) ||
      distances.get(a)! - distances.get(b)!,
  )
  return uniqueBy(sorted, (item) => item.address)
}

/** Keeps the first item for each key. */
export function uniqueBy<T>(list: T[], keyOf: (item: T) => string): T[] {
  const seen = new Set<string>()
  return list.filter((item) => !seen.has(keyOf(item)) && seen.add(keyOf(item)))
}
