import { type ParsedAddress, streetKey } from '../../domain/address.ts'
import { type GeocodeCandidate, type GeocodeType, addressLine } from '../../domain/geocode.ts'
import { type Bounds, type Point, centreOf, distanceMetres } from '../../domain/point.ts'
import type { AddressRow } from '../parcels/rows.ts'

/** A candidate for the house of the row itself, or for another number and point on its street. */
export function candidateOf(
  row: AddressRow,
  type: GeocodeType,
  partial: boolean,
  other?: { number: string; point: Point },
): GeocodeCandidate {
  const street = row.street_name ?? ''
  const address = other ? `${other.number} ${street}`.trim() : row.address
  return {
    address: addressLine({ address, city: row.city, state: row.state, zipCode: row.zip_code }),
    streetNumber: other ? other.number : String(row.street_number ?? ''),
    street,
    city: row.city,
    state: row.state,
    zipCode: row.zip_code,
    neighborhood: row.neighborhood,
    type,
    partial,
    point: other?.point ?? { lat: row.lat, lng: row.lng },
  }
}

/** Whether what is known of the place contradicts the state that was asked for: then it is another place altogether. */
export function isElsewhere(candidate: GeocodeCandidate, asked: ParsedAddress): boolean {
  return differs(candidate.state?.toUpperCase() ?? null, asked.state)
}

/** Marks a candidate in another town or ZIP code than was asked for as partial. */
export function withPlace(candidate: GeocodeCandidate, asked: ParsedAddress): GeocodeCandidate {
  const otherCity =
    asked.city !== null && candidate.city !== null && streetKey(candidate.city) !== streetKey(asked.city)
  return { ...candidate, partial: candidate.partial || otherCity || differs(candidate.zipCode, asked.zipCode) }
}

function differs(known: string | null, asked: string | null): boolean {
  return known !== null && asked !== null && known !== asked
}

/** Whole matches first, houses before guesses, then those in view or nearest to it; one of each address. */
export function ranked(candidates: GeocodeCandidate[], bounds: Bounds | null): GeocodeCandidate[] {
  const order: GeocodeType[] = ['rooftop', 'nearest', 'interpolated', 'street']
  const centre = bounds && centreOf(bounds)
  const away = new Map(candidates.map((one) => [one, centre ? distanceMetres(one.point, centre) : 0]))
  const sorted = candidates.toSorted(
    (a, b) =>
      Number(a.partial) - Number(b.partial) ||
      order.indexOf(a.type) - order.indexOf(b.type) ||
      away.get(a)! - away.get(b)!,
  )
  return firstOfEach(sorted, (one) => one.address)
}

/** Without those that come after another with the same key. */
export function firstOfEach<T>(list: T[], keyOf: (one: T) => string): T[] {
  const seen = new Set<string>()
  return list.filter((one) => !seen.has(keyOf(one)) && seen.add(keyOf(one)))
}
