import { createParameters, type Bind } from '../database/parameters.ts'
import { queryRows, type EntityManager } from '../database/connection.ts'
import type { Role } from '../domain/enums.ts'
import type { Span } from '../domain/periods.ts'
import { currentDataSql, storedEventsSql } from '../events/versions.ts'
import type { MetricSource } from './metricSources.ts'

/** An event of the log. */
export interface LogEvent {
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
  /** The id of the session or of the API key. */
  sessionId: string | null
  tenantName: string | null
}

/** The columns of a `LogEvent`, selected from `activity_events e`, without the name of the tenant. */
export const logEventColumns = `e.tenant_id as "tenantId", e.position::int, e.event_id as "eventId", e.type, ${currentDataSql('e')} as data,
  e.occurred_at as "occurredAt", e.recorded_at as "recordedAt", e.actor_id as "actorId", e.real_role as "realRole",
  e.acting_role as "actingRole", e.subject_id as "subjectId", e.session_id as "sessionId"`

/** An event of the log with the `amount` it adds to a metric and the time `at` which it counts. */
export interface ContributingEvent extends LogEvent {
  amount: number
  at: Date
}

/** The part of a tenant's log that a metric is computed from. */
export interface MetricScope {
  tenantId: string
  /** Null for all people. */
  personId: string | null
  /** Null for current totals, which do not depend on time. */
  span: Span | null
  /** Counts only what happened in one hour of one weekday; null for all. */
  weekdayHour?: { weekday: number; hour: number; timeZone: string } | null
  /** Computes the metric as of this time; null for the current one. */
  asOf: Date | null
}

export interface ContributingEventsPage {
  /** Lists only events at lower positions; null for the first page. */
  before: number | null
  limit: number
  /** Also lists corrections and the events that they correct. */
  includeCorrections: boolean
}

/** The value of the metric: from the projection that dashboards read, or from the log if the projection lacks the detail. */
export async function readMetric(em: EntityManager, source: MetricSource, scope: MetricScope): Promise<number> {
  const { projection } = source
  const isProjected = !scope.asOf && !(scope.personId && source.personColumn === 'actor_id')
  const { bind, values } = createParameters(scope.tenantId)
  const sum = (from: string, conditions: string[]) =>
    `select coalesce(sum(${amountSql(source)}), 0)::bigint as total from ${from} c where ${conditions.join(' and ')}`
  const statement = isProjected
    ? sum(projection.table, [
        'c.tenant_id = $1',
        ...keyConditions(source, scope, bind),
        ...(scope.span && projection.keyColumns.includes('hour') ? spanConditions('c.hour', scope.span, bind) : []),
        ...weekdayHourConditions(scope, bind),
      ])
    : sum(`(${projection.rowsSql(logSliceSql(scope, bind))})`, metricConditions(source, scope, bind))
  const [row] = await queryRows<{ total: string }>(em, statement, values)
  return Number(row!.total)
}

/** The events that contribute to the metric, latest first, without those that were corrected. */
export async function listContributingEvents(
  em: EntityManager,
  source: MetricSource,
  scope: MetricScope,
  page: ContributingEventsPage,
): Promise<ContributingEvent[]> {
  const { bind, values } = createParameters(scope.tenantId)
  const amount = amountSql(source)
  const rows = source.projection.rowsSql(logSliceSql(scope, bind))
  const conditions = metricConditions(source, scope, bind)
  if (page.before !== null) conditions.push(`c.position < ${bind(page.before)}`)
  if (source.correctable && !page.includeCorrections)
    conditions.push(`${amount} > 0`, notCorrectedCondition(source, scope, bind))
  const amounts = `select c.position, ${amount} as amount, c.at from (${rows}) c
    where ${conditions.join(' and ')} order by c.position desc limit ${bind(page.limit)}`
  return queryRows<ContributingEvent>(em, contributingEventsSql(amounts), values)
}

/** The events of the log of tenant $1, joined to `amounts`, a query of `(position, amount, at)`. */
export function contributingEventsSql(amounts: string): string {
  return `select ${logEventColumns}, (select name from tenants where id = $1) as "tenantName", c.amount::float8 as amount, c.at
    from (${amounts}) c join activity_events e on e.tenant_id = $1 and e.position = c.position
    order by c.position desc, c.amount desc`
}

function amountSql({ columns }: MetricSource): string {
  return `(${columns.map((name) => `c.${name}`).join(' + ')})`
}

/** The events that can count in the span. An event is recorded after it occurs, or up to an hour before if clocks differ. */
function logSliceSql({ span, asOf }: MetricScope, bind: Bind): string {
  const begin = span
    ? ` and position >= activity_position_from($1, ${bind(span.from)}::timestamptz - interval '1 hour')`
    : ''
  return storedEventsSql(`tenant_id = $1${begin}${asOfCondition(asOf, bind)}`)
}

/** Leaves out the events recorded after `asOf`, corrections included. */
export function asOfCondition(asOf: Date | null, bind: Bind): string {
  return asOf ? ` and position < activity_position_from($1, ${bind(asOf)}::timestamptz + interval '1 microsecond')` : ''
}

function metricConditions(source: MetricSource, scope: MetricScope, bind: Bind): string[] {
  const times = scope.span ? spanConditions('c.at', scope.span, bind) : []
  return [
    ...keyConditions(source, scope, bind),
    ...times,
    ...weekdayHourConditions(scope, bind),
    `${amountSql(source)} <> 0`,
  ]
}

function keyConditions(source: MetricSource, { personId }: MetricScope, bind: Bind): string[] {
  const keys = Object.entries(source.keys).map(([name, value]) => `c.${name} = ${bind(value)}`)
  return personId ? [...keys, `c.${source.personColumn} = ${bind(personId)}`] : keys
}

function spanConditions(column: string, { from, to }: Span, bind: Bind): string[] {
  return [`${column} >= ${bind(from)}`, `${column} < ${bind(to)}`]
}

function weekdayHourConditions({ weekdayHour }: MetricScope, bind: Bind): string[] {
  if (!weekdayHour) return []
  const { weekday, hour, timeZone } = weekdayHour
  const local = `c.hour at time zone ${bind(timeZone)}`
  return [`extract(isodow from ${local}) = ${bind(weekday)}`, `extract(hour from ${local}) = ${bind(hour)}`]
}

/** No later event counts for the same thing. A correction always reverses the last event that counted. */
function notCorrectedCondition({ projection, columns, keys }: MetricSource, { asOf }: MetricScope, bind: Bind): string {
  const later = storedEventsSql(
    `tenant_id = $1 and subject_id = c.subject_id and position > c.position${asOfCondition(asOf, bind)}`,
  )
  const sameKeys = Object.keys(keys).map((name) => ` and n.${name} = c.${name}`)
  const counts = columns.map((name) => `n.${name} <> 0`).join(' or ')
  return `not exists (select from (${projection.rowsSql(later)}) n where n.thing = c.thing and (${counts})${sameKeys.join('')})`
}
