import { queryRows } from '../../database/connection.ts'
import { queryReachable } from '../../database/tenantByTenant.ts'
import { dayMs, daysUntil, dueNotice, lastNoticedExpiry } from '../../domain/expiryNotices.ts'
import type { WriteContext } from '../../log/transact.ts'
import { tellOfExpiry } from '../../records/expiryNotices.ts'
import { linkTo } from '../../records/mailWrites.ts'
import type { SharedContext } from '../jobs/jobLease.ts'
import { expiresBetween } from './registries.ts'

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
    const { city, expiresAt, toldDays } = registry
    const notice = dueNotice(expiresAt, toldDays, now)
    if (notice === null) continue
    const content = { city, days: daysUntil(expiresAt, now), url: linkTo(ctx, '/do-not-knock') }
    await tellOfExpiry(ctx, { ...registry, table: 'registries' }, notice, { kind: 'registry_expires', content })
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
