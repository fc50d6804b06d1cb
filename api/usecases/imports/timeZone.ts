import type { Context } from '../../context.ts'
import { queryRows } from '../../database/connection.ts'

/** The time zone of the tenant, in which times without a zone are meant. */
export async function readTimeZone(ctx: Context, tenantId: string): Promise<string> {
  const [tenant] = await ctx.database.within({ tenantId }, (em) =>
    queryRows<{ timeZone: string }>(em, 'select time_zone as "timeZone" from tenants where id = $1', [tenantId]),
  )
  return tenant!.timeZone
}
