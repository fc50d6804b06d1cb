import { queryRows, type EntityManager } from '../database/connection.ts'
import type { Span } from '../domain/periods.ts'
import { pricedEventsSql } from './pricedEvents.ts'
import type { Projection } from './projection.ts'

/**
 * What each day (UTC) used and cost in all: one row where `usage_hours` has hundreds, so that a thousand tenants are
 * compared over a month at once.
 */
export const usageDays: Projection = {
  table: 'usage_days',
  eventTypes: 'every type',
  keyColumns: ['day'],
  countColumns: ['api_calls', 'map_loads', 'regrid_lookups', 'cost_micros'],
  rowsSql: (slice) => `
select p.tenant_id, p.position, p.subject_id, p.thing, p.at, (p.at at time zone 'UTC')::date as day, 1 as api_calls,
  case p.service when 'map_loads' then p.quantity else 0 end as map_loads,
  case p.service when 'regrid_lookups' then p.quantity else 0 end as regrid_lookups,
  p.cost_micros + p.call_micros as cost_micros
from (${pricedEventsSql(slice)}) p`,
}

/** What was used in a time, all services together in the cost. */
export interface UsageTotals {
  apiCalls: number
  mapLoads: number
  regridLookups: number
  micros: number
}

export interface TenantUsageComparison {
  /** Of each tenant that may be seen: in the days up to now, and in as many before them. */
  tenants: Map<string, { current: UsageTotals; previous: UsageTotals }>
  /** Of all of them together by day (UTC) after the first one, where there was any. */
  days: UsagePoint[]
}

/** What all tenants used at a time. */
export interface UsagePoint {
  at: Date
  apiCalls: number
  activeTenants: number
  micros: number
}

const countColumns = ['api_calls', 'map_loads', 'regrid_lookups', 'cost_micros'] as const

/**
 * What every tenant used in `days` times 24 hours from `from`, a whole hour, up to now, and in as many before. Each day
 * is read once, whichever of them it belongs to; the two days that are cut by an hour give their last hours besides.
 */
export async function readTenantUsage(em: EntityManager, from: Date, days: number): Promise<TenantUsageComparison> {
  const before = new Date(from.getTime() - days * dayMs)
  const use = new Map<string, { current: UsageTotals; previous: UsageTotals }>()
  const of = (tenantId: string) => {
    const known = use.get(tenantId) ?? { current: emptyUsage(), previous: emptyUsage() }
    use.set(tenantId, known)
    return known
  }
  const found = await queryRows<UsageRow & { tenantId: string | null; day: Date | null; active: string }>(
    em,
    `select t.id as "tenantId", d.day::timestamp at time zone 'UTC' as day, count(*) filter (where d.api_calls > 0) as active,
       ${sumColumns('filter (where d.day > $2::date)', '')}, ${sumColumns('filter (where d.day <= $2::date)', 'before_')}
     from tenants t cross join lateral (
       select * from usage_days d where d.tenant_id = t.id and d.day > $1::date) d
     group by grouping sets ((t.id), (d.day))`,
    [toDateString(before), toDateString(from)],
  )
  for (const row of found) if (row.tenantId) addRow(of(row.tenantId), row)
  const edges = await queryRows<UsageRow & { tenantId: string }>(
    em,
    `select t.id as "tenantId", ${sumColumns('filter (where h.hour >= $3)', '')}, ${sumColumns('filter (where h.hour < $3)', 'before_')}
     from tenants t cross join lateral (
       select hour, events as api_calls, case type when 'MapLoaded' then quantity else 0 end as map_loads,
         case type when 'ParcelLookedUp' then quantity else 0 end as regrid_lookups, cost_micros + call_micros as cost_micros
       from usage_hours h where h.tenant_id = t.id and h.hour >= $1 and h.hour < $2
       union all
       select hour, events, case type when 'MapLoaded' then quantity else 0 end,
         case type when 'ParcelLookedUp' then quantity else 0 end, cost_micros + call_micros
       from usage_hours h where h.tenant_id = t.id and h.hour >= $3 and h.hour < $4
     ) h group by t.id`,
    [before, endOfDay(before), from, endOfDay(from)],
  )
  for (const row of edges) {
    const both = of(row.tenantId)
    addRow(both, row)
    // The last hours of the first day were counted with the whole of it.
    addRow({ current: emptyUsage(), previous: both.previous }, negateRow(row))
  }
  const points = found
    .filter(({ day }) => day && day > from)
    .map((row) => ({
      ...{ at: row.day!, apiCalls: Number(row.api_calls), activeTenants: Number(row.active) },
      micros: Number(row.cost_micros),
    }))
  return { tenants: use, days: points }
}

/** The use of all tenants by hour, where there was any. */
export async function readUsageByHour(em: EntityManager, { from, to }: Span): Promise<UsagePoint[]> {
  const found = await queryRows<{ at: Date; apiCalls: string; activeTenants: number; micros: string }>(
    em,
    `select u.at, sum(u.calls) as "apiCalls", count(*)::int as "activeTenants", sum(u.micros) as micros
     from tenants t cross join lateral (
       select h.hour as at, sum(h.events) as calls, sum(h.cost_micros + h.call_micros) as micros from usage_hours h
       where h.tenant_id = t.id and h.hour >= $1 and h.hour < $2 group by h.hour) u
     where u.calls > 0 group by u.at`,
    [from, to],
  )
  return found.map((point) => ({ ...point, apiCalls: Number(point.apiCalls), micros: Number(point.micros) }))
}

type UsageRow = Record<(typeof countColumns)[number] | `before_${(typeof countColumns)[number]}`, string>

function sumColumns(filter: string, prefix: string): string {
  return countColumns.map((name) => `coalesce(sum(${name}) ${filter}, 0) as ${prefix}${name}`).join(', ')
}

function emptyUsage(): UsageTotals {
  return { apiCalls: 0, mapLoads: 0, regridLookups: 0, micros: 0 }
}

function addRow({ current, previous }: { current: UsageTotals; previous: UsageTotals }, row: UsageRow): void {
  for (const [use, prefix] of [
    [current, ''],
    [previous, 'before_'],
  ] as const) {
    use.apiCalls += Number(row[`${prefix}api_calls`])
    use.mapLoads += Number(row[`${prefix}map_loads`])
    use.regridLookups += Number(row[`${prefix}regrid_lookups`])
    use.micros += Number(row[`${prefix}cost_micros`])
  }
}

/** The current sums of a row, to be taken from what was before. */
function negateRow(row: UsageRow): UsageRow {
  const taken = countColumns.flatMap((name) => [
    [name, '0'],
    [`before_${name}`, `-${row[name]}`],
  ])
  return Object.fromEntries(taken) as UsageRow
}

const dayMs = 86_400_000

function endOfDay(at: Date): Date {
  return new Date((Math.floor(at.getTime() / dayMs) + 1) * dayMs)
}

function toDateString(at: Date): string {
  return at.toISOString().slice(0, 10)
}
