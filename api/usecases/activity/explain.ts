import type { Context } from '../../context.ts'
import type { EntityManager } from '../../database/connection.ts'
import { inSnapshot } from '../../database/snapshot.ts'
import { Refused } from '../../domain/errors.ts'
import type { Metric, MetricGroupingName } from '../../domain/performance/metrics.ts'
import { parseId } from '../../domain/ids.ts'
import { readCursor, toPage, writeCursor, type Page, type PageRequest } from '../../domain/paging.ts'
import { ceilToHour, checkDays, hourMs, type Span } from '../../domain/periods.ts'
import { authorize, ownUserIdOf, requireSignedIn, requireTenant, type Action } from '../../domain/permissions.ts'
import { microsToDollars } from '../../domain/usage/usageServices.ts'
import type { Period } from '../../domain/enums.ts'
import { platformTenantId } from '../../events/catalog.ts'
import {
  listContributingEvents,
  readMetric,
  readMetricLines,
  readReversed,
  type ContributingEvent,
  type ContributingEventsPage,
  type MetricLines,
  type MetricScope,
} from '../../projections/contributingEvents.ts'
import { listPropertyEvents } from '../../projections/contributingProperties.ts'
import { metricGroupingsOf, metricSourceOf, type MetricBreakdown } from '../../projections/metricSources.ts'
import { countPropertiesByRep, countStoredProperties } from '../../projections/propertyCells.ts'
import { readTenantPeriod, readTenantTimeZone, rollingDays } from '../tenants/calendar.ts'
import { findTenant } from '../tenants/tenants.ts'
import { readPassScope } from '../territories/passReport.ts'
import { readUserRefs, userRefOf, type UserRef } from '../users/userRefs.ts'
import { attachReferences, type ActivityView } from './activityLog.ts'

export interface MetricQuery extends MetricBreakdown {
  figure: Metric
  period: Period
  /** Rolling days instead of a period, as in the tenant comparison. */
  days?: number | null
  /** Any time from a whole hour to another instead of a period; both or neither. */
  from?: Date | null
  to?: Date | null
  /** Counts only this hour (0 to 23) of this weekday (1 for Monday to 7) of the tenant's time zone; both or neither. */
  weekday?: number | null
  hour?: number | null
  /** Counts only this rep; for usage, only this actor. */
  userId?: string | null
  /** For a global admin: the tenant instead of the chosen one, or `platformTenantId` for the platform itself. */
  tenantId?: string | null
  /** Counts only what was done in this pass in this territory, instead of a period; both or neither. */
  passId?: string | null
  territoryId?: string | null
  /** The metric as of this time, in the period that contains it. */
  asOf?: Date | null
  /** Also lists reversed events and the events that reverse them. */
  corrections?: boolean | null
}

/** An event that contributes to a metric. */
export interface ExplainedEvent {
  event: ActivityView
  /** How much the event adds: 1, the records of a lookup, or dollars. Negative for an event that reverses another. */
  amount: number
  /** The time the amount counts for. For a reversal, the time of the reversed event. */
  at: Date
  /** Whether a later event reversed it, so that it no longer counts. */
  isReversed: boolean
}

/** A part of a metric. */
export interface ReceiptLine {
  /** What the part is of, in the terms of `by`; null for what belongs to nobody. */
  key: string | null
  /** The rep, if the metric is divided by rep. */
  user: UserRef | null
  amount: number
}

/** A metric by one of its dimensions. All lines and the others add up to the metric. */
export interface ReceiptSection {
  by: MetricGroupingName
  /** The largest first, at most 50. */
  lines: ReceiptLine[]
  /** The number of further lines, and their amount. */
  otherCount: number
  otherAmount: number
}

/** The sums of all the events of a metric. */
export interface Receipt {
  /** What later events took away: the counted events without reversals are the total plus this. */
  reversed: number
  sections: ReceiptSection[]
}

export interface Explanation {
  figure: Metric
  /** Null for a current total, which has no period. */
  from: Date | null
  to: Date | null
  /** The metric as the dashboards show it: the sum of the amounts on all pages. */
  total: number
  page: Page<ExplainedEvent>
  /** Null unless requested. */
  receipt: Receipt | null
}

/** A receipt names more reps than most teams have; a tenant may have thousands. */
const maxReceiptLines = 50

const currentStateMetrics: readonly Metric[] = ['total_leads', 'total_properties']
const activityMetrics: readonly Metric[] = [
  'properties_searched',
  'doors_knocked',
  'talks',
  'leads_created',
  'leads_converted',
  'late_events',
]

/**
 * A metric and the events that contribute to it, latest first, without reversed ones. The total comes from the projection
 * that the dashboards read and the events from the log, in one snapshot, as is the receipt. A rep gets only their own. Throws `Refused` for a
 * breakdown that the metric does not have, `NotFound` for an unknown tenant.
 */
export async function explain(
  ctx: Context,
  query: MetricQuery,
  page: PageRequest,
  { withReceipt }: { withReceipt: boolean },
): Promise<Explanation> {
  const reach = authorize(ctx.actor, requiredAction(query.figure))
  const tenantId = resolveTenantId(ctx, query)
  const requestedUserId = query.userId ? parseId(query.userId, 'User') : null
  const ownUserId = reach === 'own' ? ownUserIdOf(ctx.actor!) : null
  const asOf = validateAsOf(query.asOf)
  const pageOptions = {
    before: page.after ? Number(readCursor(page.after, [isCursorPart])[0]!.slice('at '.length)) : null,
    includeCorrections: query.corrections ?? false,
  }
  // The scope of a tenant would hide users of the platform, who belong to no tenant.
  const databaseScope = tenantId === platformTenantId ? 'platform' : { tenantId }
  return inSnapshot(ctx.database, databaseScope, async (em) => {
    if (tenantId !== platformTenantId) await findTenant(em, tenantId)
    const pass = await resolvePass(em, ctx, tenantId, query)
    const span = pass?.span ?? (await resolveSpan(em, ctx, tenantId, query, asOf))
    const weekdayHour = span && (await resolveWeekdayHour(em, tenantId, query))
    const personId = ownUserId ?? requestedUserId
    const scope = { tenantId, personId, span, weekdayHour, propertyIds: pass?.propertyIds, asOf }
    const isOtherUser = ownUserId !== null && requestedUserId !== null && requestedUserId !== ownUserId
    const found = isOtherUser
      ? { total: 0, events: [] }
      : await readTotalAndEvents(em, query, scope, { ...pageOptions, limit: page.limit + 1 })
    return {
      figure: query.figure,
      from: span?.from ?? null,
      to: span?.to ?? null,
      total: toDisplayUnits(query.figure, found.total),
      page: await buildPage(em, query.figure, found.events, page.limit),
      receipt: !withReceipt ? null : isOtherUser ? emptyReceipt : await readReceipt(em, query, scope, found.total),
    }
  })
}

async function readTotalAndEvents(
  em: EntityManager,
  query: MetricQuery,
  scope: MetricScope,
  page: ContributingEventsPage,
): Promise<{ total: number; events: ContributingEvent[] }> {
  if (query.figure === 'total_properties') {
    if (scope.asOf) throw new Refused('Earlier numbers of properties are not stored.')
    return {
      // The platform has no properties, and its scope would count those of all tenants.
      total: scope.tenantId === platformTenantId ? 0 : await countStoredProperties(em, scope.personId),
      events: await listPropertyEvents(em, scope, page),
    }
  }
  const source = metricSourceOf(query.figure, query)
  if (!source) throw new Refused('This metric has no such breakdown.')
  return { total: await readMetric(em, source, scope), events: await listContributingEvents(em, source, scope, page) }
}

const emptyReceipt: Receipt = { reversed: 0, sections: [] }

/** The receipt of a metric with this total. */
async function readReceipt(em: EntityManager, query: MetricQuery, scope: MetricScope, total: number): Promise<Receipt> {
  const { figure } = query
  const source = metricSourceOf(figure, query)
  const reversed = source ? await readReversed(em, source, scope) : 0
  const sections = total === 0 ? [] : await readSections(em, query, scope, total)
  const userIds = sections.flatMap(({ by, lines }) => (by === 'user' ? lines.flatMap(({ key }) => key ?? []) : []))
  const users = await readUserRefs(em, userIds)
  return {
    reversed: toDisplayUnits(figure, reversed),
    sections: sections.map(({ by, lines, ...rest }) => ({
      ...{ by, ...rest },
      lines: lines.map((line) => ({ ...line, user: by === 'user' && line.key ? userRefOf(users, line.key) : null })),
    })),
  }
}

type UnnamedSection = Omit<ReceiptSection, 'lines'> & { lines: Omit<ReceiptLine, 'user'>[] }

async function readSections(
  em: EntityManager,
  query: MetricQuery,
  scope: MetricScope,
  total: number,
): Promise<UnnamedSection[]> {
  const { figure } = query
  if (figure === 'total_properties')
    return [buildSection(figure, 'user', await readPropertyLines(em, scope, total), total)]
  return Promise.all(
    metricGroupingsOf(figure, query).map(async (grouping) =>
      buildSection(figure, grouping.by, await readMetricLines(em, grouping, scope, maxReceiptLines), total),
    ),
  )
}

/** Properties by rep, and those of nobody. */
async function readPropertyLines(em: EntityManager, { personId }: MetricScope, total: number): Promise<MetricLines> {
  return personId ? { lines: [{ key: personId, amount: total }], count: 1 } : countPropertiesByRep(em, maxReceiptLines)
}

function buildSection(
  figure: Metric,
  by: MetricGroupingName,
  { lines, count }: MetricLines,
  total: number,
): UnnamedSection {
  const rest = total - lines.reduce((sum, { amount }) => sum + amount, 0)
  // Properties that are assigned to nobody.
  const isUnassigned = figure === 'total_properties' && count === lines.length && rest !== 0
  const shown: { key: string | null; amount: number }[] = isUnassigned ? [...lines, { key: null, amount: rest }] : lines
  return {
    by,
    lines: shown.map(({ key, amount }) => ({ key, amount: toDisplayUnits(figure, amount) })),
    otherCount: count - lines.length,
    otherAmount: isUnassigned ? 0 : toDisplayUnits(figure, rest),
  }
}

function requiredAction(figure: Metric): Action {
  if (currentStateMetrics.includes(figure)) return 'totals.read'
  return activityMetrics.includes(figure) ? 'performance.read' : 'usage.read'
}

/**
 * The tenant of the query. A global admin may name any tenant, because their dashboards list all of them. For any other
 * actor, and while viewing as another role, it is always the actor's tenant.
 */
function resolveTenantId(ctx: Context, { tenantId }: MetricQuery): string {
  const actor = requireSignedIn(ctx.actor)
  const seesAllTenants = actor.role === 'global_admin' && !actor.viewedRole
  if (!seesAllTenants || !tenantId) return requireTenant(actor)
  return tenantId === platformTenantId ? platformTenantId : parseId(tenantId, 'Tenant')
}

async function resolveSpan(
  em: EntityManager,
  ctx: Context,
  tenantId: string,
  { figure, period, days, from, to }: MetricQuery,
  asOf: Date | null,
): Promise<Span | null> {
  if (currentStateMetrics.includes(figure)) return null
  if (from || to) return givenSpan(from, to)
  const now = asOf ?? ctx.now()
  if (days == null && tenantId === platformTenantId)
    throw new Refused('The platform has no time zone. Specify days instead of a period.', { days: 'Between 1 and 366' })
  if (days == null) return (await readTenantPeriod(em, tenantId, period, now)).span
  checkDays(days)
  return rollingDays(days, now)
}

/** The metrics that a pass counts. */
const passMetrics: readonly Metric[] = ['doors_knocked', 'talks', 'leads_created']

async function resolvePass(em: EntityManager, ctx: Context, tenantId: string, query: MetricQuery) {
  const { figure, passId, territoryId, days, from, to } = query
  if (passId == null && territoryId == null) return null
  const message = 'A pass has doors knocked, talks and leads created, in one of its territories.'
  if (!passId || !territoryId || !passMetrics.includes(figure))
    throw new Refused(message, { pass_id: message, territory_id: message })
  const time = 'A pass has its own time. Leave out the days, or the pass.'
  if (days != null || from || to) throw new Refused(time, { pass_id: time })
  return readPassScope(em, ctx, tenantId, { passId, territoryId })
}

const maxSpanMs = 732 * 24 * hourMs

/** Whole hours, as the projections count. */
function givenSpan(from: Date | null | undefined, to: Date | null | undefined): Span {
  const message = 'Give `from` and a later `to`, at most two years apart.'
  const length = from && to ? to.getTime() - from.getTime() : Number.NaN
  if (!(length > 0 && length <= maxSpanMs)) throw new Refused(message, { from: message })
  return { from: ceilToHour(from!), to: ceilToHour(to!) }
}

async function resolveWeekdayHour(em: EntityManager, tenantId: string, { weekday, hour }: MetricQuery) {
  if (weekday == null && hour == null) return null
  const isWhole = (value: number | null | undefined, low: number, high: number) =>
    Number.isInteger(value) && value! >= low && value! <= high
  if (!isWhole(weekday, 1, 7) || !isWhole(hour, 0, 23))
    throw new Refused('Give a weekday from 1 to 7 and an hour from 0 to 23.', { weekday: '1 to 7', hour: '0 to 23' })
  return { weekday: weekday!, hour: hour!, timeZone: await readTenantTimeZone(em, tenantId) }
}

function validateAsOf(asOf: Date | null | undefined): Date | null {
  if (asOf && Number.isNaN(asOf.getTime())) throw new Refused('The time is not valid.', { as_of: 'Use ISO 8601.' })
  return asOf ?? null
}

/** Converts a cost from micro-dollars to dollars. */
function toDisplayUnits(figure: Metric, amount: number): number {
  return figure === 'total_cost' ? microsToDollars(amount) : amount
}

async function buildPage(
  em: EntityManager,
  figure: Metric,
  events: ContributingEvent[],
  limit: number,
): Promise<Page<ExplainedEvent>> {
  const { items, ...rest } = toPage(events, limit, ({ position }) => writeCursor(`at ${position}`))
  const found = await attachReferences(em, items)
  return {
    ...rest,
    items: found.map(({ amount, at, isReversed, ...event }) => ({
      event,
      amount: toDisplayUnits(figure, amount),
      at,
      isReversed,
    })),
  }
}

const isCursorPart = (part: string) => /^at ([0-9]{1,15})$/.test(part)
