import type { Context } from '../../context.ts'
import type { EntityManager } from '../../database/connection.ts'
import { Malformed, Refused } from '../../domain/errors.ts'
import type { Metric } from '../../domain/metrics.ts'
import { parseId } from '../../domain/ids.ts'
import type { Page, PageRequest } from '../../domain/paging.ts'
import type { Span } from '../../domain/periods.ts'
import { authorize, requireSignedIn, requireTenant, type Action } from '../../domain/permissions.ts'
import { microsToDollars } from '../../domain/usageServices.ts'
import type { Period } from '../../domain/enums.ts'
import { platformTenantId } from '../../events/catalog.ts'
import {
  listContributingEvents,
  readMetric,
  type ContributingEvent,
  type ContributingEventsPage,
  type MetricScope,
} from '../../projections/contributingEvents.ts'
import { listPropertyEvents } from '../../projections/contributingProperties.ts'
import { metricSourceOf, type MetricBreakdown } from '../../projections/metricSources.ts'
import { readApiKeyRefs, type ActivityView } from './activityLog.ts'
import { inSnapshot, rollingDays, readTenantPeriod } from '../tenants/calendar.ts'
import { readUserRefs } from '../performance/performance.ts'
import { sumStoredCounts } from '../properties/propertyMap.ts'
import { findTenant } from '../tenants/tenants.ts'

export interface MetricQuery extends MetricBreakdown {
  figure: Metric
  period: Period
  /** Rolling days instead of a period, as the tenant comparison has them. */
  days?: number | null
  /** Of one rep; of usage, what one person did. */
  userId?: string | null
  /** Whose figure, for a global admin, whichever tenant they chose; `platformTenantId` for the platform's own. */
  tenantId?: string | null
  /** As it stood then, in the period around it. */
  asOf?: Date | null
  /** Lists what was taken back, and what took it back, too. */
  corrections?: boolean | null
}

/** An event as a part of a figure. */
export interface ExplainedEvent {
  event: ActivityView
  /** What it counts: 1, the records of a look-up, dollars of a cost; below 0 for what takes something back. */
  amount: number
  /** When it counts: of a correction, when the thing it takes back was counted. */
  at: Date
}

export interface Explanation {
  figure: Metric
  /** Null for what stands now, whenever it came. */
  from: Date | null
  to: Date | null
  /** The figure as the dashboards show it: the amounts of all pages together. */
  total: number
  page: Page<ExplainedEvent>
}

const currentStateMetrics: readonly Metric[] = ['total_leads', 'total_properties']
const activityMetrics: readonly Metric[] = [
  'properties_searched',
  'doors_knocked',
  'leads_created',
  'leads_converted',
  'late_events',
]

/**
 * What a figure is made of, latest first: each event that counts and stands. The total comes from the projection that
 * the dashboards read, the list from the log itself, both of one moment. Who sees only their own figures is told of
 * those. Throws `Refused` for a part that the figure is not counted by, `NotFound` for an unknown tenant.
 */
export async function explain(ctx: Context, query: MetricQuery, page: PageRequest): Promise<Explanation> {
  const reach = authorize(ctx.actor, requiredAction(query.figure))
  const tenantId = resolveTenantId(ctx, query)
  const requestedUserId = query.userId ? parseId(query.userId, 'User') : null
  const ownUserId = reach === 'own' ? ctx.actor!.userId : null
  const asOf = validateAsOf(query.asOf)
  const pageOptions = {
    before: page.after ? decodeCursor(page.after) : null,
    includeCorrections: query.corrections ?? false,
  }
  // The platform's people belong to no tenant.
  const databaseScope = tenantId === platformTenantId ? 'platform' : { tenantId }
  return ctx.database.within(databaseScope, async (em) => {
    await inSnapshot(em)
    if (tenantId !== platformTenantId) await findTenant(em, tenantId)
    const span = await resolveSpan(em, ctx, tenantId, query, asOf)
    const scope = { tenantId, personId: ownUserId ?? requestedUserId, span, asOf }
    const isOtherUser = ownUserId !== null && requestedUserId !== null && requestedUserId !== ownUserId
    const found = isOtherUser
      ? { total: 0, events: [] }
      : await readTotalAndEvents(em, query, scope, { ...pageOptions, limit: page.limit + 1 })
    return {
      ...{ figure: query.figure, from: span?.from ?? null, to: span?.to ?? null },
      ...{
        total: toDisplayUnits(query.figure, found.total),
        page: await buildPage(em, query.figure, found.events, page.limit),
      },
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
    if (scope.asOf) throw new Refused('How many properties stood at a time is not kept.')
    return { total: await sumStoredCounts(em, scope.personId), events: await listPropertyEvents(em, scope, page) }
  }
  const source = metricSourceOf(query.figure, query)
  if (!source) throw new Refused('This figure is not counted by that part.')
  return { total: await readMetric(em, source, scope), events: await listContributingEvents(em, source, scope, page) }
}

function requiredAction(figure: Metric): Action {
  if (currentStateMetrics.includes(figure)) return 'totals.read'
  return activityMetrics.includes(figure) ? 'performance.read' : 'usage.read'
}

/**
 * The tenant that is meant: a global admin names it, as each row of their dashboards does, whichever they chose. Of anybody
 * else, and of a global admin who views as somebody else, the figure is always their own tenant's.
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
  { figure, period, days }: MetricQuery,
  asOf: Date | null,
): Promise<Span | null> {
  if (currentStateMetrics.includes(figure)) return null
  const now = asOf ?? ctx.now()
  if (days == null && tenantId === platformTenantId)
    throw new Refused('The platform has no calendar: name the days.', { days: 'Between 1 and 366' })
  if (days == null) return (await readTenantPeriod(em, tenantId, period, now)).span
  if (!Number.isInteger(days) || days < 1 || days > 366)
    throw new Refused('The days must be between 1 and 366.', { days: 'Between 1 and 366' })
  return rollingDays(days, now)
}

function validateAsOf(asOf: Date | null | undefined): Date | null {
  if (asOf && Number.isNaN(asOf.getTime())) throw new Refused('The time cannot be read.', { as_of: 'Use ISO 8601.' })
  return asOf ?? null
}

/** Costs are counted in micro-dollars and shown in dollars. */
function toDisplayUnits(figure: Metric, amount: number): number {
  return figure === 'total_cost' ? microsToDollars(amount) : amount
}

async function buildPage(
  em: EntityManager,
  figure: Metric,
  events: ContributingEvent[],
  limit: number,
): Promise<Page<ExplainedEvent>> {
  const pageEvents = events.slice(0, limit)
  const people = await readUserRefs(em, [
    ...new Set(pageEvents.flatMap(({ actorId, subjectId }) => [actorId, subjectId]).filter((id) => id !== null)),
  ])
  const person = (id: string | null) => (id === null ? null : (people.get(id) ?? null))
  const keys = await readApiKeyRefs(
    em,
    pageEvents.map(({ sessionId }) => sessionId),
  )
  const items = pageEvents.map(({ amount, at, sessionId, ...event }) => ({
    event: {
      ...event,
      actor: person(event.actorId),
      subjectUser: person(event.subjectId),
      apiKey: keys.get(sessionId ?? '') ?? null,
    },
    amount: toDisplayUnits(figure, amount),
    at,
  }))
  return { items, cursors: items.map(({ event }) => encodeCursor(event.position)), hasNextPage: events.length > limit }
}

function encodeCursor(position: number): string {
  return Buffer.from(`at ${position}`).toString('base64url')
}

function decodeCursor(cursor: string): number {
  const [, position] = /^at ([0-9]{1,15})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (!position) throw new Malformed('The cursor is not one that this list gave out.')
  return Number(position)
}
