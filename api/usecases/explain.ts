import type { Context } from '../context.ts'
import type { EntityManager } from '../database/connection.ts'
import { Malformed, Refused } from '../domain/errors.ts'
import type { Figure } from '../domain/figures.ts'
import { knownId } from '../domain/ids.ts'
import type { Page, PageRequest } from '../domain/paging.ts'
import type { Span } from '../domain/periods.ts'
import { authorize, signedIn, tenantOf, type Action } from '../domain/permissions.ts'
import { dollarsOf } from '../domain/usage.ts'
import type { Period } from '../domain/words.ts'
import { platformTenantId } from '../events/catalogue.ts'
import {
  listCounted,
  readFigure,
  type CountedEvent,
  type FigurePage,
  type FigureScope,
} from '../projections/explained.ts'
import { listHouses } from '../projections/explainedHouses.ts'
import { figureSource, type FigurePart } from '../projections/figureSources.ts'
import { readKeys, type ActivityView } from './activityLog.ts'
import { atOneMoment, lastDays, readPeriodOf } from './calendar.ts'
import { readPeople } from './performance.ts'
import { countHouses } from './propertyMap.ts'
import { findTenant } from './tenants.ts'

export interface FigureQuestion extends FigurePart {
  figure: Figure
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
  figure: Figure
  /** Null for what stands now, whenever it came. */
  from: Date | null
  to: Date | null
  /** The figure as the dashboards show it: the amounts of all pages together. */
  total: number
  page: Page<ExplainedEvent>
}

const standingNow: readonly Figure[] = ['total_leads', 'total_properties']
const work: readonly Figure[] = [
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
export async function explain(ctx: Context, question: FigureQuestion, page: PageRequest): Promise<Explanation> {
  const reach = authorize(ctx.actor, actionOf(question.figure))
  const tenantId = tenantAsked(ctx, question)
  const asked = question.userId ? knownId(question.userId, 'User') : null
  const own = reach === 'own' ? ctx.actor!.userId : null
  const asOf = timeAsked(question.asOf)
  const wanted = { before: page.after ? decode(page.after) : null, corrections: question.corrections ?? false }
  // The platform's people belong to no tenant.
  const reading = tenantId === platformTenantId ? 'platform' : { tenantId }
  return ctx.database.within(reading, async (em) => {
    await atOneMoment(em)
    if (tenantId !== platformTenantId) await findTenant(em, tenantId)
    const span = await spanOf(em, ctx, tenantId, question, asOf)
    const scope = { tenantId, personId: own ?? asked, span, asOf }
    const foreign = own !== null && asked !== null && asked !== own
    const found = foreign
      ? { total: 0, events: [] }
      : await find(em, question, scope, { ...wanted, limit: page.limit + 1 })
    return {
      ...{ figure: question.figure, from: span?.from ?? null, to: span?.to ?? null },
      ...{
        total: inUnits(question.figure, found.total),
        page: await pageOf(em, question.figure, found.events, page.limit),
      },
    }
  })
}

async function find(
  em: EntityManager,
  question: FigureQuestion,
  scope: FigureScope,
  page: FigurePage,
): Promise<{ total: number; events: CountedEvent[] }> {
  if (question.figure === 'total_properties') {
    if (scope.asOf) throw new Refused('How many properties stood at a time is not kept.')
    return { total: await countHouses(em, scope.personId), events: await listHouses(em, scope, page) }
  }
  const source = figureSource(question.figure, question)
  if (!source) throw new Refused('This figure is not counted by that part.')
  return { total: await readFigure(em, source, scope), events: await listCounted(em, source, scope, page) }
}

function actionOf(figure: Figure): Action {
  if (standingNow.includes(figure)) return 'totals.read'
  return work.includes(figure) ? 'performance.read' : 'usage.read'
}

/**
 * The tenant that is meant: a global admin names it, as each row of their dashboards does, whichever they chose. Of anybody
 * else, and of a global admin who views as somebody else, the figure is always their own tenant's.
 */
function tenantAsked(ctx: Context, { tenantId }: FigureQuestion): string {
  const actor = signedIn(ctx.actor)
  const everyTenant = actor.role === 'global_admin' && !actor.viewedRole
  if (!everyTenant || !tenantId) return tenantOf(actor)
  return tenantId === platformTenantId ? platformTenantId : knownId(tenantId, 'Tenant')
}

async function spanOf(
  em: EntityManager,
  ctx: Context,
  tenantId: string,
  { figure, period, days }: FigureQuestion,
  asOf: Date | null,
): Promise<Span | null> {
  if (standingNow.includes(figure)) return null
  const now = asOf ?? ctx.now()
  if (days == null && tenantId === platformTenantId)
    throw new Refused('The platform has no calendar: name the days.', { days: 'Between 1 and 366' })
  if (days == null) return (await readPeriodOf(em, tenantId, period, now)).span
  if (!Number.isInteger(days) || days < 1 || days > 366)
    throw new Refused('The days must be between 1 and 366.', { days: 'Between 1 and 366' })
  return lastDays(days, now)
}

function timeAsked(asOf: Date | null | undefined): Date | null {
  if (asOf && Number.isNaN(asOf.getTime())) throw new Refused('The time cannot be read.', { as_of: 'Use ISO 8601.' })
  return asOf ?? null
}

/** Costs are counted in micro-dollars and shown in dollars. */
function inUnits(figure: Figure, amount: number): number {
  return figure === 'total_cost' ? dollarsOf(amount) : amount
}

async function pageOf(
  em: EntityManager,
  figure: Figure,
  events: CountedEvent[],
  limit: number,
): Promise<Page<ExplainedEvent>> {
  const shown = events.slice(0, limit)
  const people = await readPeople(em, [
    ...new Set(shown.flatMap(({ actorId, subjectId }) => [actorId, subjectId]).filter((id) => id !== null)),
  ])
  const person = (id: string | null) => (id === null ? null : (people.get(id) ?? null))
  const keys = await readKeys(
    em,
    shown.map(({ sessionId }) => sessionId),
  )
  const items = shown.map(({ amount, at, sessionId, ...event }) => ({
    event: {
      ...event,
      actor: person(event.actorId),
      subjectUser: person(event.subjectId),
      apiKey: keys.get(sessionId ?? '') ?? null,
    },
    amount: inUnits(figure, amount),
    at,
  }))
  return { items, cursors: items.map(({ event }) => encode(event.position)), hasNextPage: events.length > limit }
}

function encode(position: number): string {
  return Buffer.from(`at ${position}`).toString('base64url')
}

function decode(cursor: string): number {
  const [, position] = /^at ([0-9]{1,15})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (!position) throw new Malformed('The cursor is not one that this list gave out.')
  return Number(position)
}
