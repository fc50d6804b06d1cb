import { type Point, distanceMetres } from '../../domain/point.ts'
import type { AddressRow } from '../parcels/rows.ts'

/** Two houses further apart than this say nothing about what lies between them. */
const farthestNeighbours = 600

export interface Between {
  /** The neighbour with the lower number: its street, city and ZIP code are the missing house's too. */
  below: AddressRow
  point: Point
}

/**
 * Where a missing number would stand: between its neighbours on the same side (odd or even) of the same street, in
 * proportion to the numbers. One answer for each town with such a street; none where the number is beyond either end.
 */
export function between(rows: AddressRow[], number: number): Between[] {
  return Object.values(Object.groupBy(rows, (row) => `${row.street_key}|${row.dataset}|${row.city}`)).flatMap(
    (street) => {
      const side = street!.filter((row) => row.street_number! % 2 === number % 2)
      const below = side.filter((row) => row.street_number! < number).sort((a, b) => lastNumber(b) - lastNumber(a))[0]
      const above = side
        .filter((row) => row.street_number! > number)
        .sort((a, b) => a.street_number! - b.street_number!)[0]
      if (!below || !above || distanceMetres(below, above) > farthestNeighbours) return []
      const from = lastNumber(below)
      const share = (number - from) / (above.street_number! - from)
      const lat = below.lat + (above.lat - below.lat) * share
      const lng = below.lng + (above.lng - below.lng) * share
      return [{ below, point: { lat, lng } }]
    },
  )
}

function lastNumber(row: AddressRow): number {
  return row.street_number_to ?? row.street_number!
}
