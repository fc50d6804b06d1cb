import type { Context } from '../../context.ts'
import { queryRows } from '../../database/connection.ts'
import { authorize, requireTenant } from '../../domain/permissions.ts'

/** Devices keep what the server has answered for 30 days. */
const days = 31
/** The most ids in an answer; if more were forgotten, the latest. */
const maxIds = 10_000

/** The properties of the actor's tenant that were forgotten while devices may still have them, the latest first. */
export async function readForgottenProperties(ctx: Context): Promise<{ propertyIds: string[] }> {
  authorize(ctx.actor, 'tenant.current')
  const tenantId = requireTenant(ctx.actor)
  const since = new Date(ctx.now().getTime() - days * 24 * 60 * 60_000)
  const rows = await ctx.database.within({ tenantId }, (em) =>
    queryRows<{ id: string }>(
      em,
      `select property_id as id from forgotten_households where tenant_id = $1 and forgotten_at >= $2
       order by forgotten_at desc, property_id limit ${maxIds}`,
      [tenantId, since],
    ),
  )
  return { propertyIds: rows.map(({ id }) => id) }
}
