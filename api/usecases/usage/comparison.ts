import type { Context } from '../../context.ts'
import { queryRows, type EntityManager } from '../../database/connection.ts'
import { Refused } from '../../domain/errors.ts'
import type { Span } from '../../domain/periods.ts'
import { authorize } from '../../domain/permissions.ts'
import { microsToDollars } from '../../domain/usageServices.ts'
import { readCalendars } from '../../projections/spans.ts'
import { readTenantUsage, readUsageByHour, type UsageTotals, type UsagePoint } from '../../projections/usageDays.ts'
import { inSnapshot, rollingDays } from '../tenants/calendar.ts'
import { toTenantRef, type TenantRef } from '../performance/performance.ts'
import { ALL_REPS_ID } from '../properties/propertyMap.ts'
import { cacheUntilLogAdvances } from '../../live/logHeadCache.ts'

export interface TenantComparisonEntry {
  tenant: TenantRef
  /** Accounts that stand now. */
  userCount: number
  /** Properties that stand now. */
  propertyCount: number
  apiCalls: number
  mapLoads: number
  regridLookups: number
  totalCost: number
  /** Total cost over the accounts; 0 without any. */
  costPerUser: number
}

export interface ComparisonTotals {
  revenue: number
  /** Accounts that stood at the end. */
  users: number
  apiCalls: number
  /** Tenants where anything happened. */
  activeTenants: number
}

export interface ComparisonPoint extends ComparisonTotals {
  at: Date
}

export interface TenantComparison extends Span {
  days: number
  totals: ComparisonTotals
  /** As many days before these. */
  previous: ComparisonTotals
  /** By day (UTC), by hour where one day is shown; earliest first, also where nothing happened. */
  trend: ComparisonPoint[]
  /** Most cost first. */
  tenants: TenantComparisonEntry[]
}

const hourMs = 3_600_000

/** What every tenant used in the last days and what it costs, beside the days before; from projections alone. */
export async function readTenantComparison(ctx: Context, days: number): Promise<TenantComparison> {
  authorize(ctx.actor, 'comparison.read')
  if (!Number.isInteger(days) || days < 1 || days > 366)
    throw new Refused('The days must be between 1 and 366.', { days: 'Between 1 and 366' })
  return cacheUntilLogAdvances(
    ctx,
    'platform',
    `comparison ${days}`,
    () => ctx.database.within('platform', (em) => compareTenants(em, days, ctx.now())),
    ({ to }) => to,
  )
}

async function compareTenants(em: EntityManager, days: number, now: Date): Promise<TenantComparison> {
  await inSnapshot(em)
  const span = rollingDays(days, now)
  const propertyCounts = await readPropertyCounts(em)
  const accounts = await readAccounts(em)
  const usage = await readTenantUsage(em, span.from, days)
  const tenants = (await readCalendars(em)).map((tenant): TenantComparisonEntry => {
    const {
      apiCalls = 0,
      mapLoads = 0,
      regridLookups = 0,
      micros = 0,
    } = usage.tenants.get(tenant.tenantId)?.current ?? {}
    const userCount = accounts.currentByTenant.get(tenant.tenantId) ?? 0
    return {
      tenant: toTenantRef(tenant)!,
      userCount,
      propertyCount: propertyCounts.get(tenant.tenantId) ?? 0,
      ...{ apiCalls, mapLoads, regridLookups, totalCost: microsToDollars(micros) },
      costPerUser: userCount > 0 ? microsToDollars(micros) / userCount : 0,
    }
  })
  tenants.sort((a, b) => b.totalCost - a.totalCost || a.tenant.name.localeCompare(b.tenant.name))
  const tenantUsage = [...usage.tenants.values()]
  const totals = sumUsage(
    tenantUsage.map(({ current }) => current),
    accounts.countAt(now),
  )
  const previous = sumUsage(
    tenantUsage.map((one) => one.previous),
    accounts.countAt(span.from),
  )
  const trend =
    days === 1
      ? buildTrend(
          await readUsageByHour(em, { from: new Date(span.to.getTime() - 24 * hourMs), to: span.to }),
          24,
          hourMs,
          now,
          accounts,
        )
      : buildTrend(usage.days, days, 24 * hourMs, now, accounts)
  return { days, ...span, totals, previous, trend, tenants }
}

function sumUsage(uses: UsageTotals[], users: number): ComparisonTotals {
  return {
    revenue: microsToDollars(uses.reduce((sum, { micros }) => sum + micros, 0)),
    users,
    apiCalls: uses.reduce((sum, { apiCalls }) => sum + apiCalls, 0),
    activeTenants: uses.filter(({ apiCalls }) => apiCalls > 0).length,
  }
}

/** So many steps up to the one that is running, also where nothing happened. */
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
  /** How many stand now, by tenant. */
  currentByTenant: Map<string, number>
  /** How many of all tenants stood at a time. */
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

/** How many of the sorted numbers are at most `limit`. */
function countUpTo(sorted: number[], limit: number): number {
  let low = 0
  for (let high = sorted.length; low < high;) {
    const middle = (low + high) >> 1
    if (sorted[middle]! <= limit) low = middle + 1
    else high = middle
  }
  return low
}

/** How many properties stand in each tenant, as they are counted for the map. */
async function readPropertyCounts(em: EntityManager): Promise<Map<string, number>> {
  const found = await queryRows<{ tenantId: string; n: number }>(
    em,
    `select c.tenant_id as "tenantId", sum(c.houses)::int as n from tenants t
     join property_cells c on c.tenant_id = t.id and c.rep_id = $1 and c.level = 0
     group by 1`,
    [ALL_REPS_ID],
  )
  return new Map(found.map(({ tenantId, n }) => [tenantId, n]))
}
