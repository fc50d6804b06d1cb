import { queryRows, type EntityManager } from '../database/connection.ts'
import { createParameters } from '../database/parameters.ts'
import { usageServices, type UsageService } from '../domain/usage/usageServices.ts'
import { storedEventsSql } from '../events/versions.ts'
import { billedServices, pricedEventsSql } from './pricedEvents.ts'
import { hourSql, type Projection } from './projection.ts'
import { spansParameter, spansSql, spanTenantSql, type TenantSpan } from './spans.ts'
import { usageDays } from './usageDays.ts'

/**
 * The number of events of each type by hour (UTC), the units they used of the billed service, the cost of those units, and
 * the cost of the API calls, in micro-dollars.
 */
export const usageHours: Projection = {
  table: 'usage_hours',
  eventTypes: 'every type',
  keyColumns: ['hour', 'type'],
  countColumns: ['events', 'quantity', 'cost_micros', 'call_micros'],
  rollup: usageDays,
  rowsSql: (slice) => `
select p.*, ${hourSql('p.at')} as hour, 1 as events from (${pricedEventsSql(slice)}) p`,
}

export interface ServiceTotals {
  service: UsageService
  count: number
  micros: number
}

const usageColumns = `sum(u.events)::bigint as calls, sum(u.call_micros)::bigint as "callMicros",
  sum(u.quantity)::bigint as quantity, sum(u.cost_micros)::bigint as micros`

/** The usage and cost of every service in the spans, in display order, including services without usage. */
export async function readUsage(em: EntityManager, spans: TenantSpan[]): Promise<ServiceTotals[]> {
  const { values, bind } = createParameters(spansParameter(spans))
  return totalsByService(
    await queryRows<EventTypeRow>(
      em,
      `select u.type, ${usageColumns}
       from ${spansSql('$1')} join usage_hours u on ${spanTenantSql(spans, bind, 'u')} and u.hour >= s."from" and u.hour < s."to"
       group by u.type`,
      values,
    ),
  )
}

/** The same for one actor, computed from the log, because the projection has no actors. */
export async function readActorUsage(em: EntityManager, span: TenantSpan, actorId: string): Promise<ServiceTotals[]> {
  const slice = storedEventsSql(
    `tenant_id = $1 and actor_id = $4 and position >= activity_position_from($1, $2::timestamptz - interval '1 hour')`,
  )
  return totalsByService(
    await queryRows<EventTypeRow>(
      em,
      `select u.type, ${usageColumns} from (${usageHours.rowsSql(slice)}) u where u.at >= $2 and u.at < $3 group by u.type`,
      [span.tenantId, span.from, span.to, actorId],
    ),
  )
}

interface EventTypeRow {
  type: string
  calls: string
  callMicros: string
  quantity: string
  micros: string
}

function totalsByService(rows: EventTypeRow[]): ServiceTotals[] {
  const totals = new Map(usageServices.map((service) => [service, { service, count: 0, micros: 0 }]))
  for (const { type, calls, callMicros, quantity, micros } of rows) {
    const apiCalls = totals.get('api_calls')!
    apiCalls.count += Number(calls)
    apiCalls.micros += Number(callMicros)
    if (!(type in billedServices)) continue
    const billed = totals.get(billedServices[type as keyof typeof billedServices].service)!
    billed.count += Number(quantity)
    billed.micros += Number(micros)
  }
  return [...totals.values()]
}

export interface DailyUsage {
  /** YYYY-MM-DD in the tenant's time zone. */
  day: string
  properties: number
  micros: number
}

/** Properties saved less those deleted, and the cost, of each day of one tenant that has events. */
export async function readUsageByDay(em: EntityManager, span: TenantSpan, timeZone: string): Promise<DailyUsage[]> {
  const days = await queryRows<{ day: string; properties: number; micros: string }>(
    em,
    `select to_char((hour at time zone $4)::date, 'YYYY-MM-DD') as day,
       sum(case when type = 'PropertySaved' then events when type = 'PropertyDeleted' then -events else 0 end)::int as properties,
       sum(cost_micros + call_micros)::bigint as micros
     from usage_hours where tenant_id = $1 and hour >= $2 and hour < $3 group by 1 order by 1`,
    [span.tenantId, span.from, span.to, timeZone],
  )
  return days.map(({ micros, ...row }) => ({ ...row, micros: Number(micros) }))
}
