import { queryRows, type EntityManager } from '../database/connection.ts'
import type { Span } from '../domain/periods.ts'
import type { Role } from '../domain/enums.ts'
import type { MetricSource } from './metricSources.ts'

/** An event of the log with what it counts in a figure. */
export interface ContributingEvent {
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
export interface MetricScope {
  tenantId: string
  /** Of whom; null for everybody. */
  personId: string | null
  /** Null for what stands now, whenever it came. */
  span: Span | null
  /** As it stood then; null for now. */
  asOf: Date | null
}

export interface ContributingEventsPage {
  before: number | null
  limit: number
  /** Lists what was taken back, and what took it back, too. */
  includeCorrections: boolean
}

/** The figure: from the projection that dashboards read, and out of the log where that does not keep it. */
export async function readMetric(em: EntityManager, source: MetricSource, scope: MetricScope): Promise<number> {
  const kept = !scope.asOf && !(scope.personId && source.personColumn === 'actor_id')
  const { bind, values } = createBinder(scope.tenantId)
  const sum = (from: string, conditions: string[]) =>
    `select coalesce(sum(${amountSql(source)}), 0)::bigint as n from ${from} c where ${conditions.join(' and ')}`
  const timed = source.projection.keyColumns.includes('hour')
  const statement = kept
    ? sum(source.projection.table, [
        'c.tenant_id = $1',
        ...keyConditions(source, scope, bind),
        ...(scope.span && timed ? betweenConditions('c.hour', scope.span, bind) : []),
      ])
    : sum(`(${source.projection.rowsSql(logSliceSql(scope, bind))})`, metricConditions(source, scope, bind))
  const [found] = await queryRows<{ n: string }>(em, statement, values)
  return Number(found!.n)
}

/** The events that the figure is made of, latest first: those that count and stand. */
export async function listContributingEvents(
  em: EntityManager,
  source: MetricSource,
  scope: MetricScope,
  page: ContributingEventsPage,
): Promise<ContributingEvent[]> {
  const { bind, values } = createBinder(scope.tenantId)
  const conditions = metricConditions(source, scope, bind)
  if (page.before !== null) conditions.push(`c.position < ${bind(page.before)}`)
  if (source.correctable && !page.includeCorrections)
    conditions.push(`${amountSql(source)} > 0`, notCorrectedCondition(source, scope, bind))
  const counted = `select c.position, ${amountSql(source)} as amount, c.at from (${source.projection.rowsSql(logSliceSql(scope, bind))}) c
    where ${conditions.join(' and ')} order by c.position desc limit ${bind(page.limit)}`
  return queryRows<ContributingEvent>(em, contributingEventsSql(counted), values)
}

/** Events by the relation `(position, amount, at)` that says what they count, in the log of tenant $1. */
export function contributingEventsSql(counted: string): string {
  return `select e.tenant_id as "tenantId", e.position::int, e.event_id as "eventId", e.type, e.data,
      e.occurred_at as "occurredAt", e.recorded_at as "recordedAt", e.actor_id as "actorId", e.real_role as "realRole",
      e.acting_role as "actingRole", e.subject_id as "subjectId", e.session_id as "sessionId",
      (select name from tenants where id = $1) as "tenantName", c.amount::float8 as amount, c.at
    from (${counted}) c join activity_events e on e.tenant_id = $1 and e.position = c.position
    order by c.position desc, c.amount desc`
}

type Bind = (value: unknown) => string

export function createBinder(tenantId: string): { bind: Bind; values: unknown[] } {
  const values: unknown[] = [tenantId]
  return { values, bind: (value) => `$${values.push(value)}` }
}

function amountSql({ columns }: MetricSource): string {
  return `(${columns.map((name) => `c.${name}`).join(' + ')})`
}

/** Nothing counts before it was written down, but for clocks that differ a little. */
function logSliceSql({ span, asOf }: MetricScope, bind: Bind): string {
  const begin = span
    ? ` and position >= activity_position_from($1, ${bind(span.from)}::timestamptz - interval '1 hour')`
    : ''
  return `(select * from activity_events where tenant_id = $1${begin}${asOfCondition(asOf, bind)})`
}

/** What was not written down yet at `asOf` does not count, nor does it take anything back. */
export function asOfCondition(asOf: Date | null, bind: Bind): string {
  return asOf ? ` and position < activity_position_from($1, ${bind(asOf)}::timestamptz + interval '1 microsecond')` : ''
}

function metricConditions(source: MetricSource, scope: MetricScope, bind: Bind): string[] {
  const times = scope.span ? betweenConditions('c.at', scope.span, bind) : []
  return [...keyConditions(source, scope, bind), ...times, `${amountSql(source)} <> 0`]
}

function keyConditions(source: MetricSource, { personId }: MetricScope, bind: Bind): string[] {
  const keys = Object.entries(source.keys).map(([name, value]) => `c.${name} = ${bind(value)}`)
  return personId ? [...keys, `c.${source.personColumn} = ${bind(personId)}`] : keys
}

function betweenConditions(column: string, { from, to }: Span, bind: Bind): string[] {
  return [`${column} >= ${bind(from)}`, `${column} < ${bind(to)}`]
}

/** Nothing later counts for the same thing: a correction takes back what was counted last. */
function notCorrectedCondition({ projection, columns, keys }: MetricSource, { asOf }: MetricScope, bind: Bind): string {
  const later = `(select * from activity_events
    where tenant_id = $1 and subject_id = c.subject_id and position > c.position${asOfCondition(asOf, bind)})`
  const same = Object.keys(keys).map((name) => ` and n.${name} = c.${name}`)
  const counts = columns.map((name) => `n.${name} <> 0`).join(' or ')
  return `not exists (select from (${projection.rowsSql(later)}) n where n.thing = c.thing and (${counts})${same.join('')})`
}
