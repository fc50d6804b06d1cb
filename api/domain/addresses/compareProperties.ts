import { matchableParcelId } from '../locating/parcelIds.ts'
import { distanceMeters, type NullablePoint, type Point } from '../point.ts'
import { addressKeyOf, type AddressKey, type WrittenAddress } from './addressKey.ts'
import { includesNumber } from './houseNumbers.ts'

/** What is known of a house. */
export interface PropertyDescription extends WrittenAddress, Partial<NullablePoint> {
  parcelId?: string | null | undefined
}

export type Verdict = 'same' | 'different' | 'unsure'

/** What a verdict rests on. */
export const verdictReasons = [
  // The number, street, unit and place agree.
  'address',
  'parcel',
  'point',
  'number',
  'range',
  'street',
  'unit',
  'distance',
  'place',
  // The address agrees, but the parcel ids do not.
  'other_parcel',
] as const
export type VerdictReason = (typeof verdictReasons)[number]

export interface Comparison {
  verdict: Verdict
  reason: VerdictReason
}

/** Two points of a house with one address are at most this far apart, unless their parcel ids agree. */
export const samePropertyMeters = 150
/** Parcel ids are those of one county, so they prove nothing farther apart. */
const sameParcelMeters = 20_000
/** Two addresses without a house number are the same land only if their points are this close. */
const samePointMeters = 2

/**
 * Whether two descriptions mean the same house. 'unsure' if they may: a person decides, and nothing is overwritten. A number alone, and
 * a parcel id alone, never make two houses the same.
 */
export function compareProperties(one: PropertyDescription, other: PropertyDescription): Comparison {
  return compareKeyed(keyed(one), keyed(other))
}

/** A house with its key, for comparisons with many. */
export interface KeyedProperty {
  facts: PropertyDescription
  key: AddressKey
}

export const keyed = (facts: PropertyDescription): KeyedProperty => ({ facts, key: addressKeyOf(facts) })

export function compareKeyed(one: KeyedProperty, other: KeyedProperty): Comparison {
  const meters = metersBetween(one.facts, other.facts)
  const place = comparePlaces(one.key, other.key)
  const parcel = compareParcels(one.facts, other.facts, meters, place)
  const door = compareDoors(one.key, other.key)
  // Another county has the same ids.
  const isCountyKnown = meters !== null || place === 'same'
  if (one.key.number === '' || other.key.number === '')
    return compareLand(one.key, other.key, { parcel, meters, isCountyKnown })
  if (door.verdict === 'different') return compareOtherDoors(one.key, other.key, door, { parcel, meters })
  const isNear = meters === null ? place === 'same' : meters <= samePropertyMeters
  if (parcel === 'same' && (isCountyKnown || door.verdict === 'same'))
    return door.reason === 'unit' ? door : { verdict: 'same', reason: 'parcel' }
  if (meters !== null && !isNear) return { verdict: 'different', reason: 'distance' }
  if (meters === null && place === 'other') return { verdict: 'different', reason: 'place' }
  if (door.verdict === 'unsure') return door
  if (!isNear) return { verdict: 'unsure', reason: 'place' }
  return parcel === 'other' ? { verdict: 'unsure', reason: 'other_parcel' } : { verdict: 'same', reason: 'address' }
}

/** Two addresses that differ may still be one house: a corner house, a renamed street, a number that was mended. */
function compareOtherDoors(
  one: AddressKey,
  other: AddressKey,
  door: Comparison,
  { parcel, meters }: { parcel: 'same' | 'other' | 'unknown'; meters: number | null },
): Comparison {
  if (door.reason === 'unit') return door
  const isOnePoint = meters !== null && meters <= samePointMeters
  if (parcel === 'same') return { verdict: isOnePoint ? 'same' : 'unsure', reason: 'parcel' }
  return isOnePoint && isSameDoorNumber(one, other) ? { verdict: 'unsure', reason: 'point' } : door
}

/** Whether two addresses at one point have the same number and unit, so that only one of them can be saved. */
export function isSameDoorNumber(one: AddressKey, other: AddressKey): boolean {
  return one.number === other.number && one.unit === other.unit
}

/** Compares the number, street and unit of two addresses alone. */
export function compareDoors(one: AddressKey, other: AddressKey): Comparison {
  const street = compareStreets(one, other)
  if (street === 'different') return { verdict: 'different', reason: 'street' }
  if (one.number !== other.number)
    return isInRange(one, other) || isInRange(other, one)
      ? { verdict: 'unsure', reason: 'range' }
      : { verdict: 'different', reason: 'number' }
  if (one.unit !== other.unit)
    return { verdict: one.unit === '' || other.unit === '' ? 'unsure' : 'different', reason: 'unit' }
  return { verdict: street, reason: street === 'same' ? 'address' : 'street' }
}

function compareStreets(one: AddressKey, other: AddressKey): Verdict {
  if (one.street === other.street) return 'same'
  if (one.street === '' || other.street === '') return 'unsure'
  const [first, second] = [one.streetParts, other.streetParts]
  // 'Demo St' may be short for 'W Demo St', and 'Demo' for 'Demo St', where one lacks the part.
  const isShort = (['predirection', 'suffix', 'postdirection'] as const).every(
    (part) => first[part] === second[part] || first[part] === '' || second[part] === '',
  )
  return isShort && first.name === second.name ? 'unsure' : 'different'
}

/** Whether a plain number is one of a range. */
function isInRange(range: AddressKey, single: AddressKey): boolean {
  const number = single.parsed.houseNumber
  const numbers = range.parsed.houseNumber
  if (!number || !numbers || number.last !== null || !/^\d+$/.test(number.key)) return false
  return includesNumber(numbers, number.first)
}

function compareLand(
  one: AddressKey,
  other: AddressKey,
  {
    parcel,
    meters,
    isCountyKnown,
  }: { parcel: 'same' | 'other' | 'unknown'; meters: number | null; isCountyKnown: boolean },
): Comparison {
  const haveBothUnits = one.unit !== '' && other.unit !== '' && one.unit !== other.unit
  if (parcel === 'same' && !haveBothUnits) {
    const isSure = isCountyKnown && compareStreets(one, other) !== 'different'
    return { verdict: isSure ? 'same' : 'unsure', reason: 'parcel' }
  }
  if (meters === null || meters > samePointMeters || parcel === 'other' || haveBothUnits)
    return { verdict: 'different', reason: 'point' }
  return { verdict: one.number === other.number ? 'same' : 'unsure', reason: 'point' }
}

function compareParcels(
  one: PropertyDescription,
  other: PropertyDescription,
  meters: number | null,
  place: 'same' | 'other' | 'unknown',
) {
  const [first, second] = [one, other].map(({ parcelId }) =>
    matchableParcelId(parcelId)?.replaceAll(/[^\p{L}\p{N}]/gu, ''),
  )
  if (!first || !second) return 'unknown'
  const isOneCounty = meters === null ? place !== 'other' : meters <= sameParcelMeters
  if (first.toLowerCase() !== second.toLowerCase()) return 'other'
  return isOneCounty ? 'same' : 'unknown'
}

/** The ZIP codes decide, else the cities. */
function comparePlaces(one: AddressKey, other: AddressKey): 'same' | 'other' | 'unknown' {
  for (const part of ['zipCode', 'city'] as const) {
    if (one[part] !== '' && other[part] !== '') return one[part] === other[part] ? 'same' : 'other'
  }
  return 'unknown'
}

function metersBetween(one: PropertyDescription, other: PropertyDescription): number | null {
  return isLocated(one) && isLocated(other) ? distanceMeters(one, other) : null
}

function isLocated(property: PropertyDescription): property is PropertyDescription & Point {
  return property.lat != null && property.lng != null
}
