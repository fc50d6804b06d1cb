import { rows, type EntityManager } from '../database/connection.ts'
import type { Span } from '../domain/periods.ts'
import type { Role } from '../domain/words.ts'
import type { FigureSource } from './figureSources.ts'

/** An event of the log with what it counts in a figure. */
export interface CountedEvent {
  tenantId: string
  position: number
  eventId: string
  type: string
  data: Record<string, unknown>
  occurredAt: Date
  recordedAt: Date
  actorId: string | null
  realRole: Role | null
  actingRole: Role | null
  subjectId: string | null
  sessionId: string | null
  tenantName: string | null
  amount: number
  at: Date
}

/** What is asked of a figure. */
export interface FigureScope {
  tenantId: string
  /** Of whom; null for everybody. */
  personId: string | null
  /** Null for what stands now, whenever it came. */
  span: Span | null
  /** As it stood then; null for now. */
  asOf: Date | null
}

export interface FigurePage {
  before: number | null
  limit: number
  /** Lists what was taken back, and what took it back, too. */
  corrections: boolean
}

/** The figure: from the projection that dashboards read, and out of the log where that does not keep it. */
export async function readFigure(em: EntityManager, source: FigureSource, scope: FigureScope): Promise<number> {
  const kept = !scope.asOf && !(scope.personId && source.person === 'actor_id')
  const { bind, values } = binding(scope.tenantId)
  const sum = (from: string, conditions: string[]) =>
    `select coalesce(sum(${amount(source)}), 0)::bigint as n from ${from} c where ${conditions.join(' and ')}`
  const timed = source.projection.key.includes('hour')
  const statement = kept
    ? sum(source.projection.table, [
        'c.tenant_id = $1',
        ...keysOf(source, scope, bind),
        ...(scope.span && timed ? between('c.hour', scope.span, bind) : []),
      ])
    : sum(`(${source.projection.rows(sliceOf(scope, bind))})`, conditionsOf(source, scope, bind))
  const [found] = await rows<{ n: string }>(em, statement, values)
  return Number(found!.n)
}

/** The events that the figure is made of, latest first: those that count and stand. */
export async function listCounted(
  em: EntityManager,
  source: FigureSource,
  scope: FigureScope,
  page: FigurePage,
): Promise<CountedEvent[]> {
  const { bind, values } = binding(scope.tenantId)
  const conditions = conditionsOf(source, scope, bind)
  if (page.before !== null) conditions.push(`c.position < ${bind(page.before)}`)
  if (source.correctable && !page.corrections) conditions.push(`${amount(source)} > 0`, standing(source, scope, bind))
  const counted = `select c.position, ${amount(source)} as amount, c.at from (${source.projection.rows(sliceOf(scope, bind))}) c
    where ${conditions.join(' and ')} order by c.position desc limit ${bind(page.limit)}`
  return rows<CountedEvent>(em, eventsOf(counted), values)
}

/** Events by the relation `(position, amount, at)` that says what they count, in the log of tenant $1. */
export function eventsOf(counted: string): string {
  return `select e.tenant_id as "tenantId", e.position::int, e.event_id as "eventId", e.type, e.data,
      e.occurred_at as "occurredAt", e.recorded_at as "recordedAt", e.actor_id as "actorId", e.real_role as "realRole",
      e.acting_role as "actingRole", e.subject_id as "subjectId", e.session_id as "sessionId",
      (select name from tenants where id = $1) as "tenantName", c.amount::float8 as amount, c.at
    from (${counted}) c join activity_events e on e.tenant_id = $1 and e.position = c.position
    order by c.position desc, c.amount desc`
}

type Bind = (value: unknown) => string

export function binding(tenantId: string): { bind: Bind; values: unknown[] } {
  const values: unknown[] = [tenantId]
  return { values, bind: (value) => `$${values.push(value)}` }
}

function amount({ columns }: FigureSource): string {
  return `(${columns.map((name) => `c.${name}`).join(' + ')})`
}

/** Nothing counts before it was written down, but for clocks that differ a little. */
function sliceOf({ span, asOf }: FigureScope, bind: Bind): string {
  const begin = span
    ? ` and position >= activity_position_from($1, ${bind(span.from)}::timestamptz - interval '1 hour')`
    : ''
  return `(select * from activity_events where tenant_id = $1${begin}${untilThen(asOf, bind)})`
}

/** What was not written down yet at `asOf` does not count, nor does it take anything back. */
export function untilThen(asOf: Date | null, bind: Bind): string {
  return asOf ? ` and position < activity_position_from($1, ${bind(asOf)}::timestamptz + interval '1 microsecond')` : ''
}

function conditionsOf(source: FigureSource, scope: FigureScope, bind: Bind): string[] {
  const times = scope.span ? between('c.at', scope.span, bind) : []
  return [...keysOf(source, scope, bind), ...times, `${amount(source)} <> 0`]
}

function keysOf(source: FigureSource, { personId }: FigureScope, bind: Bind): string[] {
  const keys = Object.entries(source.keys).map(([name, value]) => `c.${name} = ${bind(value)}`)
  return personId ? [...keys, `c.${source.person} = ${bind(personId)}`] : keys
}

function between(column: string, { from, to }: Span, bind: Bind): string[] {
  return [`${column} >= ${bind(from)}`, `${column} < ${bind(to)}`]
}

/** Nothing later counts for the same thing: a correction takes back what was counted last. */
function standing({ projection, columns, keys }: FigureSource, { asOf }: FigureScope, bind: Bind): string {
  const later = `(select * from activity_events
    where tenant_id = $1 and subject_id = c.subject_id and position > c.position${untilThen(asOf, bind)})`
  const same = Object.keys(keys).map((name) => ` and n.${name} = c.${name}`)
  const counts = columns.map((name) => `n.${name} <> 0`).join(' or ')
  return `not exists (select from (${projection.rows(later)}) n where n.thing = c.thing and (${counts})${same.join('')})`
}
