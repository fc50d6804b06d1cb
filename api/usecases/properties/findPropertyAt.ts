import { queryRows, type EntityManager } from '../../database/connection.ts'
import { createParameters } from '../../database/parameters.ts'
import {
  compareKeyed,
  keyed,
  samePropertyMeters,
  type Comparison,
  type PropertyDescription,
} from '../../domain/addresses/compareProperties.ts'
import { boundsAround, distanceMeters, pointKey, type Point } from '../../domain/point.ts'
import { propertyColumns, type PropertyView } from '../../records/propertyRows.ts'
import { cellCondition } from './cellCondition.ts'

/** A saved property that may be the house that was asked for. */
export interface SavedProperty {
  property: PropertyView
  comparison: Comparison
}

const limitOfCompared = 200

/**
 * The saved property that is the house at a point: the same by `compareProperties`, else one at exactly this point that may be it. A click
 * means the point at 6 decimals, an address search the point at 5 decimals with its street number; there, a property without a street
 * number is found only if there is none with it (spec §5). Null if there is neither.
 */
export async function findPropertyAt(
  em: EntityManager,
  place: PropertyDescription & Point & { streetNumber: string },
  by: 'search' | 'click',
): Promise<SavedProperty | null> {
  const { values, bind } = createParameters()
  const atPoint =
    by === 'click'
      ? `p.point6 = ${bind(pointKey(place, 6))}`
      : `p.point5 = ${bind(pointKey(place, 5))} and p.street_number in (${bind(place.streetNumber)}, '')`
  const near = `${cellCondition(boundsAround(place, samePropertyMeters), bind)} and p.street_number = ${bind(place.streetNumber)} and p.street_number <> ''`
  // Two statements in one: each reads an index of its own.
  const found = await queryRows<PropertyView & { isAtPoint: boolean }>(
    em,
    `select ${propertyColumns}, true as "isAtPoint" from properties p where p.tenant_id = :tenant and ${atPoint}
     union all
     select * from (select ${propertyColumns}, false as "isAtPoint" from properties p where p.tenant_id = :tenant and ${near} order by p.id limit ${limitOfCompared}) near`,
    values,
  )
  const wanted = keyed(place)
  const compared = found.map(({ isAtPoint, ...property }) => ({
    property,
    isAtPoint,
    comparison: compareKeyed(wanted, keyed(property)),
  }))
  const distance = ({ property }: SavedProperty) => distanceMeters(property, place)
  const byDistance = compared.toSorted(
    (one, other) => distance(one) - distance(other) || (one.property.id < other.property.id ? -1 : 1),
  )
  const hasNumber = ({ property }: SavedProperty) => property.streetNumber === place.streetNumber
  return (
    byDistance.find(({ comparison }) => comparison.verdict === 'same') ??
    byDistance
      .filter(({ isAtPoint, comparison }) => isAtPoint && !isOtherDoor(comparison))
      .toSorted((one, other) => Number(hasNumber(other)) - Number(hasNumber(one)))[0] ??
    null
  )
}

/** Another unit, and another number with the same digits, are other houses even at one point. */
const isOtherDoor = ({ verdict, reason }: Comparison) =>
  verdict === 'different' && (reason === 'unit' || reason === 'number')
