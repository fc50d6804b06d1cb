import { readScope, type Context } from '../../context.ts'
import { queryRows, type EntityManager, type Scope } from '../../database/connection.ts'
import { inSnapshot } from '../../database/snapshot.ts'
import { checkDays, type Span } from '../../domain/periods.ts'
import { authorize } from '../../domain/permissions.ts'
import { microsToDollars } from '../../domain/usage/usageServices.ts'
import { countPropertiesByTenant } from '../../projections/propertyCells.ts'
import { readCalendars } from '../../projections/spans.ts'
import {
  emptyUsage,
  readTenantUsage,
  readUsageSeries,
  type TrendTimes,
  type UsageSeries,
  type UsageTotals,
} from '../../projections/usageDays.ts'
import { cacheUntilLogAdvances, readAdvancedTenants } from '../../log/logHeadCache.ts'
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
const nameOrder = new Intl.Collator()

/**
 * The use and cost of every tenant, or only of the chosen one, in the last `days` times 24 hours, compared with the same
 * time before.
 */
export async function readTenantComparison(ctx: Context, days: number): Promise<TenantComparison> {
  authorize(ctx.actor, 'comparison.read')
  checkDays(days)
  const scope = readScope(ctx)
  return cacheUntilLogAdvances(ctx, scope, `comparison ${days}`, () =>
    inSnapshot(ctx.database, scope, (em) => compareTenants(ctx, em, scope, days)),
  )
}

async function compareTenants(ctx: Context, em: EntityManager, scope: Scope, days: number): Promise<TenantComparison> {
  const now = ctx.now()
  const span = rollingDays(days, now)
  const times = trendTimes(days, now)
  const ends = endsOf(times)
  const accounts = await countAccounts(em, [now, span.from, ...ends])
  const usage = await readUsage(ctx, em, scope, span.from, days, times)
  const tenants = (await readCalendars(em)).map((tenant): TenantComparisonEntry => {
    const { current, propertyCount } = usage.get(tenant.tenantId) ?? noUsage
    const totalCost = microsToDollars(current.micros)
    const userCount = accounts.currentByTenant.get(tenant.tenantId) ?? 0
    return {
      tenant: toTenantRef(tenant)!,
      userCount,
      propertyCount,
      apiCalls: current.apiCalls,
      mapLoads: current.mapLoads,
      regridLookups: current.regridLookups,
      totalCost,
      costPerUser: userCount > 0 ? totalCost / userCount : 0,
    }
  })
  tenants.sort((a, b) => b.totalCost - a.totalCost || nameOrder.compare(a.tenant.name, b.tenant.name))
  const tenantUsage = [...usage.values()]
  const totals = sumUsage(
    tenantUsage.map(({ current }) => current),
    accounts.countAt(now),
  )
  const previous = sumUsage(
    tenantUsage.map(({ previous }) => previous),
    accounts.countAt(span.from),
  )
  const trend = buildTrend(
    tenantUsage.flatMap(({ series }) => series ?? []),
    times,
    accounts,
  )
  return { days, ...span, totals, previous, trend, tenants }
}

interface ComparedUsage {
  current: UsageTotals
  previous: UsageTotals
  propertyCount: number
  series: UsageSeries | null
}

const noUsage: ComparedUsage = { current: emptyUsage(), previous: emptyUsage(), propertyCount: 0, series: null }

/** The usage of each tenant in both periods and in the steps of the trend, and its current number of properties. */
function readUsage(
  { caches }: Context,
  em: EntityManager,
  scope: Scope,
  from: Date,
  days: number,
  times: TrendTimes,
): Promise<Map<string, ComparedUsage>> {
  return readAdvancedTenants(caches, em, scope, `usage ${days} ${from.toISOString()}`, async (tenantIds) => {
    const usage = await readTenantUsage(em, scope, from, days, tenantIds)
    const propertyCounts = await countPropertiesByTenant(em, tenantIds)
    const series = await readUsageSeries(em, scope, times, tenantIds)
    return (tenantId) => ({
      ...noUsage,
      ...usage.get(tenantId),
      propertyCount: propertyCounts.get(tenantId) ?? 0,
      series: series.get(tenantId) ?? null,
    })
  })
}

function sumUsage(totals: UsageTotals[], users: number): ComparisonTotals {
  return {
    revenue: microsToDollars(totals.reduce((sum, { micros }) => sum + micros, 0)),
    users,
    apiCalls: totals.reduce((sum, { apiCalls }) => sum + apiCalls, 0),
    activeTenants: totals.filter(({ apiCalls }) => apiCalls > 0).length,
  }
}

/** The last `days` days (UTC) including today, or for one day the last 24 hours including the current one. */
function trendTimes(days: number, now: Date): TrendTimes {
  const [steps, stepMs] = days === 1 ? [24, hourMs] : [days, 24 * hourMs]
  const lastStep = Math.floor(now.getTime() / stepMs)
  return { from: new Date((lastStep - steps + 1) * stepMs), steps, stepMs }
}

/** The end of each step. */
function endsOf({ from, steps, stepMs }: TrendTimes): Date[] {
  return Array.from({ length: steps }, (_, n) => new Date(from.getTime() + (n + 1) * stepMs))
}

/** One point for each step. */
function buildTrend(series: UsageSeries[], times: TrendTimes, accounts: AccountCounts): ComparisonPoint[] {
  return endsOf(times).map((end, n) => {
    let apiCalls = 0
    let activeTenants = 0
    let micros = 0
    for (const ofTenant of series) {
      const calls = ofTenant.calls[n]!
      apiCalls += calls
      micros += ofTenant.micros[n]!
      if (calls > 0) activeTenants += 1
    }
    const at = new Date(end.getTime() - times.stepMs)
    return { at, revenue: microsToDollars(micros), apiCalls, activeTenants, users: accounts.countAt(end) }
  })
}

interface AccountCounts {
  /** The current number of accounts, by tenant. */
  currentByTenant: Map<string, number>
  /** The number of accounts of all tenants at one of the given times. */
  countAt(time: Date): number
}

/** Counts the accounts in the database, because a platform can have hundreds of thousands. */
async function countAccounts(em: EntityManager, times: Date[]): Promise<AccountCounts> {
  const current = await queryRows<{ tenantId: string; count: number }>(
    em,
    `select tenant_id as "tenantId", count(*)::int as count from users
     where tenant_id is not null and deleted_at is null group by tenant_id`,
  )
  const sorted = [...new Set(times.map((time) => time.getTime()))].sort((a, b) => a - b)
  // An account that is created at one of the times counts at that time.
  const changes = await queryRows<{ step: number; change: number }>(
    em,
    `select width_bucket(at - interval '1 microsecond', $1::timestamptz[]) as step, sum(change)::int as change
     from (select created_at as at, 1 as change from users where tenant_id is not null
           union all
           select deleted_at, -1 from users where tenant_id is not null and deleted_at is not null) changes
     group by step`,
    [sorted.map((time) => new Date(time))],
  )
  const changeByStep = new Map(changes.map(({ step, change }) => [step, change]))
  let count = 0
  const counts = new Map(sorted.map((time, step) => [time, (count += changeByStep.get(step) ?? 0)]))
  return {
    currentByTenant: new Map(current.map(({ tenantId, count: accounts }) => [tenantId, accounts])),
    countAt: (time) => counts.get(time.getTime())!,
  }
}
