import type { Context } from '../../context.ts'
import { queryRows } from '../../database/connection.ts'
import { assignableRoles } from '../../domain/permissions.ts'
import type { RowFacts } from './reading/rowFormats.ts'

/** What the meaning of the cells of a file depends on. */
export async function readRowFacts(ctx: Context, tenantId: string): Promise<RowFacts> {
  const [[tenant], users] = await ctx.database.within({ tenantId }, async (em) => [
    await queryRows<{ timeZone: string }>(em, 'select time_zone as "timeZone" from tenants where id = $1', [tenantId]),
    await queryRows<RowFacts['users'][number]>(
      em,
      `select id, email, full_name as "fullName" from users where tenant_id = $1 and status = 'active'`,
      [tenantId],
    ),
  ])
  return { now: ctx.now(), timeZone: tenant?.timeZone ?? 'UTC', users, assignableRoles: assignableRoles(ctx.actor!) }
}
