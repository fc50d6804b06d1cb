import { readScope, type Context } from '../../context.ts'
import { queryRows, type EntityManager } from '../../database/connection.ts'
import { inSnapshot } from '../../database/snapshot.ts'
import { checkDays, type Span } from '../../domain/periods.ts'
import { authorize } from '../../domain/permissions.ts'
import { microsToDollars } from '../../domain/usageServices.ts'
import { countPropertiesByTenant } from '../../projections/propertyCells.ts'
import { readCalendars } from '../../projections/spans.ts'
import { readTenantUsage, readUsageByHour, type UsageTotals, type UsagePoint } from '../../projections/usageDays.ts'
import { cacheUntilLogAdvances } from '../../log/logHeadCache.ts'
import { rollingDays } from '../tenants/calendar.ts'
import { toTenantRef, type TenantRef } from '../tenants/tenants.ts'

export interface TenantComparisonEntry {
  tenant: TenantRef
  /** The current number of accounts. */
  userCount: number
  /** The current number of properties. */
  propertyCount: number
  apiCalls: number
  mapLoads: number
  regridLookups: number
  totalCost: number
  /** `totalCost` divided by `userCount`; 0 without accounts. */
  costPerUser: number
}

export interface ComparisonTotals {
  revenue: number
  /** The number of accounts at the end of the time span. */
  users: number
  apiCalls: number
  /** The number of tenants with at least one event. */
  activeTenants: number
}

export interface ComparisonPoint extends ComparisonTotals {
  at: Date
}

export interface TenantComparison extends Span {
  days: number
  totals: ComparisonTotals
  /** The same number of days before. */
  previous: ComparisonTotals
  /** One point per UTC day, or per hour when `days` is 1; earliest first, including times without events. */
  trend: ComparisonPoint[]
  /** Highest cost first. */
  tenants: TenantComparisonEntry[]
}

const hourMs = 3_600_000

/**
 * The use and cost of every tenant, or only of the chosen one, in the last `days` times 24 hours, compared with the same
 * time before.
 */
export async function readTenantComparison(ctx: Context, days: number): Promise<TenantComparison> {
  authorize(ctx.actor, 'comparison.read')
  checkDays(days)
  const scope = readScope(ctx)
  return cacheUntilLogAdvances(ctx, scope, `comparison ${days}`, () =>
    inSnapshot(ctx.database, scope, (em) => compareTenants(em, days, ctx.now())),
  )
}

async function compareTenants(em: EntityManager, days: number, now: Date): Promise<TenantComparison> {
  const span = rollingDays(days, now)
  const propertyCounts = await countPropertiesByTenant(em)
  const accounts = await readAccounts(em)
  const usage = await readTenantUsage(em, span.from, days)
  const tenants = (await readCalendars(em)).map((tenant): TenantComparisonEntry => {
    const current = usage.tenants.get(tenant.tenantId)?.current
    const totalCost = microsToDollars(current?.micros ?? 0)
    const userCount = accounts.currentByTenant.get(tenant.tenantId) ?? 0
    return {
      tenant: toTenantRef(tenant)!,
      userCount,
      propertyCount: propertyCounts.get(tenant.tenantId) ?? 0,
      apiCalls: current?.apiCalls ?? 0,
      mapLoads: current?.mapLoads ?? 0,
      regridLookups: current?.regridLookups ?? 0,
      totalCost,
      costPerUser: userCount > 0 ? totalCost / userCount : 0,
    }
  })
  tenants.sort((a, b) => b.totalCost - a.totalCost || a.tenant.name.localeCompare(b.tenant.name))
  const tenantUsage = [...usage.tenants.values()]
  const totals = sumUsage(
    tenantUsage.map(({ current }) => current),
    accounts.countAt(now),
  )
  const previous = sumUsage(
    tenantUsage.map(({ previous }) => previous),
    accounts.countAt(span.from),
  )
  const lastDay = { from: new Date(span.to.getTime() - 24 * hourMs), to: span.to }
  const trend =
    days === 1
      ? buildTrend(await readUsageByHour(em, lastDay), 24, hourMs, now, accounts)
      : buildTrend(usage.days, days, 24 * hourMs, now, accounts)
  return { days, ...span, totals, previous, trend, tenants }
}

function sumUsage(totals: UsageTotals[], users: number): ComparisonTotals {
  return {
    revenue: microsToDollars(totals.reduce((sum, { micros }) => sum + micros, 0)),
    users,
    apiCalls: totals.reduce((sum, { apiCalls }) => sum + apiCalls, 0),
    activeTenants: totals.filter(({ apiCalls }) => apiCalls > 0).length,
  }
}

/** One point for each of the last `steps` steps including the current one, with 0 where `found` has none. */
function buildTrend(
  found: UsagePoint[],
  steps: number,
  stepMs: number,
  now: Date,
  accounts: AccountCounts,
): ComparisonPoint[] {
  const byTime = new Map(found.map((point) => [point.at.getTime(), point]))
  const lastStep = Math.floor(now.getTime() / stepMs)
  return Array.from({ length: steps }, (_, n) => {
    const at = new Date((lastStep - steps + 1 + n) * stepMs)
    const { apiCalls = 0, activeTenants = 0, micros = 0 } = byTime.get(at.getTime()) ?? {}
    return {
      at,
      revenue: microsToDollars(micros),
      apiCalls,
      activeTenants,
      users: accounts.countAt(new Date(at.getTime() + stepMs)),
    }
  })
}

interface AccountCounts {
  /** The current number of accounts, by tenant. */
  currentByTenant: Map<string, number>
  /** The number of accounts of all tenants at a time. */
  countAt(time: Date): number
}

async function readAccounts(em: EntityManager): Promise<AccountCounts> {
  const found = await queryRows<{ tenantId: string; createdAt: Date; deletedAt: Date | null }>(
    em,
    `select tenant_id as "tenantId", created_at as "createdAt", deleted_at as "deletedAt" from users
     where tenant_id is not null`,
  )
  const currentByTenant = new Map<string, number>()
  for (const { tenantId, deletedAt } of found)
    if (!deletedAt) currentByTenant.set(tenantId, (currentByTenant.get(tenantId) ?? 0) + 1)
  const createdTimes = found.map(({ createdAt }) => createdAt.getTime()).sort((a, b) => a - b)
  const deletedTimes = found.flatMap(({ deletedAt }) => deletedAt?.getTime() ?? []).sort((a, b) => a - b)
  return {
    currentByTenant,
    countAt: (time) => countUpTo(createdTimes, time.getTime()) - countUpTo(deletedTimes, time.getTime()),
  }
}

/** The number of sorted values that are at most `limit`, by binary search. */
function countUpTo(sorted: number[], limit: number): number {
  let low = 0
  for (let high = sorted.length; low < high;) {
    const middle = (low + high) >> 1
    if (sorted[middle]! <= limit) low = middle + 1
    else high = middle
  }
  return low
}
