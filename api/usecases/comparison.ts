import type { Context } from '../context.ts'
import { rows, type EntityManager } from '../database/connection.ts'
import { Refused } from '../domain/errors.ts'
import type { Span } from '../domain/periods.ts'
import { authorize } from '../domain/permissions.ts'
import { dollarsOf } from '../domain/usage.ts'
import { readCalendars } from '../projections/spans.ts'
import { readComparedUse, readUseByHour, type Use, type UsePoint } from '../projections/usageDays.ts'
import { atOneMoment, lastDays } from './calendar.ts'
import { tenantRefOf, type TenantRef } from './performance.ts'
import { everybody } from './propertyMap.ts'
import { whileUnchanged } from './unchanged.ts'

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
  return whileUnchanged(
    ctx,
    'platform',
    `comparison ${days}`,
    () => ctx.database.within('platform', (em) => compare(em, days, ctx.now())),
    ({ to }) => to,
  )
}

async function compare(em: EntityManager, days: number, now: Date): Promise<TenantComparison> {
  await atOneMoment(em)
  const span = lastDays(days, now)
  const houses = await readHouses(em)
  const accounts = await readAccounts(em)
  const uses = await readComparedUse(em, span.from, days)
  const tenants = (await readCalendars(em)).map((tenant): TenantComparisonEntry => {
    const {
      apiCalls = 0,
      mapLoads = 0,
      regridLookups = 0,
      micros = 0,
    } = uses.tenants.get(tenant.tenantId)?.current ?? {}
    const userCount = accounts.standing.get(tenant.tenantId) ?? 0
    return {
      tenant: tenantRefOf(tenant)!,
      userCount,
      propertyCount: houses.get(tenant.tenantId) ?? 0,
      ...{ apiCalls, mapLoads, regridLookups, totalCost: dollarsOf(micros) },
      costPerUser: userCount > 0 ? dollarsOf(micros) / userCount : 0,
    }
  })
  tenants.sort((a, b) => b.totalCost - a.totalCost || a.tenant.name.localeCompare(b.tenant.name))
  const both = [...uses.tenants.values()]
  const totals = totalsOf(
    both.map(({ current }) => current),
    accounts.at(now),
  )
  const previous = totalsOf(
    both.map((one) => one.previous),
    accounts.at(span.from),
  )
  const trend =
    days === 1
      ? trendOf(
          await readUseByHour(em, { from: new Date(span.to.getTime() - 24 * hourMs), to: span.to }),
          24,
          hourMs,
          now,
          accounts,
        )
      : trendOf(uses.days, days, 24 * hourMs, now, accounts)
  return { days, ...span, totals, previous, trend, tenants }
}

function totalsOf(uses: Use[], users: number): ComparisonTotals {
  return {
    revenue: dollarsOf(uses.reduce((sum, { micros }) => sum + micros, 0)),
    users,
    apiCalls: uses.reduce((sum, { apiCalls }) => sum + apiCalls, 0),
    activeTenants: uses.filter(({ apiCalls }) => apiCalls > 0).length,
  }
}

/** So many steps up to the one that is running, also where nothing happened. */
function trendOf(found: UsePoint[], steps: number, stepMs: number, now: Date, accounts: Accounts): ComparisonPoint[] {
  const byTime = new Map(found.map((point) => [point.at.getTime(), point]))
  const last = Math.floor(now.getTime() / stepMs)
  return Array.from({ length: steps }, (_, n) => {
    const at = new Date((last - steps + 1 + n) * stepMs)
    const { apiCalls = 0, activeTenants = 0, micros = 0 } = byTime.get(at.getTime()) ?? {}
    return {
      at,
      revenue: dollarsOf(micros),
      apiCalls,
      activeTenants,
      users: accounts.at(new Date(at.getTime() + stepMs)),
    }
  })
}

interface Accounts {
  /** How many stand now, by tenant. */
  standing: Map<string, number>
  /** How many of all tenants stood at a time. */
  at(time: Date): number
}

async function readAccounts(em: EntityManager): Promise<Accounts> {
  const found = await rows<{ tenantId: string; createdAt: Date; deletedAt: Date | null }>(
    em,
    `select tenant_id as "tenantId", created_at as "createdAt", deleted_at as "deletedAt" from users
     where tenant_id is not null`,
  )
  const standing = new Map<string, number>()
  for (const { tenantId, deletedAt } of found) if (!deletedAt) standing.set(tenantId, (standing.get(tenantId) ?? 0) + 1)
  const come = found.map(({ createdAt }) => createdAt.getTime()).sort((a, b) => a - b)
  const gone = found.flatMap(({ deletedAt }) => deletedAt?.getTime() ?? []).sort((a, b) => a - b)
  return { standing, at: (time) => upTo(come, time.getTime()) - upTo(gone, time.getTime()) }
}

/** How many of the sorted numbers are at most `limit`. */
function upTo(sorted: number[], limit: number): number {
  let low = 0
  for (let high = sorted.length; low < high;) {
    const middle = (low + high) >> 1
    if (sorted[middle]! <= limit) low = middle + 1
    else high = middle
  }
  return low
}

/** How many properties stand in each tenant, as they are counted for the map. */
async function readHouses(em: EntityManager): Promise<Map<string, number>> {
  const found = await rows<{ tenantId: string; n: number }>(
    em,
    `select c.tenant_id as "tenantId", sum(c.houses)::int as n from tenants t
     join property_cells c on c.tenant_id = t.id and c.rep_id = $1 and c.level = 0
     group by 1`,
    [everybody],
  )
  return new Map(found.map(({ tenantId, n }) => [tenantId, n]))
}
