import { queryRows, type EntityManager } from '../../database/connection.ts'
import { createParameters, type Bind } from '../../database/parameters.ts'
import { statusByOutcome } from '../../domain/enums.ts'
import type { Span } from '../../domain/periods.ts'
import { storedEventsSql } from '../../events/versions.ts'
import { asOfCondition } from '../../projections/contributingEvents.ts'
import { repHours } from '../../projections/repHours.ts'
import type { Place } from './countDoors.ts'

/** What happened at the saved properties of a place in the time of a pass. */
export interface PassCounts {
  saved: number
  /** Properties with a knock that counts. */
  worked: number
  /** Properties without one at which nobody may knock. */
  closed: number
  /** Knocks that stand and count as work, as `doors_knocked` does. */
  knocks: number
  talks: number
  leads: number
  lastWorkedAt: Date | null
  /** The user who knocked last. */
  lastWorkedBy: string | null
}

interface CountedRow extends PassCounts {
  place: number
  /** Null for all properties that are inside together. */
  lat: number | null
  lng: number | null
}

/**
 * Counts each place in the time of a pass: from the current records, or, as of an earlier time, from what the log had then. Areas and
 * properties are the current ones. The counts are those that receipts of the same time and place add up to.
 */
export async function readPassCounts(
  em: EntityManager,
  tenantId: string,
  places: readonly Pick<Place, 'cells' | 'contains'>[],
  span: Span,
  asOf: Date | null,
): Promise<PassCounts[]> {
  const cells = places.flatMap(({ cells: { inside, border } }, place) => [
    ...inside.map((range) => ({ place, range, isInside: true })),
    ...border.map((range) => ({ place, range, isInside: false })),
  ])
  const { values, bind } = createParameters(
    tenantId,
    cells.map(({ place }) => place),
    cells.map(({ range: [first] }) => `${first}`),
    cells.map(({ range: [, last] }) => `${last}`),
    cells.map(({ isInside }) => isInside),
  )
  const work = asOf ? loggedWorkSql(span, asOf, bind) : currentWorkSql(span, bind)
  const rows = await queryRows<CountedRow>(
    em,
    `select c.place, p.lat, p.lng, count(*)::int as saved, (count(*) filter (where w.knocks > 0))::int as worked,
       (count(*) filter (where coalesce(w.knocks, 0) <= 0 and exists (${markSql(asOf, bind)})))::int as closed,
       coalesce(sum(w.knocks), 0)::int as knocks, coalesce(sum(w.talks), 0)::int as talks,
       coalesce(sum(w.leads), 0)::int as leads, max(w.last_at) as "lastWorkedAt",
       (array_agg(w.last_by order by w.last_at desc nulls last, w.last_by))[1] as "lastWorkedBy"
     from unnest($2::int[], $3::bigint[], $4::bigint[], $5::boolean[]) c (place, first, last, is_inside)
     cross join lateral (select p.tenant_id, p.id, case when not c.is_inside then p.lat end as lat,
         case when not c.is_inside then p.lng end as lng
       from properties p where p.tenant_id = $1 and p.cell between c.first and c.last offset 0) p
     left join ${work}
     group by c.place, p.lat, p.lng`,
    values,
  )
  const counts = places.map((): PassCounts => ({
    ...{ saved: 0, worked: 0, closed: 0, knocks: 0, talks: 0, leads: 0 },
    ...{ lastWorkedAt: null, lastWorkedBy: null },
  }))
  for (const { place, lat, lng, ...found } of rows) {
    if (lat !== null && lng !== null && !places[place]!.contains({ lat, lng })) continue
    const sum = counts[place]!
    for (const name of ['saved', 'worked', 'closed', 'knocks', 'talks', 'leads'] as const) sum[name] += found[name]
    if (found.lastWorkedAt && (!sum.lastWorkedAt || found.lastWorkedAt > sum.lastWorkedAt)) {
      sum.lastWorkedAt = found.lastWorkedAt
      sum.lastWorkedBy = found.lastWorkedBy
    }
  }
  return counts
}

/** The ids of the saved properties of a place. */
export async function readPropertyIdsOf(
  em: EntityManager,
  { cells: { inside, border }, contains }: Pick<Place, 'cells' | 'contains'>,
): Promise<string[]> {
  const ranges = [...inside, ...border]
  const rows = await queryRows<{ id: string; lat: number; lng: number; isInside: boolean }>(
    em,
    `select p.id, p.lat, p.lng, c.is_inside as "isInside"
     from unnest($1::bigint[], $2::bigint[], $3::boolean[]) c (first, last, is_inside)
     cross join lateral (select p.id, p.lat, p.lng from properties p
       where p.tenant_id = :tenant and p.cell between c.first and c.last offset 0) p`,
    [
      ranges.map(([first]) => `${first}`),
      ranges.map(([, last]) => `${last}`),
      ranges.map((_range, index) => index < inside.length),
    ],
  )
  return rows.filter(({ isInside, lat, lng }) => isInside || contains({ lat, lng })).map(({ id }) => id)
}

const sums = `sum(w.knocks)::int as knocks, sum(w.talks)::int as talks, sum(w.leads)::int as leads,
  max(w.at) filter (where w.knocks > 0) as last_at,
  (array_agg(w.rep_id order by w.at desc, w.rep_id) filter (where w.knocks > 0))[1] as last_by`

/** What happened at property `p`, of the knocks and leads that there are: a lateral join `w`. */
function currentWorkSql({ from, to }: Span, bind: Bind): string {
  const [begin, end, talkOutcomes] = [bind(from), bind(to), bind(Object.keys(statusByOutcome))]
  return `lateral (select ${sums} from (
      select 1 as knocks, case when k.outcome = any(${talkOutcomes}) then 1 else 0 end as talks, 0 as leads, k.occurred_at as at, k.rep_id
      from knocks k where k.tenant_id = $1 and k.tenant_id = p.tenant_id and k.property_id = p.id
        and k.withdrawn_at is null and k.counted and k.occurred_at >= ${begin} and k.occurred_at < ${end}
      union all
      select 0, 0, 1, l.created_at, l.rep_id
      from leads l where l.tenant_id = $1 and l.tenant_id = p.tenant_id and l.property_id = p.id
        and l.created_at >= ${begin} and l.created_at < ${end}) w) w on true`
}

/** What had happened at property `p`, of the events that were recorded until `asOf`: a join `w`. */
function loggedWorkSql({ from, to }: Span, asOf: Date, bind: Bind): string {
  const [begin, end] = [bind(from), bind(to)]
  const slice = storedEventsSql(`tenant_id = $1
    and position >= activity_position_from($1, ${begin}::timestamptz - interval '1 hour')${asOfCondition(asOf, bind)}`)
  return `(select w.property_id, ${sums} from (
      select (e.data->>'propertyId')::uuid as property_id, c.rep_id, max(c.at) as at, sum(c.doors) as knocks,
        sum(c.talks) as talks, sum(c.leads) as leads
      from (${repHours.rowsSql(slice)}) c
      join activity_events e on e.tenant_id = $1 and e.tenant_id = c.tenant_id and e.position = c.position
      where c.at >= ${begin} and c.at < ${end} and (c.doors <> 0 or c.leads <> 0)
      group by 1, c.thing, c.rep_id) w
    group by w.property_id) w on w.property_id = p.id`
}

/** The mark of property `p` that forbade to knock as of the time; now for null. */
function markSql(asOf: Date | null, bind: Bind): string {
  const at = asOf ? `${bind(asOf)}::timestamptz` : 'now()'
  return `select from do_not_knock m where m.tenant_id = $1 and m.tenant_id = p.tenant_id and m.property_id = p.id
    and m.set_at <= ${at} and (m.lifted_at is null or m.lifted_at > ${at})
    and m.starts_at <= ${at} and (m.ends_at is null or m.ends_at > ${at})`
}
