import { parseAddress } from './address.ts'

/** A parcel whose street number differs by more than this is not a match (spec §5). */
const maxNumberDistance = 20

export interface ParcelMatch<T> {
  parcel: T
  /** The street number is near but not equal: the client shows this, and printing leaves the property out by default. */
  unconfirmed: boolean
}

/**
 * Selects the parcel for a street number from the results of a lookup: the exact number (the range 1-3 is exact for 1 and
 * 3), else the nearest number within 20, with the same side of the street preferred. Null if none is that near or
 * `streetNumber` is not a number.
 */
export function matchParcel<T extends { address: string | null }>(
  parcels: readonly T[],
  streetNumber: string,
): ParcelMatch<T> | null {
  const wanted = Number.parseInt(streetNumber, 10)
  if (!Number.isFinite(wanted)) return null
  let best: { parcel: T; distance: number } | null = null
  for (const parcel of parcels) {
    const distance = streetNumberDistance(parcel.address, wanted)
    if (distance === 0) return { parcel, unconfirmed: false }
    if (Math.floor(distance) > maxNumberDistance) continue
    if (best === null || distance < best.distance) best = { parcel, distance }
  }
  return best && { parcel: best.parcel, unconfirmed: true }
}

/** Less than one number, so that it decides only between two parcels at the same distance. */
const otherSidePenalty = 0.5

function streetNumberDistance(address: string | null, wanted: number): number {
  const { streetNumber, streetNumberTo } = parseAddress(address ?? '')
  if (streetNumber === '') return Infinity
  const from = Number(streetNumber)
  const to = streetNumberTo ?? from
  const sameSide = from % 2 === wanted % 2
  if (sameSide && wanted >= from && wanted <= to) return 0
  const away = Math.min(Math.abs(from - wanted), Math.abs(to - wanted))
  return Math.max(away, 1) + (sameSide ? 0 : otherSidePenalty)
}
