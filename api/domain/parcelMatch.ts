import { parseAddress } from './address.ts'

/** A parcel further than this many house numbers away is another house (spec §5). */
const maxNumberDistance = 20

export interface ParcelMatch<T> {
  parcel: T
  /** The parcel was taken because its number is near: shown as such, and left out of printing unless included. */
  unconfirmed: boolean
}

/**
 * Picks the parcel for a house number out of the results of a look-up: the exact number first (1-3 is exact for 1
 * and 3), else the nearest within 20, the same side of the street before the other. Null when none is that near
 * or no number was asked for.
 */
export function matchParcel<T extends { address: string | null }>(
  parcels: readonly T[],
  streetNumber: string,
): ParcelMatch<T> | null {
  const wanted = Number.parseInt(streetNumber, 10)
  if (!Number.isFinite(wanted)) return null
  let best: { parcel: T; distance: number } | null = null
  for (const parcel of parcels) {
    const distance = numberDistance(parcel.address, wanted)
    if (distance === 0) return { parcel, unconfirmed: false }
    if (Math.floor(distance) > maxNumberDistance) continue
    if (best === null || distance < best.distance) best = { parcel, distance }
  }
  return best && { parcel: best.parcel, unconfirmed: true }
}

/** Less than one number: it decides between two that are equally far. */
const otherSidePenalty = 0.5

function numberDistance(address: string | null, wanted: number): number {
  const { streetNumber, streetNumberTo } = parseAddress(address ?? '')
  if (streetNumber === '') return Infinity
  const from = Number(streetNumber)
  const sameSide = from % 2 === wanted % 2
  if (from === wanted || (streetNumberTo !== null && sameSide && wanted > from && wanted <= streetNumberTo)) return 0
  const away = Math.min(Math.abs(from - wanted), Math.abs((streetNumberTo ?? from) - wanted))
  return Math.max(away, 1) + (sameSide ? 0 : otherSidePenalty)
}
