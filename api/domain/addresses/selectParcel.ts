import { distanceMeters, type Point } from '../point.ts'
import { addressKeyOf, type AddressKey, type WrittenAddress } from './addressKey.ts'
import { compareDoors, samePropertyMeters } from './compareProperties.ts'
import { includesNumber } from './houseNumbers.ts'

/** A parcel whose street number differs by more than this is not a match (spec §5). */
const maxNumberDistance = 20

interface SelectableParcel {
  address: string | null
  city?: string | null
  state?: string | null
  zipCode?: string | null
  ownerName?: string | null
  centroid?: Point
}

export interface ParcelMatch<T> {
  parcel: T
  /** The parcel may be another house's: the client shows this, and printing leaves the property out by default. */
  unconfirmed: boolean
  /** The parcels of which one is meant, where they are several, such as the units of a building; else empty. */
  candidates: T[]
}

/**
 * Selects the parcel of an address from the results of a lookup: the one with its number, street and unit (the range 1-3 has both 1 and
 * 3), else an unconfirmed one: the first of several that fit, or that with the nearest number within 20, with the same side of the
 * street preferred. Null if there is none, or the address has no number.
 */
export function selectParcel<T extends SelectableParcel>(
  parcels: readonly T[],
  wanted: WrittenAddress,
): ParcelMatch<T> | null {
  const key = addressKeyOf(wanted)
  if (key.number === '') return null
  const compared = parcels.map((parcel) => ({ parcel, fit: fitOf(key, keyOf(parcel)) }))
  const of = (fit: Fit) => compared.filter((other) => other.fit === fit).map(({ parcel }) => parcel)
  const same = of('same')
  if (same.length > 0) return confirm(same)
  const maybe = [...of('unsure'), ...of('other_unit')]
  if (maybe.length > 0) return { parcel: maybe[0]!, unconfirmed: true, candidates: maybe.length > 1 ? maybe : [] }
  // Without its number, only the parcels beside it tell where the house may be.
  const nearest = nearestOf(of('other'), key)
  return nearest && { parcel: nearest, unconfirmed: true, candidates: [] }
}

/** The parcel of a point, of those that contain it. Several are the units of a building, unless one has recorded them twice. */
export function selectParcelAt<T extends SelectableParcel>(parcels: readonly T[]): ParcelMatch<T> | null {
  return parcels.length === 0 ? null : confirm(parcels)
}

/** The only one; none of several owners or places is confirmed. */
function confirm<T extends SelectableParcel>(parcels: readonly T[]): ParcelMatch<T> {
  const parcel = parcels[0]!
  const isOne = parcels.every(
    (other) =>
      other === parcel ||
      (other.ownerName === parcel.ownerName &&
        isSameUnit(other, parcel) &&
        (!other.centroid || !parcel.centroid || distanceMeters(other.centroid, parcel.centroid) <= samePropertyMeters)),
  )
  return { parcel, unconfirmed: !isOne, candidates: isOne ? [] : [...parcels] }
}

function isSameUnit(one: SelectableParcel, other: SelectableParcel): boolean {
  const [first, second] = [keyOf(one), keyOf(other)]
  return first.unit === second.unit && first.number === second.number
}

/** How well the address of a parcel fits a wanted one. */
type Fit = 'same' | 'unsure' | 'other_unit' | 'other'

function keyOf({ address, city, state, zipCode }: SelectableParcel): AddressKey {
  return addressKeyOf({ address: address ?? '', city, state, zipCode })
}

/** How well the address of a parcel fits a wanted one; 'same' if the parcel has it, alone or within a range that is sure. */
export function fitOf(wanted: AddressKey, parcel: AddressKey): Fit {
  const { verdict, reason } = compareDoors(wanted, parcel)
  if (verdict === 'same') return 'same'
  if (reason === 'range') {
    const [number, range] = [wanted.parsed.houseNumber!, parcel.parsed.houseNumber!]
    const isIncluded = range.isRangeSure && includesNumber(range, number.first) && wanted.unit === parcel.unit
    return isIncluded && wanted.street === parcel.street ? 'same' : 'unsure'
  }
  if (verdict === 'unsure') return 'unsure'
  return reason === 'unit' ? 'other_unit' : 'other'
}

/** Less than one number, so that it decides only between two parcels at the same distance. */
const otherSidePenalty = 0.5

function nearestOf<T extends SelectableParcel>(parcels: readonly T[], wanted: AddressKey): T | null {
  const number = wanted.parsed.houseNumber!.first
  let best: { parcel: T; distance: number } | null = null
  for (const parcel of parcels) {
    const distance = numberDistance(keyOf(parcel), number)
    if (Math.floor(distance) <= maxNumberDistance && (best === null || distance < best.distance))
      best = { parcel, distance }
  }
  return best && best.parcel
}

function numberDistance({ parsed: { houseNumber: number } }: AddressKey, wanted: number): number {
  if (!number || number.first === 0) return Infinity
  const last = number.last ?? number.first
  const isSameSide = number.first % 2 === wanted % 2
  const away = Math.min(Math.abs(number.first - wanted), Math.abs(last - wanted))
  return Math.max(away, 1) + (isSameSide ? 0 : otherSidePenalty)
}
