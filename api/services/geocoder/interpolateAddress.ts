import { type Point, distanceMeters } from '../../domain/point.ts'
import type { AddressRow } from '../parcels/parcelRows.ts'

/** Houses farther apart than this do not predict the position of a number between them. */
const maxNeighborMeters = 600

export interface InterpolatedAddress {
  /** The neighbor with the lower number. The missing address gets its street, city and ZIP code. */
  below: AddressRow
  point: Point
}

/**
 * Estimates the position of a missing number, proportionally between its neighbors on the same side (odd or even) of
 * the street. Returns one result per city with such a street, and none beyond the ends of a street.
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
