import { readScope, type Context } from '../../context.ts'
import { queryRows } from '../../database/connection.ts'
import { unitOf } from '../../domain/addresses/parseAddress.ts'
import { unitKey } from '../../domain/addresses/units.ts'
import { NotFound } from '../../domain/errors.ts'
import { parseId } from '../../domain/ids.ts'
import { authorize, ownUserIdOf } from '../../domain/permissions.ts'
import { pointKey, type Point } from '../../domain/point.ts'
import type { PropertyStatus } from '../../domain/enums.ts'
import { findProperty, propertyColumns, type PropertyView } from '../../records/propertyRows.ts'
import { doorReachOf } from './teamDoors.ts'

/** One property. Throws `NotFound` for an unknown id, another tenant's id, and a property the rep is not assigned to. */
export async function readProperty(ctx: Context, id: string): Promise<PropertyView> {
  authorize(ctx.actor, 'property.read')
  const scope = readScope(ctx)
  const found = await ctx.database.within(scope, (em) => findProperty(em, parseId(id, 'Property')))
  if (!found) throw new NotFound('Property not found')
  authorizeProperty(ctx, 'property.read', found)
  return found
}

/** The properties with these ids that the actor may see, in no particular order. */
export async function readProperties(ctx: Context, ids: readonly string[]): Promise<PropertyView[]> {
  const reach = authorize(ctx.actor, 'property.read')
  const scope = readScope(ctx)
  const found = await ctx.database.within(scope, (em) =>
    queryRows<PropertyView>(
      em,
      `select ${propertyColumns} from properties p where p.tenant_id = :tenant and p.id = any($1)`,
      [ids],
    ),
  )
  return reach === 'all' ? found : found.filter((property) => property.assignedTo === ownUserIdOf(ctx.actor!))
}

/** The saved properties at these points that the actor may see on the map, by `placeKeyOf`. */
export async function readPropertiesAt(
  ctx: Context,
  points: Point[],
): Promise<Map<string, { id: string; status: PropertyStatus }>> {
  authorize(ctx.actor, 'property.read')
  const scope = readScope(ctx)
  const found = await ctx.database.within(scope, async (em) => {
    const reach = await doorReachOf(em, ctx)
    return queryRows<{ id: string; status: PropertyStatus; address: string; streetNumber: string } & Point>(
      em,
      `select p.id, p.status, p.address, p.street_number as "streetNumber", p.lat, p.lng from properties p
       where p.tenant_id = :tenant and p.point5 = any($1) and ($2::uuid is null or p.assigned_to = $2)`,
      [points.map((point) => pointKey(point, 5)), reach === 'own' ? ownUserIdOf(ctx.actor!) : null],
    )
  })
  return new Map(found.map(({ id, status, ...place }) => [placeKeyOf(place, place), { id, status }]))
}

/** A text that is equal for the same house number and unit at the same point. */
export function placeKeyOf(point: Point, { address, streetNumber }: { address: string; streetNumber: string }): string {
  return [pointKey(point, 5), streetNumber, unitKey(unitOf(address))].join(' ')
}

/** Throws `NotFound` if the actor may act only on their own properties and this one is not assigned to them. */
export function authorizeProperty(
  ctx: Context,
  action: 'property.read' | 'property.edit',
  property: Pick<PropertyView, 'assignedTo'>,
): void {
  authorize(ctx.actor, action, { ownerId: property.assignedTo ?? null })
}
