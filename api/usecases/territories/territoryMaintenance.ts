import { queryRows } from '../../database/connection.ts'
import { queryReachable } from '../../database/tenantByTenant.ts'
import { dayMs } from '../../domain/expiryNotices.ts'
import { transactInTenant, type WriteContext } from '../../log/transact.ts'
import { endHoldings } from '../../records/territoryHoldings.ts'
import { readToday } from '../tenants/calendar.ts'

/**
 * Ends what people hold in all tenants who are deleted, blocked or in another tenant, with the events that end it at once otherwise: an
 * earlier release ended nothing, and may still run beside this one or have made the backup that was restored. While a node is missing, in
 * the tenants on the others. Returns the number of holdings.
 */
export async function endHoldingsOfFormerUsers(ctx: WriteContext): Promise<number> {
  // Days of a company begin up to 14 hours before those of UTC or 12 hours after them.
  const since = new Date(ctx.now().getTime() - dayMs)
  const tenants = await queryReachable<{ tenantId: string }>(
    ctx.database,
    `select distinct a.tenant_id as "tenantId" from territory_assignments a
     where a.tenant_id = :tenant and (a.to_day is null or a.to_day >= $1::date) and ${isOfFormerUserSql}`,
    [since],
  )
  let count = 0
  for (const { tenantId } of tenants)
    count += await transactInTenant(ctx, tenantId, async ({ em, record }) => {
      const today = await readToday(em, ctx, tenantId)
      const former = await queryRows<{ userId: string }>(
        em,
        `select distinct a.user_id as "userId" from territory_assignments a
         where a.tenant_id = $1 and (a.to_day is null or a.to_day >= $2::date) and ${isOfFormerUserSql}`,
        [tenantId, today],
      )
      let ended = 0
      for (const { userId } of former)
        for (const event of await endHoldings(em, tenantId, userId, today)) {
          record(event)
          ended += 1
        }
      return ended
    })
  return count
}

/** The condition that assignment `a` is of somebody who is no active user of its tenant. A tenant does not see users of others. */
const isOfFormerUserSql = `not exists (select from users u
  where u.id = a.user_id and u.tenant_id = a.tenant_id and u.status = 'active')`
