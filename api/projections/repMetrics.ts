import { queryRows, type EntityManager } from '../database/connection.ts'
import { createParameters } from '../database/parameters.ts'
import type { PropertyType } from '../domain/enums.ts'
import type { Span } from '../domain/periods.ts'
import { storedEventsSql } from '../events/versions.ts'
import { repHours } from './repHours.ts'
import { spansParameter, spansSql, spanTenantSql, type TenantSpan } from './spans.ts'

/** A rep's counts in a span of time. A rep who changed tenants has a row for each tenant. */
export interface RepMetrics {
  tenantId: string
  repId: string
  doors: number
  leads: number
  conversions: number
  properties: number
  /** The number of these that were recorded more than an hour after they occurred. */
  late: number
}

const sums = `sum(doors)::int as doors, sum(leads)::int as leads, sum(conversions)::int as conversions,
  sum(properties)::int as properties, sum(late)::int as late`
const anyNonZero =
  'sum(doors) <> 0 or sum(leads) <> 0 or sum(conversions) <> 0 or sum(properties) <> 0 or sum(late) <> 0'

/** The counts of each rep in the tenant's span, without reps whose counts are all zero; of one rep if `repId` is given. */
export function readRepMetrics(
  em: EntityManager,
  spans: TenantSpan[],
  repId: string | null = null,
): Promise<RepMetrics[]> {
  const { values, bind } = createParameters(spansParameter(spans), repId)
  return queryRows<RepMetrics>(
    em,
    `select r.tenant_id as "tenantId", r.rep_id as "repId", ${sums}
     from ${spansSql('$1')} join rep_hours r on ${spanTenantSql(spans, bind, 'r')} and r.hour >= s."from" and r.hour < s."to"
     where $2::uuid is null or r.rep_id = $2 group by r.tenant_id, r.rep_id having ${anyNonZero}`,
    values,
  )
}

/** How long before its own time an event may have been recorded, because clocks differ. */
const maxClockSkew = "interval '1 hour'"

/**
 * The counts of one tenant as of `asOf`. They are computed from the log either forward, from the events recorded between the
 * beginning of the span and `asOf`, or backward, from the current counts less the events recorded since `asOf`, whichever
 * reads fewer events. Events before the span are not read.
 */
export async function readRepMetricsAsOf(
  em: EntityManager,
  tenantId: string,
  { from, to }: Span,
  asOf: Date,
): Promise<RepMetrics[]> {
  const [row] = await queryRows<{ begin: string; then: string; now: string }>(
    em,
    `select activity_position_from($1, $2::timestamptz - ${maxClockSkew}) as begin,
       activity_position_from($1, $3::timestamptz + interval '1 microsecond') as then,
       coalesce((select position + 1 from activity_heads where tenant_id = $1), 1) as now`,
    [tenantId, from, asOf],
  )
  const [begin, then, now] = [Number(row!.begin), Number(row!.then), Number(row!.now)]
  const countSql = (condition: string, sign: '' | '-') => `
    select tenant_id, rep_id, ${repHours.countColumns.map((name) => `${sign}${name} as ${name}`).join(', ')}
    from (${repHours.rowsSql(storedEventsSql(`tenant_id = $1 and ${condition}`))}) c
    where c.at >= $2 and c.at < $3`
  const isBackward = now - then < then - begin
  return queryRows<RepMetrics>(
    em,
    `select tenant_id as "tenantId", rep_id as "repId", ${sums} from (${
      isBackward
        ? `select tenant_id, rep_id, ${repHours.countColumns.join(', ')} from rep_hours
           where tenant_id = $1 and hour >= $2 and hour < $3 union all ${countSql('position >= $4', '-')}`
        : countSql('position >= $5 and position < $4', '')
    }) c group by 1, 2 having ${anyNonZero}`,
    isBackward ? [tenantId, from, to, then] : [tenantId, from, to, then, begin],
  )
}

/** The number of days, in the tenant's time zone, on which each rep has knocks that were not withdrawn. Keys: `repKeyOf`. */
export async function readKnockingDays(
  em: EntityManager,
  spans: TenantSpan[],
  repId: string | null = null,
): Promise<Map<string, number>> {
  const { values, bind } = createParameters(spansParameter(spans), repId)
  const found = await queryRows<{ tenantId: string; repId: string; days: number }>(
    em,
    `select tenant_id as "tenantId", rep_id as "repId", count(*)::int as days from (
       select r.tenant_id, r.rep_id, (r.hour at time zone t.time_zone)::date as day
       from ${spansSql('$1')} join tenants t on t.id = s.tenant_id
       join rep_hours r on ${spanTenantSql(spans, bind, 'r')} and r.hour >= s."from" and r.hour < s."to"
       where $2::uuid is null or r.rep_id = $2
       group by 1, 2, 3 having sum(r.doors) > 0) d
     group by 1, 2`,
    values,
  )
  return new Map(found.map((row) => [repKeyOf(row), row.days]))
}

export interface TagTotal {
  tag: PropertyType
  count: number
}

/** The leads of each rep by service type, highest count first. Keys: `repKeyOf`. */
export async function readRepTags(
  em: EntityManager,
  spans: TenantSpan[],
  repId: string | null = null,
): Promise<Map<string, TagTotal[]>> {
  const { values, bind } = createParameters(spansParameter(spans), repId)
  const found = await queryRows<{ tenantId: string; repId: string } & TagTotal>(
    em,
    `select h.tenant_id as "tenantId", h.rep_id as "repId", h.tag, sum(h.leads)::int as count
     from ${spansSql('$1')} join rep_tag_hours h on ${spanTenantSql(spans, bind, 'h')} and h.hour >= s."from" and h.hour < s."to"
     where $2::uuid is null or h.rep_id = $2
     group by 1, 2, 3 having sum(h.leads) > 0 order by 4 desc, 3`,
    values,
  )
  return new Map(
    [...Map.groupBy(found, repKeyOf)].map(([key, tags]) => [key, tags.map(({ tag, count }) => ({ tag, count }))]),
  )
}

/** The key of a rep within a tenant in the maps of this file. */
export function repKeyOf({ tenantId, repId }: { tenantId: string; repId: string }): string {
  return `${tenantId} ${repId}`
}
