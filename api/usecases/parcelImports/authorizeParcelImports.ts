import type { Context } from '../../context.ts'
import { Forbidden, Refused } from '../../domain/errors.ts'
import { authorize, requireTenant } from '../../domain/permissions.ts'

/** The tenant whose imports the actor may read. */
export function authorizeParcelRead(ctx: Context): string {
  authorize(ctx.actor, 'parcel.importOwn')
  return requireTenant(ctx.actor)
}

/** Whether the actor, who may read imports of parcels, may also make them on this server. */
export const mayImportParcels = ({ actor, config }: Context): boolean =>
  config.ownersImportParcels || actor?.role === 'global_admin'

/** The tenant for which the actor may import parcels. Throws `Forbidden`, and `Refused` where a provider answers lookups. */
export function authorizeParcelImport(ctx: Context): string {
  const tenantId = authorizeParcelRead(ctx)
  if (!mayImportParcels(ctx))
    throw new Forbidden('On this server, only a global admin imports parcels. Ask whoever runs it for your county.')
  if (ctx.services.providers.parcels !== 'embedded')
    throw new Refused('Parcels are looked up at a provider on this server, so those of a file would not be found.')
  return tenantId
}
