import { readScope, type Context } from '../../context.ts'
import { queryRows, type EntityManager } from '../../database/connection.ts'
import { NotFound } from '../../domain/errors.ts'
import { parseId } from '../../domain/ids.ts'
import { hiddenValues } from '../../domain/properties/propertyFields.ts'
import { authorize, ownUserIdOf, reachOf, type Reach } from '../../domain/permissions.ts'
import { findProperty, propertyColumns, type PropertyView } from '../../records/propertyRows.ts'

/**
 * The properties that the actor may see on the map and knock at: all of the tenant, or their own if they are a rep and the
 * tenant hides the properties of colleagues.
 */
export async function doorReachOf(em: EntityManager, ctx: Context): Promise<Reach> {
  if (reachOf(ctx.actor!, 'property.read') === 'all') return 'all'
  const [tenant] = await queryRows<{ visible: boolean }>(
    em,
    'select team_doors_visible as visible from tenants where id = $1',
    [ctx.actor!.tenantId],
  )
  return tenant?.visible ? 'all' : 'own'
}

/** One property, limited if it is a colleague's. Throws `NotFound` for one that the actor may not see on the map either. */
export async function readDoor(ctx: Context, id: string): Promise<PropertyView> {
  authorize(ctx.actor, 'property.read')
  const propertyId = parseId(id, 'Property')
  const scope = readScope(ctx)
  const found = await ctx.database.within(scope, async (em) => {
    const property = await findProperty(em, propertyId)
    return property && doorOf(ctx, property, await doorReachOf(em, ctx))
  })
  if (!found) throw new NotFound('Property not found')
  return found
}

/** The properties with these ids that the actor may see on the map, limited if they are a colleague's, in no particular order. */
export async function readDoors(ctx: Context, ids: readonly string[]): Promise<PropertyView[]> {
  authorize(ctx.actor, 'property.read')
  const scope = readScope(ctx)
  return ctx.database.within(scope, async (em) => {
    const reach = await doorReachOf(em, ctx)
    const found = await queryRows<PropertyView>(
      em,
      `select ${propertyColumns} from properties p where p.tenant_id = :tenant and p.id = any($1)`,
      [ids],
    )
    return found.map((property) => doorOf(ctx, property, reach)).filter((property) => property !== null)
  })
}

/** What the actor may read of a property: all of it, what the map shows, or null. `reach` is their `doorReachOf`. */
export function doorOf({ actor }: Context, property: PropertyView, reach: Reach): PropertyView | null {
  if (reachOf(actor!, 'property.read') === 'all' || property.assignedTo === ownUserIdOf(actor!)) return property
  return reach === 'all' ? { ...property, ...hiddenValues, limited: true } : null
}
