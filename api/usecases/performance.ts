import { readScope, type Context } from '../context.ts'
import { rows, type EntityManager } from '../database/connection.ts'
import { conversionRate } from '../domain/figures.ts'
import { Refused } from '../domain/errors.ts'
import type { Span } from '../domain/periods.ts'
import { authorize, tenantOf } from '../domain/permissions.ts'
import type { Period } from '../domain/words.ts'
import { readNeighborhoods } from '../projections/neighborhoodHours.ts'
import {
  keyOf,
  readKnockingDays,
  readRepFigures,
  readRepFiguresAsOf,
  readRepTags,
  type RepFigures,
  type TagFigures,
} from '../projections/repFigures.ts'
import { readLeadTotals, type LeadTotals } from '../projections/repLeads.ts'
import type { TenantCalendar } from '../projections/spans.ts'
import { atOneMoment, readPeriod, readPeriodOf, type PeriodSpans } from './calendar.ts'
import { countHouses } from './propertyMap.ts'
import { whileUnchanged } from './unchanged.ts'

/** A person as others see them. */
export interface UserRef {
  id: string
  fullName: string
  email: string
}

export interface TenantRef {
  id: string
  name: string
  companyName: string
}

/** A view of a period: of one tenant, or of all of them, each in its own calendar. */
interface PeriodView extends Span {
  period: Period
  timeZone: string
}

export interface LeaderboardEntry {
  rank: number
  user: UserRef
  /** Whose figures these are: somebody who changed tenants has an entry in each. */
  tenant: TenantRef | null
  leadsCreated: number
  leadsConverted: number
  doorsKnocked: number
}

export interface Leaderboard extends PeriodView {
  asOf: Date | null
  /** Every rep with activity in the period: leads, then doors, then name. The screen shows five. */
  entries: LeaderboardEntry[]
  /** Events counted here that were written down more than an hour after they happened. */
  lateEvents: number
}

export interface TeamMember {
  user: UserRef
  tenant: TenantRef | null
  propertiesSearched: number
  leadsCreated: number
  leadsConverted: number
  doorsKnocked: number
  /** Per cent of the leads created, 0 without any. */
  conversionRate: number
  /** Doors knocked over days with at least one knock; 0 without any. */
  avgDoorsPerDay: number
  /** Most first; a screen shows three. */
  tagsBreakdown: TagFigures[]
}

export interface TeamPerformance extends PeriodView {
  teamMembers: TeamMember[]
  lateEvents: number
}

export interface SalesPerformance extends PeriodView {
  member: TeamMember
}

export interface Neighborhood {
  id: string
  /** Null where nobody knows it. */
  neighborhood: string | null
  city: string | null
  tenant: TenantRef | null
  totalLeads: number
  leadsConverted: number
  conversionRate: number
}

export interface NeighborhoodPerformance extends PeriodView {
  /** By conversion rate, then leads, then name. The screen shows five. */
  neighborhoods: Neighborhood[]
}

/**
 * The leaderboard of the calendar period around now (or around `asOf`, and as it stood then), in the tenant's time
 * zone. For a global admin who chose no tenant it has the reps of all of them; `asOf` needs one.
 */
export async function readLeaderboard(
  ctx: Context,
  input: { period: Period; asOf?: Date | null },
): Promise<Leaderboard> {
  authorize(ctx.actor, 'leaderboard.read')
  const asOf = input.asOf ?? null
  if (asOf) return readLeaderboardThen(ctx, input.period, asOf)
  const scope = readScope(ctx)
  return whileUnchanged(
    ctx,
    scope,
    `leaderboard ${input.period}`,
    () =>
      ctx.database.within(scope, async (em) => {
        const span = await readPeriod(em, input.period, ctx.now())
        const figures = await readRepFigures(em, span.spans)
        return { ...viewOf(span), asOf: null, ...boardOf(await named(em, figures, span.tenants)) }
      }),
    ({ to }) => to,
  )
}

async function readLeaderboardThen(ctx: Context, period: Period, asOf: Date): Promise<Leaderboard> {
  if (Number.isNaN(asOf.getTime())) throw new Refused('The time cannot be read.', { as_of: 'Use ISO 8601.' })
  const tenantId = tenantOf(ctx.actor)
  return ctx.database.within({ tenantId }, async (em) => {
    const { span, timeZone } = await readPeriodOf(em, tenantId, period, asOf)
    const figures = await readRepFiguresAsOf(em, tenantId, span, asOf)
    const { from, to } = span
    return { period, from, to, timeZone, asOf, ...boardOf(await named(em, figures, null)) }
  })
}

/** What each rep did in the period; for a rep, only their own row (design §5). */
export async function readTeamPerformance(ctx: Context, input: { period: Period }): Promise<TeamPerformance> {
  const reach = authorize(ctx.actor, 'performance.read')
  const mine = reach === 'own' ? ctx.actor!.userId : null
  const scope = readScope(ctx)
  return whileUnchanged(
    ctx,
    scope,
    `team ${input.period} ${mine}`,
    () =>
      ctx.database.within(scope, async (em) => {
        await atOneMoment(em)
        const span = await readPeriod(em, input.period, ctx.now())
        const members = await readMembers(em, span, mine)
        members.sort((a, b) => b.leadsCreated - a.leadsCreated || byName(a, b))
        return { ...viewOf(span), lateEvents: members.reduce((sum, { late }) => sum + late, 0), teamMembers: members }
      }),
    ({ to }) => to,
  )
}

/** The caller's own metrics as team performance has them; of a global admin, over all tenants or in the chosen one. */
export async function readSalesPerformance(ctx: Context, input: { period: Period }): Promise<SalesPerformance> {
  authorize(ctx.actor, 'performance.read')
  const { userId, fullName, email } = ctx.actor!
  return ctx.database.within(readScope(ctx), async (em) => {
    await atOneMoment(em)
    const span = await readPeriod(em, input.period, ctx.now())
    const [member] = await readMembers(em, span, userId)
    const nothing = { tenantId: '', repId: userId, doors: 0, leads: 0, conversions: 0, properties: 0, late: 0 }
    const user = { id: userId, fullName, email }
    return { ...viewOf(span), member: member ?? memberOf({ ...nothing, user, tenant: null }, 0, []) }
  })
}

/** What was created and converted in each neighbourhood in the period; for a rep, by themselves. */
export async function readNeighborhoodPerformance(
  ctx: Context,
  input: { period: Period },
): Promise<NeighborhoodPerformance> {
  const reach = authorize(ctx.actor, 'performance.read')
  const mine = reach === 'own' ? ctx.actor!.userId : null
  const scope = readScope(ctx)
  return whileUnchanged(
    ctx,
    scope,
    `neighborhoods ${input.period} ${mine}`,
    () =>
      ctx.database.within(scope, async (em) => {
        const span = await readPeriod(em, input.period, ctx.now())
        const found = (await readNeighborhoods(em, span.spans, mine)).map(
          ({ tenantId, neighborhood, city, leads, conversions }) => ({
            id: Buffer.from(JSON.stringify([tenantId, neighborhood, city])).toString('base64url'),
            neighborhood: neighborhood || null,
            city: city || null,
            tenant: tenantRefOf(span.tenants.get(tenantId)),
            totalLeads: leads,
            leadsConverted: conversions,
            conversionRate: conversionRate(leads, conversions),
          }),
        )
        found.sort(
          (a, b) =>
            b.conversionRate - a.conversionRate ||
            b.totalLeads - a.totalLeads ||
            (a.neighborhood ?? '').localeCompare(b.neighborhood ?? '') ||
            (a.city ?? '').localeCompare(b.city ?? '') ||
            a.id.localeCompare(b.id),
        )
        return { ...viewOf(span), neighborhoods: found }
      }),
    ({ to }) => to,
  )
}

export interface Totals extends LeadTotals {
  properties: number
}

/** How many properties and leads stand now, of those the actor may see; counted as they came, never by looking at all. */
export async function readTotals(ctx: Context): Promise<Totals> {
  const reach = authorize(ctx.actor, 'totals.read')
  const mine = reach === 'own' ? ctx.actor!.userId : null
  return ctx.database.within(readScope(ctx), async (em) => ({
    properties: await countHouses(em, mine),
    ...(await readLeadTotals(em, mine)),
  }))
}

type Named = RepFigures & { user: UserRef; tenant: TenantRef | null }

function boardOf(figures: Named[]): Pick<Leaderboard, 'entries' | 'lateEvents'> {
  const entries = figures
    .filter(({ leads, doors, conversions }) => leads || doors || conversions)
    .sort((a, b) => b.leads - a.leads || b.doors - a.doors || byName(a, b))
    .map(({ user, tenant, leads, conversions, doors }, at) => ({
      rank: at + 1,
      user,
      tenant,
      leadsCreated: leads,
      leadsConverted: conversions,
      doorsKnocked: doors,
    }))
  return { entries, lateEvents: figures.reduce((sum, { late }) => sum + late, 0) }
}

async function readMembers(
  em: EntityManager,
  { spans, tenants }: PeriodSpans,
  repId: string | null,
): Promise<(TeamMember & { late: number })[]> {
  const figures = await readRepFigures(em, spans, repId)
  const days = await readKnockingDays(em, spans, repId)
  const tags = await readRepTags(em, spans, repId)
  return (await named(em, figures, tenants)).map((one) =>
    memberOf(one, days.get(keyOf(one)) ?? 0, tags.get(keyOf(one)) ?? []),
  )
}

function memberOf({ user, tenant, ...figures }: Named, days: number, tagsBreakdown: TagFigures[]) {
  const { doors, leads, conversions, properties, late } = figures
  return {
    user,
    tenant,
    propertiesSearched: properties,
    leadsCreated: leads,
    leadsConverted: conversions,
    doorsKnocked: doors,
    conversionRate: conversionRate(leads, conversions),
    avgDoorsPerDay: doors > 0 ? doors / Math.max(1, days) : 0,
    tagsBreakdown,
    late,
  }
}

/** Whoever left the team keeps their figures, under their name. */
async function named(
  em: EntityManager,
  figures: RepFigures[],
  tenants: Map<string, TenantCalendar> | null,
): Promise<Named[]> {
  const people = await readPeople(
    em,
    figures.map(({ repId }) => repId),
  )
  return figures.map((one) => ({
    ...one,
    user: personOf(people, one.repId),
    tenant: tenantRefOf(tenants?.get(one.tenantId)),
  }))
}

/** People by id under their names, also those who left; what is of another tenant is told without its e-mail address. */
export async function readPeople(em: EntityManager, ids: readonly string[]): Promise<Map<string, UserRef>> {
  const found = await rows<UserRef>(em, 'select id, full_name as "fullName", email from people_named($1::uuid[])', [
    ids,
  ])
  return new Map(found.map((user) => [user.id, user]))
}

export function personOf(people: Map<string, UserRef>, id: string): UserRef {
  return people.get(id) ?? { id, fullName: 'Former member', email: '' }
}

export function tenantRefOf(tenant: TenantCalendar | undefined): TenantRef | null {
  return tenant ? { id: tenant.tenantId, name: tenant.name, companyName: tenant.companyName } : null
}

function byName(a: { user: UserRef; tenant: TenantRef | null }, b: typeof a): number {
  return (
    a.user.fullName.localeCompare(b.user.fullName) ||
    (a.tenant?.name ?? '').localeCompare(b.tenant?.name ?? '') ||
    a.user.id.localeCompare(b.user.id)
  )
}

function viewOf({ period, from, to, timeZone }: PeriodSpans): PeriodView {
  return { period, from, to, timeZone }
}
