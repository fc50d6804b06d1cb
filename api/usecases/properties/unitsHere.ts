import { readScope, type Context } from '../../context.ts'
import { queryRows } from '../../database/connection.ts'
import { createParameters } from '../../database/parameters.ts'
import { authorize } from '../../domain/permissions.ts'
import { pointKey } from '../../domain/point.ts'
import { propertyColumns, type PropertyView } from '../../records/propertyRows.ts'
import { doorOf, doorReachOf } from './teamDoors.ts'

/** A larger building shows its first units. */
const maxUnits = 500

/** Where a property is. */
export type PropertyPlace = Pick<PropertyView, 'tenantId' | 'id' | 'lat' | 'lng' | 'streetNumber'>

/**
 * For each place, the saved properties with its point and house number, such as the units of a building. They are sorted by address and
 * include the property itself; only those that the actor may see on the map are returned.
 */
export async function readUnitsHere(ctx: Context, properties: readonly PropertyPlace[]): Promise<PropertyView[][]> {
  authorize(ctx.actor, 'property.read')
  const scope = readScope(ctx)
  const { values, bind } = createParameters()
  const points = [...new Set(properties.map((property) => pointKey(property, 5)))]
  const found = await ctx.database.within(scope, async (em) => {
    const reach = await doorReachOf(em, ctx)
    const rows = await queryRows<PropertyView>(
      em,
      `select ${propertyColumns} from properties p where p.tenant_id = :tenant and p.point5 = any(${bind(points)}) limit 5000`,
      values,
    )
    return rows.map((property) => doorOf(ctx, property, reach)).filter((property) => property !== null)
  })
  const numbers = new Intl.Collator('en', { numeric: true })
  const byPlace = Map.groupBy(found, placeOf)
  return properties.map((property) =>
    (byPlace.get(placeOf(property)) ?? [])
      .toSorted((one, other) => numbers.compare(one.address, other.address))
      .slice(0, maxUnits),
  )
}

/** A text that is equal for the properties of one building. */
export const placeOf = (property: PropertyPlace) =>
  `${property.tenantId} ${pointKey(property, 5)} ${property.streetNumber}`
