import type { Context } from '../context.ts'
import { queryRows, type EntityManager } from '../database/connection.ts'
import { prepared } from '../database/pipelinedConnection.ts'
import type { DoNotKnockKind } from '../domain/enums.ts'
import { lastDayOf, doNotKnockSentence, markAt, type Mark } from '../domain/doNotKnock/doNotKnock.ts'

/** A mark of a door that nobody has lifted, in force or not. */
export interface DoorMark extends Mark {
  tenantId: string
  propertyId: string
  id: string
  reason: string | null
  /** The city whose list it is on; null for other kinds. */
  source: string | null
}

const milliseconds = (column: string) => `(extract(epoch from m.${column}) * 1000)::float8`
const columns = `m.tenant_id as "tenantId", m.property_id as "propertyId", m.id, m.kind, m.reason, m.source,
  ${milliseconds('starts_at')} as "startsAt", ${milliseconds('ends_at')} as "endsAt", ${milliseconds('set_at')} as "setAt"`

/** SQL: the mark `m` is in force now, as `isInForce` says, and nobody has lifted it. For filters of lists. */
export const inForceSql = 'm.lifted_at is null and m.starts_at <= now() and (m.ends_at is null or m.ends_at > now())'

/** The marks of these properties that nobody has lifted. */
export function readMarks(em: EntityManager, propertyIds: readonly string[]): Promise<DoorMark[]> {
  return queryRows<DoorMark>(
    em,
    `select ${columns} from do_not_knock m
     where m.tenant_id = :tenant and m.property_id = any($1::uuid[]) and m.lifted_at is null order by m.set_at, m.id`,
    [propertyIds],
  )
}

/** The marks of this kind of a property that somebody has lifted after this time. */
export function readMarksLiftedAfter(
  em: EntityManager,
  propertyId: string,
  kind: DoNotKnockKind,
  time: Date,
): Promise<DoorMark[]> {
  return queryRows<DoorMark>(
    em,
    `select ${columns} from do_not_knock m
     where m.tenant_id = :tenant and m.property_id = $1 and m.kind = $2 and m.lifted_at > $3`,
    [propertyId, kind, time],
  )
}

/** The marks that forbid to knock at these properties now, by the id of the property. */
export async function readMarksInForce(
  em: EntityManager,
  propertyIds: readonly string[],
  now: Date,
): Promise<Map<string, DoorMark>> {
  const byProperty = Map.groupBy(await readMarks(em, propertyIds), ({ propertyId }) => propertyId)
  return new Map(
    [...byProperty].flatMap(([propertyId, marks]) => {
      const mark = markAt(marks, now.getTime())
      return mark ? [[propertyId, mark]] : []
    }),
  )
}

/** A mark with the time zone of its company. */
type MarkForKnock = DoorMark & { timeZone: string }

const knockRulesSql = prepared(
  `select ${columns}, t.time_zone as "timeZone", exists (select from permits p where p.tenant_id = $1) as "hasPermits"
   from tenants t
   left join do_not_knock m on m.tenant_id = t.id and m.tenant_id = $1 and m.property_id = any($2::uuid[]) and m.lifted_at is null
   where t.id = $1 order by m.set_at, m.id`,
)

/**
 * The marks of the doors of a batch of knocks, by the id of the property, and whether the tenant has permits. One statement,
 * because each batch waits for it.
 */
export async function readKnockRules(
  { database }: Pick<Context, 'database'>,
  tenantId: string,
  propertyIds: readonly string[],
): Promise<{ marks: Map<string, MarkForKnock[]>; hasPermits: boolean }> {
  type Row = { hasPermits: boolean } & (MarkForKnock | { id: null })
  const rows = await database.query<Row>({ tenantId }, knockRulesSql, [tenantId, propertyIds])
  const marks = rows.filter((row) => row.id !== null)
  return {
    marks: Map.groupBy(marks, ({ propertyId }) => propertyId),
    hasPermits: rows.some(({ hasPermits }) => hasPermits),
  }
}

/** Why a knock at this time is refused, for its rep. */
export function refusalOf(marks: readonly MarkForKnock[], occurredAt: Date, now: Date): string {
  const mark = markAt(marks, occurredAt.getTime())!
  const until = mark.endsAt === null ? null : lastDayOf(mark.endsAt, now.getTime(), mark.timeZone)
  return `Do not knock at this door. ${doNotKnockSentence(mark, until)}.`
}
