import { parcelsOf, type Context } from '../../context.ts'
import { queryRows, type EntityManager } from '../../database/connection.ts'
import { statusByOutcome } from '../../domain/enums.ts'
import type { Point } from '../../domain/point.ts'
import { prepareContains } from '../../domain/polygons.ts'
import { inForceSql } from '../../records/doNotKnockRows.ts'
import type { AreaCells } from '../../domain/territories/areaCells.ts'
import type { CoveredRow } from '../../records/territoryRows.ts'

/** A place whose doors are counted: its cells, and the test of a point in those at its border. */
export interface Place {
  cells: AreaCells
  contains: (point: Point) => boolean
  /** What is counted of the knocks and leads since this time; all of them for null. */
  since?: Date | null
}

/** The place that a territory covers. */
export function placeOf({ area, cells }: Pick<CoveredRow, 'area' | 'cells'>): Place {
  let contains: Place['contains'] | undefined
  return { cells, contains: (point) => (contains ??= prepareContains(area))(point) }
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
  /** Those of them without a knock. */
  closed: number
}

interface SavedRow extends SavedCounts {
  place: number
  /** The properties in cells at the border, in JSON, because reading a row for each takes several times as long. */
  border: [
    lat: number,
    lng: number,
    worked: 0 | 1,
    talks: number,
    leads: number,
    lastMs: number | null,
    doNotKnock: 0 | 1,
  ][]
}

const talkOutcomes = Object.keys(statusByOutcome)

const cellsSql = 'unnest($1::int[], $2::bigint[], $3::bigint[], $4::boolean[]) c (place, first, last, is_inside)'

/** The values of `cellsSql`. */
function toParameters(places: readonly Place[]): unknown[][] {
  const cells = places.flatMap(({ cells: { inside, border } }, place) => [
    ...inside.map((range) => ({ place, range, isInside: true })),
    ...border.map((range) => ({ place, range, isInside: false })),
  ])
  return [
    cells.map(({ place }) => place),
    cells.map(({ range: [first] }) => `${first}`),
    cells.map(({ range: [, last] }) => `${last}`),
    cells.map(({ isInside }) => isInside),
  ]
}

/** Counts the saved properties of each place in one query, which tests those at the borders by their points. */
export async function countSaved(em: EntityManager, places: readonly Place[]): Promise<SavedCounts[]> {
  const rows = await queryRows<SavedRow>(
    em,
    // The ids are given to the indexes at once, because a lateral join that aggregates for each property takes twice the time.
    `with p as materialized (
       select c.place, c.is_inside, ($5::timestamptz[])[c.place + 1] as since, p.id, p.lat, p.lng
       from ${cellsSql}
       cross join lateral (select p.id, p.lat, p.lng
         from properties p where p.tenant_id = :tenant and p.cell between c.first and c.last offset 0) p),
     k as (
       select p.place, p.id, max(k.occurred_at) as last_at, count(*) filter (where k.outcome = any($6)) as talks
       from p join (select k.property_id, k.occurred_at, k.outcome from knocks k where k.tenant_id = :tenant
           and k.withdrawn_at is null and k.property_id = any(array(select p.id from p))) k
         on k.property_id = p.id and k.occurred_at >= p.since
       group by p.place, p.id),
     l as (
       select p.place, p.id, count(*) as leads
       from p join (select l.property_id, l.created_at from leads l where l.tenant_id = :tenant
           and l.property_id = any(array(select p.id from p))) l
         on l.property_id = p.id and l.created_at >= p.since
       group by p.place, p.id),
     figures as (
       select p.place, p.is_inside, p.lat, p.lng, k.last_at, coalesce(k.talks, 0) as talks, coalesce(l.leads, 0) as leads,
         exists (select from do_not_knock m where m.tenant_id = :tenant and m.property_id = p.id and ${inForceSql}) as is_marked
       from p left join k on k.place = p.place and k.id = p.id left join l on l.place = p.place and l.id = p.id)
     select place, (count(*) filter (where is_inside))::int as saved, (count(last_at) filter (where is_inside))::int as worked,
       coalesce(sum(talks) filter (where is_inside), 0)::int as talks,
       coalesce(sum(leads) filter (where is_inside), 0)::int as leads, max(last_at) filter (where is_inside) as "lastWorkedAt",
       (count(*) filter (where is_inside and is_marked))::int as "doNotKnock",
       (count(*) filter (where is_inside and is_marked and last_at is null))::int as closed,
       coalesce(json_agg(json_build_array(lat, lng, (last_at is not null)::int, talks, leads,
         extract(epoch from last_at) * 1000, is_marked::int)) filter (where not is_inside), '[]') as border
     from figures group by place`,
    [...toParameters(places), places.map(({ since }) => since ?? '-infinity'), talkOutcomes],
  )
  const byPlace = new Map(rows.map((row) => [row.place, row]))
  return places.map(({ contains }, place) => addBorder(byPlace.get(place), contains))
}

function addBorder(row: SavedRow | undefined, contains: Place['contains']): SavedCounts {
  const { place: _place, border, ...sum } = row ?? { ...nothingSaved, place: 0, border: [] }
  let lastMs = sum.lastWorkedAt?.getTime() ?? null
  for (const [lat, lng, worked, talks, leads, ms, doNotKnock] of border) {
    if (!contains({ lat, lng })) continue
    sum.saved += 1
    sum.worked += worked
    sum.talks += talks
    sum.leads += leads
    sum.doNotKnock += doNotKnock
    if (worked === 0) sum.closed += doNotKnock
    if (ms !== null && (lastMs === null || ms > lastMs)) lastMs = ms
  }
  return { ...sum, lastWorkedAt: lastMs === null ? null : new Date(lastMs) }
}

const nothingSaved: SavedCounts = {
  ...{ saved: 0, worked: 0, talks: 0, leads: 0 },
  ...{ lastWorkedAt: null, doNotKnock: 0, closed: 0 },
}

/** The number of saved properties of each place, without what happened there, which takes most of the time of `countSaved`. */
export async function countOnlySaved(em: EntityManager, places: readonly Place[]): Promise<number[]> {
  const rows = await queryRows<{ place: number; inside: number; lats: number[]; lngs: number[] }>(
    em,
    `select c.place, (count(*) filter (where c.is_inside))::int as inside,
       coalesce(json_agg(p.lat) filter (where not c.is_inside), '[]') as lats,
       coalesce(json_agg(p.lng) filter (where not c.is_inside), '[]') as lngs
     from ${cellsSql}
     cross join lateral (select p.lat, p.lng
       from properties p where p.tenant_id = :tenant and p.cell between c.first and c.last offset 0) p
     group by c.place`,
    toParameters(places),
  )
  const byPlace = new Map(rows.map((row) => [row.place, row]))
  return places.map(({ contains }, place) => {
    const { inside, lats, lngs } = byPlace.get(place) ?? { inside: 0, lats: [], lngs: [] }
    return inside + lats.filter((lat, index) => contains({ lat, lng: lngs[index]! })).length
  })
}

/** The addresses that the county records in each place; null with a provider that bills for records. */
export async function countRecordedAddresses(ctx: Context, places: readonly Place[]): Promise<(number | null)[]> {
  const counted = await parcelsOf(ctx).countAddresses?.(places.map(({ cells }) => cells))
  return places.map(({ contains }, index) => {
    const count = counted?.[index]
    return count ? count.inside + count.border.filter(contains).length : null
  })
}

/** The doors where a rep may knock and nobody has knocked. */
export const doorsLeft = (doors: number, { worked, closed }: Pick<SavedCounts, 'worked' | 'closed'>): number =>
  doors - worked - closed

/** The doors of a place: the recorded addresses, or the saved properties where no records, or fewer, are known. */
export function doorsOf(addresses: number | null, saved: number): number {
  return Math.max(addresses ?? 0, saved)
}
