import { queryReachable } from '../../database/tenantByTenant.ts'
import { dayMs, daysUntil, lastNoticedExpiry } from '../../domain/expiryNotices.ts'
import { permitExpiresAt, permitExpiryNotice } from '../../domain/permits/permitExpiry.ts'
import type { WriteContext } from '../../log/transact.ts'
import { tellOfExpiry } from '../../records/expiryNotices.ts'
import { linkTo } from '../../records/mailWrites.ts'
import type { SharedContext } from '../jobs/jobLease.ts'

interface ExpiringPermit {
  id: string
  city: string
  validFrom: string
  validTo: string | null
  toldDays: number | null
  timeZone: string
}

/** Tells the managers of all tenants 30 and 7 days before a permit expires; while a node is missing, those of the tenants on the others. */
export async function tellOfExpiringPermits(ctx: WriteContext & SharedContext): Promise<void> {
  const now = ctx.now()
  // Days of a company begin up to 14 hours before those of UTC or 12 hours after them.
  const tenants = await queryReachable<{ tenantId: string }>(
    ctx.database,
    `select distinct p.tenant_id as "tenantId" from permits p
     where p.tenant_id = :tenant and p.valid_to >= $1::date and p.valid_to <= $2::date limit 10000`,
    [new Date(now.getTime() - 2 * dayMs), lastNoticedExpiry(now)],
  )
  for (const { tenantId } of tenants) await tellTenant(ctx, tenantId, now)
}

async function tellTenant(ctx: WriteContext & SharedContext, tenantId: string, now: Date): Promise<void> {
  const permits = await ctx.database.query<ExpiringPermit>(
    { tenantId },
    `select p.id, p.city, p.valid_from::text as "validFrom", p.valid_to::text as "validTo", p.told_days as "toldDays", t.time_zone as "timeZone"
     from permits p join tenants t on t.id = p.tenant_id where p.tenant_id = $1 order by p.valid_to, p.id`,
    [tenantId],
  )
  for (const permit of permits) {
    const { id, city, toldDays, timeZone } = permit
    const notice = permitExpiryNotice(permit, permits, now, timeZone, toldDays)
    const expiresAt = permitExpiresAt(permit, timeZone)
    if (notice === null || expiresAt === null) continue
    const content = { city, days: daysUntil(expiresAt, now), url: linkTo(ctx, '/do-not-knock?view=permits') }
    await tellOfExpiry(ctx, { table: 'permits', tenantId, id, toldDays }, notice, { kind: 'permit_expires', content })
  }
}
