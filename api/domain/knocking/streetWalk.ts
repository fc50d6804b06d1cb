import type { WalkDirection } from '../enums.ts'
import { distanceMeters, type Point } from '../point.ts'

/** A house number, in digits and as written ('837', '101 1/2', '2A'). */
export interface HouseNumber {
  digits: number
  written: string
}

export interface Walk {
  direction: WalkDirection
  /** The walk has crossed to the other side of the street. */
  crossed: boolean
}

/**
 * The next house of a walk along a street, where the houses of one side have all even or all odd numbers: the next one on
 * this side. At its end the walk crosses once, to the last house of the other side in this direction, and goes back. Null
 * at the end of the other side.
 */
export function nextProperty<Property extends HouseNumber>(
  properties: readonly Property[],
  from: HouseNumber,
  { direction, crossed }: Walk,
): ({ property: Property } & Walk) | null {
  const forward = direction === 'ascending' ? 1 : -1
  const sorted = properties.toSorted((one, other) => forward * compareNumbers(one, other))
  const ahead = sorted.find((property) => isSameSide(property, from) && forward * compareNumbers(property, from) > 0)
  if (ahead) return { property: ahead, direction, crossed }
  const opposite = sorted.findLast((property) => !isSameSide(property, from))
  if (crossed || !opposite) return null
  return { property: opposite, direction: direction === 'ascending' ? 'descending' : 'ascending', crossed: true }
}

/** The house beside another one is at most this far from it. */
export const besideMeters = 60
/** With another house of its street this near, a house is one of a row. */
const rowMeters = 45

/**
 * How far from a corner house, which is in no row of its own street, the walk looks for a house of another street: at least
 * twice as near as the others of its street. 0 if it is no corner house.
 */
export function cornerReachMeters(from: HouseNumber & Point, onStreet: readonly (HouseNumber & Point)[]): number {
  const others = onStreet.filter(({ digits }) => digits !== from.digits)
  const nearest = Math.min(...others.map((property) => distanceMeters(property, from)))
  return nearest > rowMeters ? Math.min(besideMeters, nearest / 2) : 0
}

/**
 * Where a walk goes on from a corner house: to the nearest of these houses of other streets, and from there the way on which
 * the next house of its side is nearer. Null if none is within `reachMeters`.
 */
export function propertyBeside<Property extends HouseNumber & Point & { street: string }>(
  from: Point,
  properties: readonly Property[],
  reachMeters: number,
): ({ property: Property } & Walk) | null {
  const [nearest] = properties.toSorted((one, other) => distanceMeters(one, from) - distanceMeters(other, from))
  if (!nearest || distanceMeters(nearest, from) > reachMeters) return null
  const onStreet = properties.filter(({ street }) => street === nearest.street)
  const metersTo = (direction: WalkDirection) => {
    const next = nextProperty(onStreet, nearest, { direction, crossed: true })
    return next ? distanceMeters(next.property, nearest) : Infinity
  }
  const direction = metersTo('descending') < metersTo('ascending') ? 'descending' : 'ascending'
  return { property: nearest, direction, crossed: false }
}

/** The side of its street on which a house is. */
export const streetSides = ['odd', 'even'] as const
export type Side = (typeof streetSides)[number]

export function sideOf({ digits }: Pick<HouseNumber, 'digits'>): Side {
  return digits % 2 === 1 ? 'odd' : 'even'
}

function isSameSide(one: HouseNumber, other: HouseNumber): boolean {
  return sideOf(one) === sideOf(other)
}

/** Negative if `one` comes first on the street. Numbers with equal digits are in the order in which they are written. */
export function compareNumbers(one: HouseNumber, other: HouseNumber): number {
  return one.digits - other.digits || one.written.localeCompare(other.written)
}
