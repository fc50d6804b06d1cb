import { parcelsOf, type Context } from '../../context.ts'
import { queryRows, type EntityManager } from '../../database/connection.ts'
import { statusByOutcome } from '../../domain/enums.ts'
import type { Point } from '../../domain/point.ts'
import { inForceSql } from '../../records/doNotKnockRows.ts'
import type { AreaCells } from '../../domain/territories/areaCells.ts'

/** A place whose doors are counted: its cells, and the test of a point in those at its border. */
export interface Place {
  cells: AreaCells
  contains: (point: Point) => boolean
  /** What is counted of the knocks and leads since this time; all of them for null. */
  since?: Date | null
  /** Counts no knocks and leads, which take most of the time. */
  onlySaved?: boolean
}

/** The saved properties of a place, and what happened there. */
export interface SavedCounts {
  saved: number
  /** Properties with a knock that stands. */
  worked: number
  /** Knocks that stand and are talks. */
  talks: number
  leads: number
  lastWorkedAt: Date | null
  /** Properties at which nobody may knock now. */
  doNotKnock: number
}

interface SavedRow extends SavedCounts {
  place: number
  /** Null for all properties that are inside together. */
  lat: number | null
  lng: number | null
}

const talkOutcomes = Object.keys(statusByOutcome)

/** Counts the saved properties of each place in one query, which tests those at the borders by their points. */
export async function countSaved(em: EntityManager, places: readonly Place[]): Promise<SavedCounts[]> {
  const cells = places.flatMap(({ cells: { inside, border } }, place) => [
    ...inside.map((range) => ({ place, range, isInside: true })),
    ...border.map((range) => ({ place, range, isInside: false })),
  ])
  const rows = await queryRows<SavedRow>(
    em,
    `select c.place, p.lat, p.lng, count(*)::int as saved, (count(k.last_at))::int as worked,
       coalesce(sum(k.talks), 0)::int as talks, coalesce(sum(l.leads), 0)::int as leads, max(k.last_at) as "lastWorkedAt",
       (count(*) filter (where exists (select from do_not_knock m where m.tenant_id = :tenant and m.tenant_id = p.tenant_id
         and m.property_id = p.id and ${inForceSql})))::int as "doNotKnock"
     from unnest($1::int[], $2::bigint[], $3::bigint[], $4::boolean[], $5::timestamptz[])
       c (place, first, last, is_inside, since)
     cross join lateral (select p.tenant_id, p.id, case when not c.is_inside then p.lat end as lat,
         case when not c.is_inside then p.lng end as lng
       from properties p where p.tenant_id = :tenant and p.cell between c.first and c.last offset 0) p
     left join lateral (select max(k.occurred_at) as last_at,
         (count(*) filter (where k.outcome = any($6)))::int as talks
       from knocks k where c.since is not null and k.tenant_id = :tenant and k.tenant_id = p.tenant_id and k.property_id = p.id
         and k.withdrawn_at is null and k.occurred_at >= c.since) k on true
     left join lateral (select count(*)::int as leads from leads l
       where c.since is not null and l.tenant_id = :tenant and l.tenant_id = p.tenant_id and l.property_id = p.id
         and l.created_at >= c.since) l on true
     group by c.place, p.lat, p.lng`,
    [
      cells.map(({ place }) => place),
      cells.map(({ range: [first] }) => `${first}`),
      cells.map(({ range: [, last] }) => `${last}`),
      cells.map(({ isInside }) => isInside),
      cells.map(({ place }) => (places[place]!.onlySaved ? null : (places[place]!.since ?? '-infinity'))),
      talkOutcomes,
    ],
  )
  const counts = places.map((): SavedCounts => ({
    saved: 0,
    worked: 0,
    talks: 0,
    leads: 0,
    lastWorkedAt: null,
    doNotKnock: 0,
  }))
  for (const { place, lat, lng, ...found } of rows) {
    if (lat !== null && lng !== null && !places[place]!.contains({ lat, lng })) continue
    const sum = counts[place]!
    for (const name of ['saved', 'worked', 'talks', 'leads', 'doNotKnock'] as const) sum[name] += found[name]
    if (found.lastWorkedAt && (!sum.lastWorkedAt || found.lastWorkedAt > sum.lastWorkedAt))
      sum.lastWorkedAt = found.lastWorkedAt
  }
  return counts
}

/** The addresses that the county records in each place; null with a provider that bills for records. */
export async function countRecordedAddresses(ctx: Context, places: readonly Place[]): Promise<(number | null)[]> {
  const counted = await parcelsOf(ctx).countAddresses?.(places.map(({ cells }) => cells))
  return places.map(({ contains }, index) => {
    const count = counted?.[index]
    return count ? count.inside + count.border.filter(contains).length : null
  })
}

/** The doors of a place: the recorded addresses, or the saved properties where no records, or fewer, are known. */
export function doorsOf(addresses: number | null, saved: number): number {
  return Math.max(addresses ?? 0, saved)
}
