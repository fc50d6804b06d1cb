import { type Point, distanceMeters } from '../../domain/point.ts'
import type { AddressRow } from '../parcels/parcelRows.ts'

/** Two houses further apart than this say nothing about what lies between them. */
const maxNeighborMeters = 600

export interface InterpolatedAddress {
  /** The neighbour with the lower number: its street, city and ZIP code are the missing house's too. */
  below: AddressRow
  point: Point
}

/**
 * Where a missing number would stand: between its neighbours on the same side (odd or even) of the same street, in
 * proportion to the numbers. One answer for each town with such a street; none where the number is beyond either end.
 */
export function interpolateAddress(rows: AddressRow[], number: number): InterpolatedAddress[] {
  return Object.values(Object.groupBy(rows, (row) => `${row.street_key}|${row.dataset}|${row.city}`)).flatMap(
    (street) => {
      const sameSide = street!.filter((row) => row.street_number! % 2 === number % 2)
      const below = sameSide
        .filter((row) => row.street_number! < number)
        .sort((a, b) => lastNumber(b) - lastNumber(a))[0]
      const above = sameSide
        .filter((row) => row.street_number! > number)
        .sort((a, b) => a.street_number! - b.street_number!)[0]
      if (!below || !above || distanceMeters(below, above) > maxNeighborMeters) return []
      const lowNumber = lastNumber(below)
      const fraction = (number - lowNumber) / (above.street_number! - lowNumber)
      const lat = below.lat + (above.lat - below.lat) * fraction
      const lng = below.lng + (above.lng - below.lng) * fraction
      return [{ below, point: { lat, lng } }]
    },
  )
}

function lastNumber(row: AddressRow): number {
  return row.street_number_to ?? row.street_number!
}
