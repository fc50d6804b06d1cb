import { createParameters, type Bind } from '../database/parameters.ts'
import { queryRows, type EntityManager } from '../database/connection.ts'
import type { Role } from '../domain/enums.ts'
import type { Span } from '../domain/periods.ts'
import { currentDataSql, storedEventsSql } from '../events/versions.ts'
import { amountSql, type MetricGrouping, type MetricSource } from './metricSources.ts'
import { sqlLiterals } from './projection.ts'

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

/** The types of events that can take away from a metric. They are rare, and have an index. */
const reversingTypes = ['KnockWithdrawn', 'LeadDeleted', 'LeadRetagged', 'LeadStatusChanged'] as const

/** The columns of a `LogEvent`, selected from `activity_events e`, without the name of the tenant. */
export const logEventColumns = `e.tenant_id as "tenantId", e.position::int, e.event_id as "eventId", e.type, ${currentDataSql('e')} as data,
  e.occurred_at as "occurredAt", e.recorded_at as "recordedAt", e.actor_id as "actorId", e.real_role as "realRole",
  e.acting_role as "actingRole", e.subject_id as "subjectId", e.session_id as "sessionId"`

/** An event of the log with the `amount` it adds to a metric and the time `at` which it counts. */
export interface ContributingEvent extends LogEvent {
  amount: number
  at: Date
  /** Whether a later event reversed this one. */
  isReversed: boolean
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
  /** Counts only what happened at these properties; undefined for all. The metric is then computed from the log. */
  propertyIds?: readonly string[] | undefined
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
  const { bind, values } = createParameters(scope.tenantId)
  const [row] = await queryRows<{ total: string }>(
    em,
    `select coalesce(sum(${amountSql(source)}), 0)::bigint as total from ${countedRowsSql(source, scope, bind)}`,
    values,
  )
  return Number(row!.total)
}

/** A part of a metric. */
export interface MetricLine {
  /** What the part is of: the id of a rep, a service type, an event type. */
  key: string
  amount: number
}

export interface MetricLines {
  /** The largest first, without those that are zero. */
  lines: MetricLine[]
  /** The number of all lines, of which only the first are in `lines`. */
  count: number
}

/** The metric by what `grouping` names, from the same rows as `readMetric`, so that all lines add up to its value. */
export async function readMetricLines(
  em: EntityManager,
  { source, parts }: MetricGrouping,
  scope: MetricScope,
  limit: number,
): Promise<MetricLines> {
  const { bind, values } = createParameters(scope.tenantId)
  const amounts = parts.map(({ key, amount }) => `(${key}, ${amount})`).join(', ')
  const rows = await queryRows<{ key: string; amount: string; count: number }>(
    em,
    `select v.key, sum(v.amount)::bigint as amount, (count(*) over ())::int as count
     from ${countedRowsSql(source, scope, bind, `cross join lateral (values ${amounts}) v (key, amount)`)}
     group by v.key having sum(v.amount) <> 0 order by 2 desc, 1 limit ${bind(limit)}`,
    values,
  )
  return { lines: rows.map(({ key, amount }) => ({ key, amount: Number(amount) })), count: rows[0]?.count ?? 0 }
}

/** How much later events took away from the metric. The metric without reversals is its value plus this. */
export async function readReversed(em: EntityManager, source: MetricSource, scope: MetricScope): Promise<number> {
  if (!source.correctable) return 0
  const { bind, values } = createParameters(scope.tenantId)
  const slice = logSliceSql(scope, bind, ` and type in (${sqlLiterals(reversingTypes)})`)
  const conditions = [...metricConditions(source, scope, bind), `${amountSql(source)} < 0`]
  const [row] = await queryRows<{ total: string }>(
    em,
    `select coalesce(-sum(${amountSql(source)}), 0)::bigint as total from (${source.projection.rowsSql(slice)}) c
     where ${conditions.join(' and ')}`,
    values,
  )
  return Number(row!.total)
}

/** The rows `c` whose amounts add up to the metric, after `from`: a relation, what `join` adds to it, and its conditions. */
function countedRowsSql(source: MetricSource, scope: MetricScope, bind: Bind, join = ''): string {
  const { projection } = source
  if (scope.asOf || scope.propertyIds || (scope.personId && source.personColumn === 'actor_id'))
    return `(${projection.rowsSql(logSliceSql(scope, bind))}) c ${join} where ${metricConditions(source, scope, bind).join(' and ')}`
  const conditions = [
    'c.tenant_id = $1',
    ...keyConditions(source, scope, bind),
    ...(scope.span && projection.keyColumns.includes('hour') ? spanConditions('c.hour', scope.span, bind) : []),
    ...weekdayHourConditions(scope, bind),
  ]
  return `${projection.table} c ${join} where ${conditions.join(' and ')}`
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
  // The condition binds parameters, which a statement without it must not have.
  const notCorrected = source.correctable ? notCorrectedCondition(source, scope, bind) : null
  if (notCorrected && !page.includeCorrections) conditions.push(`${amount} > 0`, notCorrected)
  const isReversed = notCorrected ? `${amount} > 0 and not ${notCorrected}` : 'false'
  const amounts = `select c.position, ${amount} as amount, c.at, ${isReversed} as is_reversed from (${rows}) c
    where ${conditions.join(' and ')} order by c.position desc limit ${bind(page.limit)}`
  return queryRows<ContributingEvent>(em, contributingEventsSql(amounts), values)
}

/** The events of the log of tenant $1, joined to `amounts`, a query of `(position, amount, at, is_reversed)`. */
export function contributingEventsSql(amounts: string): string {
  return `select ${logEventColumns}, (select name from tenants where id = $1) as "tenantName", c.amount::float8 as amount, c.at,
      c.is_reversed as "isReversed" from (${amounts}) c join activity_events e on e.tenant_id = $1 and e.position = c.position
    order by c.position desc, c.amount desc`
}

/** The events that can count in the span. An event is recorded after it occurs, or up to an hour before if clocks differ. */
function logSliceSql({ span, propertyIds, asOf }: MetricScope, bind: Bind, more = ''): string {
  const begin = span
    ? ` and position >= activity_position_from($1, ${bind(span.from)}::timestamptz - interval '1 hour')`
    : ''
  const place = propertyIds ? ` and data->>'propertyId' = any(${bind(propertyIds)}::text[])` : ''
  return storedEventsSql(`tenant_id = $1${begin}${asOfCondition(asOf, bind)}${place}${more}`)
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
