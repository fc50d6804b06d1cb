import { rows, type EntityManager } from '../database/connection.ts'
import type { Span } from '../domain/periods.ts'
import { priced } from './priced.ts'
import type { Projection } from './projection.ts'

/**
 * What each day (UTC) used and cost in all: one row where `usage_hours` has hundreds, so that a thousand tenants are
 * compared over a month at once.
 */
export const usageDays: Projection = {
  table: 'usage_days',
  reads: 'every type',
  key: ['day'],
  counts: ['api_calls', 'map_loads', 'regrid_lookups', 'cost_micros'],
  rows: (slice) => `
select p.tenant_id, p.position, p.subject_id, p.thing, p.at, (p.at at time zone 'UTC')::date as day, 1 as api_calls,
  case p.service when 'map_loads' then p.quantity else 0 end as map_loads,
  case p.service when 'regrid_lookups' then p.quantity else 0 end as regrid_lookups,
  p.cost_micros + p.call_micros as cost_micros
from (${priced(slice)}) p`,
}

/** What one tenant used in a time, all services together in the cost. */
export interface TenantUse {
  tenantId: string
  apiCalls: number
  mapLoads: number
  regridLookups: number
  micros: number
}

/** What each tenant that may be seen used in `span`, whose ends are whole hours: whole days at once, the rest by hours. */
export async function readTenantUse(em: EntityManager, span: Span): Promise<TenantUse[]> {
  const { firstDay, endDay } = wholeDays(span)
  const found = await rows<Record<keyof TenantUse, string>>(
    em,
    `select t.id as "tenantId", u.api_calls as "apiCalls", u.map_loads as "mapLoads",
       u.regrid_lookups as "regridLookups", u.cost_micros as micros
     from tenants t cross join lateral (
       select coalesce(sum(api_calls), 0) as api_calls, coalesce(sum(map_loads), 0) as map_loads,
         coalesce(sum(regrid_lookups), 0) as regrid_lookups, coalesce(sum(cost_micros), 0) as cost_micros
       from (
         select api_calls, map_loads, regrid_lookups, cost_micros from usage_days d
           where d.tenant_id = t.id and d.day >= $3 and d.day < $4
         union all select events, case type when 'MapLoaded' then quantity else 0 end,
           case type when 'ParcelLookedUp' then quantity else 0 end, cost_micros + call_micros from usage_hours h
           where h.tenant_id = t.id and h.hour >= $1 and h.hour < $2
             and (h.hour < $3::date::timestamp at time zone 'UTC' or h.hour >= $4::date::timestamp at time zone 'UTC')
       ) parts) u`,
    [span.from, span.to, firstDay, endDay],
  )
  return found.map((use) => ({
    tenantId: use.tenantId,
    apiCalls: Number(use.apiCalls),
    mapLoads: Number(use.mapLoads),
    regridLookups: Number(use.regridLookups),
    micros: Number(use.micros),
  }))
}

/** What all tenants that may be seen used at a time. */
export interface UsePoint {
  at: Date
  apiCalls: number
  activeTenants: number
  micros: number
}

/** The use of all tenants by day (UTC), or by hour, where there was any; earliest first. */
export async function readUseByTime(em: EntityManager, { from, to }: Span, by: 'day' | 'hour'): Promise<UsePoint[]> {
  const parts =
    by === 'day'
      ? `select d.day::timestamp at time zone 'UTC' as at, d.api_calls, d.cost_micros from usage_days d
         where d.tenant_id = t.id and d.day >= ($1::timestamptz at time zone 'UTC')::date and d.day < ($2::timestamptz at time zone 'UTC')`
      : `select h.hour as at, sum(h.events) as api_calls, sum(h.cost_micros + h.call_micros) as cost_micros from usage_hours h
         where h.tenant_id = t.id and h.hour >= $1 and h.hour < $2 group by h.hour`
  const found = await rows<{ at: Date; apiCalls: string; activeTenants: number; micros: string }>(
    em,
    `select u.at, sum(u.api_calls) as "apiCalls", count(*)::int as "activeTenants", sum(u.cost_micros) as micros
     from tenants t cross join lateral (${parts}) u where u.api_calls > 0 group by u.at order by u.at`,
    [from, to],
  )
  return found.map((point) => ({ ...point, apiCalls: Number(point.apiCalls), micros: Number(point.micros) }))
}

const dayMs = 86_400_000

/** The days (UTC) that lie wholly within the span, as dates: none when `firstDay` is `endDay`. */
function wholeDays({ from, to }: Span): { firstDay: string; endDay: string } {
  const first = Math.ceil(from.getTime() / dayMs)
  const end = Math.max(first, Math.floor(to.getTime() / dayMs))
  return { firstDay: dateOf(first), endDay: dateOf(end) }
}

function dateOf(day: number): string {
  return new Date(day * dayMs).toISOString().slice(0, 10)
}
