import { rows, type EntityManager } from '../database/connection.ts'
import type { Span } from '../domain/periods.ts'
import type { PropertyType } from '../domain/words.ts'
import { repHours } from './repHours.ts'
import { spanSource, spanValue, type TenantSpan } from './spans.ts'

/** A rep's counts in a span of time. Somebody who changed tenants has a row in each. */
export interface RepFigures {
  tenantId: string
  repId: string
  doors: number
  leads: number
  conversions: number
  properties: number
  /** Of these, written down more than an hour after they happened. */
  late: number
}

const sums = `sum(doors)::int as doors, sum(leads)::int as leads, sum(conversions)::int as conversions,
  sum(properties)::int as properties, sum(late)::int as late`
const any = 'sum(doors) <> 0 or sum(leads) <> 0 or sum(conversions) <> 0 or sum(properties) <> 0 or sum(late) <> 0'

/** Each rep's counts for the tenant's span, whoever has any; of one rep when `repId` is given. */
export function readRepFigures(
  em: EntityManager,
  spans: TenantSpan[],
  repId: string | null = null,
): Promise<RepFigures[]> {
  return rows<RepFigures>(
    em,
    `select r.tenant_id as "tenantId", r.rep_id as "repId", ${sums}
     from ${spanSource('$1')} join rep_hours r on r.tenant_id = s.tenant_id and r.hour >= s."from" and r.hour < s."to"
     where $2::uuid is null or r.rep_id = $2 group by r.tenant_id, r.rep_id having ${any}`,
    [spanValue(spans), repId],
  )
}

/** How far before its time an event may have been written down, by clocks that differ. */
const clocksDiffer = "interval '1 hour'"

/**
 * The same figures of one tenant as they stood at `asOf`, by the projection's own statement over the log: what was
 * written down from the beginning of the span until then, or, where that is less, what stands now without what was
 * written down since. Either way nothing before the span is read.
 */
export async function readRepFiguresAsOf(
  em: EntityManager,
  tenantId: string,
  { from, to }: Span,
  asOf: Date,
): Promise<RepFigures[]> {
  const [place] = await rows<{ begin: string; then: string; now: string }>(
    em,
    `select activity_position_from($1, $2::timestamptz - ${clocksDiffer}) as begin,
       activity_position_from($1, $3::timestamptz + interval '1 microsecond') as then,
       coalesce((select position + 1 from activity_heads where tenant_id = $1), 1) as now`,
    [tenantId, from, asOf],
  )
  const [begin, then, now] = [place!.begin, place!.then, place!.now].map(Number) as [number, number, number]
  const counted = (condition: string, sign: '' | '-') => `
    select tenant_id, rep_id, ${repHours.counts.map((name) => `${sign}${name} as ${name}`).join(', ')}
    from (${repHours.rows(`(select * from activity_events where tenant_id = $1 and ${condition})`)}) c
    where c.at >= $2 and c.at < $3`
  const backwards = now - then < then - begin
  return rows<RepFigures>(
    em,
    `select tenant_id as "tenantId", rep_id as "repId", ${sums} from (${
      backwards
        ? `select tenant_id, rep_id, ${repHours.counts.join(', ')} from rep_hours
           where tenant_id = $1 and hour >= $2 and hour < $3 union all ${counted('position >= $4', '-')}`
        : counted('position >= $5 and position < $4', '')
    }) c group by 1, 2 having ${any}`,
    backwards ? [tenantId, from, to, then] : [tenantId, from, to, then, begin],
  )
}

/** On how many days of the tenant's calendar each rep knocked on a door that stands, by tenant and rep. */
export async function readKnockingDays(
  em: EntityManager,
  spans: TenantSpan[],
  repId: string | null = null,
): Promise<Map<string, number>> {
  const found = await rows<{ tenantId: string; repId: string; days: number }>(
    em,
    `select tenant_id as "tenantId", rep_id as "repId", count(*)::int as days from (
       select r.tenant_id, r.rep_id, (r.hour at time zone t.time_zone)::date as day
       from ${spanSource('$1')} join tenants t on t.id = s.tenant_id
       join rep_hours r on r.tenant_id = s.tenant_id and r.hour >= s."from" and r.hour < s."to"
       where $2::uuid is null or r.rep_id = $2
       group by 1, 2, 3 having sum(r.doors) > 0) d
     group by 1, 2`,
    [spanValue(spans), repId],
  )
  return new Map(found.map((row) => [keyOf(row), row.days]))
}

export interface TagFigures {
  tag: PropertyType
  count: number
}

/** Each rep's leads by service type, most first, by tenant and rep. */
export async function readRepTags(
  em: EntityManager,
  spans: TenantSpan[],
  repId: string | null = null,
): Promise<Map<string, TagFigures[]>> {
  const found = await rows<{ tenantId: string; repId: string } & TagFigures>(
    em,
    `select h.tenant_id as "tenantId", h.rep_id as "repId", h.tag, sum(h.leads)::int as count
     from ${spanSource('$1')} join rep_tag_hours h on h.tenant_id = s.tenant_id and h.hour >= s."from" and h.hour < s."to"
     where $2::uuid is null or h.rep_id = $2
     group by 1, 2, 3 having sum(h.leads) > 0 order by 4 desc, 3`,
    [spanValue(spans), repId],
  )
  return new Map(
    [...Map.groupBy(found, keyOf)].map(([key, tags]) => [key, tags.map(({ tag, count }) => ({ tag, count }))]),
  )
}

/** Names a rep within a tenant, as the maps here do. */
export function keyOf({ tenantId, repId }: { tenantId: string; repId: string }): string {
  return `${tenantId} ${repId}`
}
