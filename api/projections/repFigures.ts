import type { EntityManager } from '../database/connection.ts'
import { rows } from '../database/connection.ts'
import type { Span } from '../domain/periods.ts'
import type { PropertyType } from '../domain/words.ts'
import { projectionStatement } from './projection.ts'
import { repHours } from './repHours.ts'

/** A rep's counts in a span of time. */
export interface RepFigures {
  repId: string
  doors: number
  leads: number
  conversions: number
  properties: number
}

/** Each rep's counts for the span, whoever has any. */
export async function readRepFigures(em: EntityManager, { from, to }: Span): Promise<RepFigures[]> {
  return sumRepHours(em, 'rep_hours', from, to)
}

/**
 * The same figures as they stood at `asOf`: the projection's own statement over the log up to then, into a
 * relation that lasts as long as the transaction.
 */
export async function readRepFiguresAsOf(
  em: EntityManager,
  tenantId: string,
  { from, to }: Span,
  asOf: Date,
): Promise<RepFigures[]> {
  await rows(em, 'create temporary table rep_hours_then (like rep_hours including indexes) on commit drop')
  const slice = '(select * from activity_events where tenant_id = $1 and recorded_at <= $2)'
  await rows(em, projectionStatement(repHours, slice, 'rep_hours_then'), [tenantId, asOf])
  return sumRepHours(em, 'rep_hours_then', from, to)
}

function sumRepHours(
  em: EntityManager,
  relation: 'rep_hours' | 'rep_hours_then',
  from: Date,
  to: Date,
): Promise<RepFigures[]> {
  return rows<RepFigures>(
    em,
    `select rep_id as "repId", sum(doors)::int as doors, sum(leads)::int as leads,
       sum(conversions)::int as conversions, sum(properties)::int as properties
     from ${relation} where hour >= $1 and hour < $2 group by rep_id
     having sum(doors) <> 0 or sum(leads) <> 0 or sum(conversions) <> 0 or sum(properties) <> 0`,
    [from, to],
  )
}

/** On how many days of `timeZone` each rep knocked on a door that stands. */
export async function readKnockingDays(
  em: EntityManager,
  { from, to }: Span,
  timeZone: string,
): Promise<Map<string, number>> {
  const found = await rows<{ repId: string; days: number }>(
    em,
    `select rep_id as "repId", count(*)::int as days from (
       select rep_id, (hour at time zone $3)::date as day from rep_hours where hour >= $1 and hour < $2
       group by 1, 2 having sum(doors) > 0) d
     group by rep_id`,
    [from, to, timeZone],
  )
  return new Map(found.map(({ repId, days }) => [repId, days]))
}

/** Each rep's leads by service type, most first. */
export async function readRepTags(
  em: EntityManager,
  { from, to }: Span,
): Promise<Map<string, { tag: PropertyType; count: number }[]>> {
  const found = await rows<{ repId: string; tag: PropertyType; count: number }>(
    em,
    `select rep_id as "repId", tag, sum(leads)::int as count from rep_tag_hours where hour >= $1 and hour < $2
     group by 1, 2 having sum(leads) > 0 order by 3 desc, 2`,
    [from, to],
  )
  const byRep = new Map<string, { tag: PropertyType; count: number }[]>()
  for (const { repId, ...tag } of found) byRep.set(repId, [...(byRep.get(repId) ?? []), tag])
  return byRep
}
