import { queryRows, type EntityManager, type Scope } from '../database/connection.ts'
import { type Bind, createParameters } from '../database/parameters.ts'
import type { Rollup } from './projection.ts'

const countColumns = ['api_calls', 'map_loads', 'regrid_lookups', 'cost_micros'] as const

/** The count columns of a row of `usage_hours`. */
const countsOfHoursSql = `events as api_calls,
  case when type = 'MapLoaded' then quantity else 0 end as map_loads,
  case when type = 'ParcelLookedUp' then quantity else 0 end as regrid_lookups, cost_micros + call_micros as cost_micros`

/**
 * Usage and cost of each day (UTC). It has one row where `usage_hours` has hundreds, so that a thousand tenants can be
 * compared over a month in one query.
 */
export const usageDays: Rollup = {
  table: 'usage_days',
  keyColumns: ['day'],
  countColumns: [...countColumns],
  rowsSql: (counts) => `
select tenant_id, (hour at time zone 'UTC')::date as day, ${countsOfHoursSql}
from ${counts}`,
}

/** Usage in a span of time. `micros` is the cost of all services. */
export interface UsageTotals {
  apiCalls: number
  mapLoads: number
  regridLookups: number
  micros: number
}

/** The usage of a tenant in the current days and in the same number of days before. */
export interface TenantUsage {
  current: UsageTotals
  previous: UsageTotals
}

/**
 * The usage of every tenant, or of `tenantIds`, from `from`, a whole hour, up to now, which is `days` times 24 hours, and in the
 * same time before. Whole days come from `usage_days`. Both periods begin within a day, whose remaining hours come from
 * `usage_hours`.
 */
export async function readTenantUsage(
  em: EntityManager,
  scope: Scope,
  from: Date,
  days: number,
  tenantIds: readonly string[] | null = null,
): Promise<Map<string, TenantUsage>> {
  const before = new Date(from.getTime() - days * dayMs)
  const tenants = new Map<string, TenantUsage>()
  const totalsOf = (tenantId: string) => {
    const totals = tenants.get(tenantId) ?? { current: emptyUsage(), previous: emptyUsage() }
    tenants.set(tenantId, totals)
    return totals
  }
  const ofTenants = await ofTheseTenants(em, scope, tenantIds)
  const dayParameters = createParameters(toDateString(before), toDateString(from))
  const dayRows = await queryRows<UsageRow & { tenantId: string }>(
    em,
    `select d.tenant_id as "tenantId",
       ${sumColumns('filter (where d.day > $2::date)', '')}, ${sumColumns('filter (where d.day <= $2::date)', 'before_')}
     from usage_days d where ${ofTenants('d', dayParameters.bind)} and d.day > $1::date group by d.tenant_id`,
    dayParameters.values,
  )
  for (const row of dayRows) addRow(totalsOf(row.tenantId), row)
  const { values, bind } = createParameters(before, endOfDay(before), from, endOfDay(from))
  const partialDayRows = await queryRows<UsageRow & { tenantId: string }>(
    em,
    `select h.tenant_id as "tenantId", ${sumColumns('filter (where h.hour >= $3)', '')}, ${sumColumns('filter (where h.hour < $3)', 'before_')}
     from (
       select tenant_id, hour, ${countsOfHoursSql}
       from usage_hours h
       where ${ofTenants('h', bind)} and (h.hour >= $1 and h.hour < $2 or h.hour >= $3 and h.hour < $4)
     ) h group by h.tenant_id`,
    values,
  )
  for (const row of partialDayRows) {
    const totals = totalsOf(row.tenantId)
    addRow(totals, row)
    // The whole day on which the current period begins was added to the previous period, so its last hours are subtracted.
    addRow({ current: emptyUsage(), previous: totals.previous }, negateRow(row))
  }
  return tenants
}

/** The times of a trend: `steps` days (UTC), or hours, from the beginning of the first one. */
export interface TrendTimes {
  from: Date
  steps: number
  stepMs: number
}

/** The number of events, and the cost in micros, of a tenant in each step of a trend. */
export interface UsageSeries {
  calls: Float64Array
  micros: Float64Array
}

/** The usage of every tenant, or of `tenantIds`, in each step of a trend. Tenants without usage are missing. */
export async function readUsageSeries(
  em: EntityManager,
  scope: Scope,
  { from, steps, stepMs }: TrendTimes,
  tenantIds: readonly string[] | null = null,
): Promise<Map<string, UsageSeries>> {
  const { values, bind } = createParameters(from, steps)
  const ofTenants = (await ofTheseTenants(em, scope, tenantIds))('u', bind)
  const source =
    stepMs === dayMs
      ? `select u.tenant_id, u.day - ($1::timestamptz at time zone 'UTC')::date as step, u.api_calls as calls, u.cost_micros as micros
         from usage_days u where ${ofTenants} and u.day >= ($1::timestamptz at time zone 'UTC')::date`
      : `select u.tenant_id, (extract(epoch from u.hour - $1::timestamptz) / 3600)::int as step, sum(u.events) as calls,
           sum(u.cost_micros + u.call_micros) as micros
         from usage_hours u where ${ofTenants} and u.hour >= $1 group by u.tenant_id, u.hour`
  const rows = await queryRows<{ tenantId: string; at: number[]; calls: number[]; micros: number[] }>(
    em,
    `select p.tenant_id as "tenantId", array_agg(p.step::int) as at, array_agg(p.calls::float8) as calls,
       array_agg(p.micros::float8) as micros
     from (${source}) p where p.step < $2::int group by p.tenant_id`,
    values,
  )
  const series = new Map<string, UsageSeries>()
  for (const { tenantId, at, calls, micros } of rows) {
    const found = { calls: new Float64Array(steps), micros: new Float64Array(steps) }
    at.forEach((step, n) => {
      found.calls[step] = calls[n]!
      found.micros[step] = micros[n]!
    })
    series.set(tenantId, found)
  }
  return series
}

/**
 * The condition that the row `alias` belongs to the tenant of the scope; in that of the platform, to `tenantIds`, by default all. Their
 * ids are read first, so that one look-up for each finds its rows in an index that begins with the tenant.
 */
async function ofTheseTenants(
  em: EntityManager,
  scope: Scope,
  tenantIds: readonly string[] | null,
): Promise<(alias: string, bind: Bind) => string> {
  if (scope !== 'platform') return (alias) => `${alias}.tenant_id = :tenant`
  const ids = tenantIds ?? (await queryRows<{ id: string }>(em, 'select id from tenants')).map(({ id }) => id)
  return (alias, bind) => `${alias}.tenant_id = any(${bind(ids)}::uuid[])`
}

type UsageRow = Record<(typeof countColumns)[number] | `before_${(typeof countColumns)[number]}`, string>

function sumColumns(filter: string, prefix: string): string {
  return countColumns.map((name) => `coalesce(sum(${name}) ${filter}, 0) as ${prefix}${name}`).join(', ')
}

export function emptyUsage(): UsageTotals {
  return { apiCalls: 0, mapLoads: 0, regridLookups: 0, micros: 0 }
}

function addRow({ current, previous }: { current: UsageTotals; previous: UsageTotals }, row: UsageRow): void {
  for (const [totals, prefix] of [
    [current, ''],
    [previous, 'before_'],
  ] as const) {
    totals.apiCalls += Number(row[`${prefix}api_calls`])
    totals.mapLoads += Number(row[`${prefix}map_loads`])
    totals.regridLookups += Number(row[`${prefix}regrid_lookups`])
    totals.micros += Number(row[`${prefix}cost_micros`])
  }
}

/** Turns the current sums of a row into negative previous sums. */
function negateRow(row: UsageRow): UsageRow {
  const entries = countColumns.flatMap((name) => [
    [name, '0'],
    [`before_${name}`, `-${row[name]}`],
  ])
  return Object.fromEntries(entries) as UsageRow
}

const dayMs = 86_400_000

function endOfDay(at: Date): Date {
  return new Date((Math.floor(at.getTime() / dayMs) + 1) * dayMs)
}

function toDateString(at: Date): string {
  return at.toISOString().slice(0, 10)
}
