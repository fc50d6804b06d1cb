import type { WalkDirection } from '../enums.ts'

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

function isSameSide(one: HouseNumber, other: HouseNumber): boolean {
  return one.digits % 2 === other.digits % 2
}

/** Negative if `one` comes first on the street. Numbers with equal digits are in the order in which they are written. */
export function compareNumbers(one: HouseNumber, other: HouseNumber): number {
  return one.digits - other.digits || one.written.localeCompare(other.written)
}
