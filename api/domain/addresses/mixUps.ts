import { distanceMeters, type Point } from '../point.ts'
import {
  compareDoors,
  compareKeyed,
  keyed,
  samePropertyMeters,
  type PropertyDescription,
  type VerdictReason,
} from './compareProperties.ts'

/**
 * Why a parcel record with the parcel id of a house is that of another one; null if it may be its own. Land without a number is known
 * by its parcel id alone.
 */
export function recordMixUp(property: PropertyDescription, record: PropertyDescription): VerdictReason | null {
  const [one, other] = [keyed(property), keyed(record)]
  if (one.key.number === '' || other.key.number === '') return null
  const { verdict, reason } = compareKeyed(one, other)
  if (verdict === 'different') return reason
  // Their parcel ids agree, but that is what is in doubt.
  const door = compareDoors(one.key, other.key)
  return verdict === 'unsure' && reason === 'parcel' && door.verdict === 'different' ? door.reason : null
}

/**
 * Why two saved houses with one parcel id are different ones; null if they may share a lot, such as the units of a building and the
 * numbers of a double house.
 */
export function sharedParcelMixUp(
  property: PropertyDescription & Point,
  other: PropertyDescription & Point,
): VerdictReason | null {
  const reason = recordMixUp(property, other)
  return reason === 'unit' || distanceMeters(property, other) <= samePropertyMeters ? null : reason
}
