import { compareNumbers, sideOf, type HouseNumber } from '../../../../api/domain/knocking/streetWalk.ts'

/** A door with the row of the street in which it is drawn. */
export interface Placed<Door> {
  door: Door
  row: number
}

/** The two sides of a street in the order of a walk. Doors in the same row face each other. */
export interface Kerbs<Door> {
  odd: readonly Placed<Door>[]
  even: readonly Placed<Door>[]
  rowCount: number
}

/**
 * Places the doors by their numbers: two face each other if none of the following ones is nearer. A side with fewer doors leaves
 * rows empty, so that both sides stay beside each other.
 */
export function placeDoors<Door extends HouseNumber>(doors: readonly Door[]): Kerbs<Door> {
  const sorted = doors.toSorted(compareNumbers)
  const [odds, evens] = [sorted.filter(isOdd), sorted.filter((door) => !isOdd(door))]
  const [odd, even]: [Placed<Door>[], Placed<Door>[]] = [[], []]
  let row = 0
  for (; odd.length < odds.length || even.length < evens.length; row += 1) {
    const [left, right] = [odds[odd.length], evens[even.length]]
    const isPair =
      left !== undefined &&
      right !== undefined &&
      distance(left, right) <= distance(right, odds[odd.length + 1]) &&
      distance(left, right) <= distance(left, evens[even.length + 1])
    const isLeftFirst = left !== undefined && (right === undefined || left.digits < right.digits)
    if (left && (isPair || isLeftFirst)) odd.push({ door: left, row })
    if (right && (isPair || !isLeftFirst)) even.push({ door: right, row })
  }
  return { odd, even, rowCount: row }
}

/** Up to `count` neighboring doors of one side: the one nearest to the row, and those before and after it. */
export function doorsAround<Door>(side: readonly Placed<Door>[], row: number, count: number): Placed<Door>[] {
  const nearest = side.reduce(
    (best, placed, index) => (Math.abs(placed.row - row) < Math.abs(side[best]!.row - row) ? index : best),
    0,
  )
  const start = Math.max(0, Math.min(nearest - Math.floor(count / 2), side.length - count))
  return side.slice(start, start + count)
}

const distance = (door: HouseNumber, other: HouseNumber | undefined) =>
  other ? Math.abs(door.digits - other.digits) : Infinity

const isOdd = (door: HouseNumber) => sideOf(door) === 'odd'
