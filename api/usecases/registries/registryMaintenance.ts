import { queryRows } from '../../database/connection.ts'
import { queryReachable } from '../../database/tenantByTenant.ts'
import { dayMs, dueNotice } from '../../domain/registries/registryPeriod.ts'
import { transactInTenant, type WriteContext } from '../../log/transact.ts'
import { addressesOfManagers, linkTo, queueMail } from '../../records/mailWrites.ts'
import type { SharedContext } from '../jobs/jobLease.ts'
import { expiresBetween, lastNoticedExpiry } from './registries.ts'

interface ExpiringRegistry {
  tenantId: string
  id: string
  city: string
  expiresAt: Date
  toldDays: number | null
}

/**
 * Tells the managers of all tenants 30 and 7 days before a city's list expires, and deletes lists that were only checked a day ago; while a node is
 * missing, those of the tenants on the others.
 */
export async function maintainRegistries(ctx: WriteContext & SharedContext): Promise<void> {
  const now = ctx.now()
  const expiring = await queryReachable<ExpiringRegistry>(
    ctx.database,
    `select r.tenant_id as "tenantId", r.id, r.city, r.expires_at as "expiresAt", r.told_days as "toldDays" from registries r
     where r.tenant_id = :tenant and ${expiresBetween('$1', '$2')} order by r.expires_at limit 1000`,
    [now, lastNoticedExpiry(now)],
  )
  for (const registry of expiring) {
    const days = dueNotice(registry.expiresAt, registry.toldDays, now)
    if (days !== null) await tell(ctx, registry, days)
  }
  const checked = await queryReachable<{ tenantId: string; id: string }>(
    ctx.database,
    `select r.tenant_id as "tenantId", r.id from registries r
     where r.tenant_id = :tenant and r.saved_at is null and r.created_at < $1 limit 1000`,
    [new Date(now.getTime() - dayMs)],
  )
  for (const { tenantId, id } of checked)
    await ctx.database.within({ tenantId }, (em) =>
      queryRows(em, 'delete from registries where tenant_id = $1 and id = $2 and saved_at is null', [tenantId, id]),
    )
}

/** Queues the mails with the note that they were, so that each is sent once. */
function tell(ctx: WriteContext & SharedContext, registry: ExpiringRegistry, days: number): Promise<void> {
  const { tenantId, id, city, expiresAt, toldDays } = registry
  return transactInTenant(ctx, tenantId, async (transaction) => {
    const told = await queryRows(
      transaction.em,
      `update registries set told_days = $3 where tenant_id = $1 and id = $2 and told_days is not distinct from $4 returning 1`,
      [tenantId, id, days, toldDays],
    )
    if (told.length === 0) return
    const left = Math.max(1, Math.ceil((expiresAt.getTime() - ctx.now().getTime()) / dayMs))
    const content = { city, days: left, url: linkTo(ctx, '/do-not-knock') }
    for (const to of await addressesOfManagers(transaction.em, tenantId))
      queueMail(ctx, transaction, { kind: 'registry_expires', to, content })
  })
}
