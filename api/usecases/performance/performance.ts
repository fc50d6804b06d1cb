import { readScope, type Context } from '../../context.ts'
import { queryRows, type EntityManager } from '../../database/connection.ts'
import { conversionRateOf } from '../../domain/metrics.ts'
import { Refused } from '../../domain/errors.ts'
import type { Span } from '../../domain/periods.ts'
import { authorize, requireTenant } from '../../domain/permissions.ts'
import type { Period } from '../../domain/enums.ts'
import { readNeighborhoods } from '../../projections/neighborhoodHours.ts'
import {
  repKeyOf,
  readKnockingDays,
  readRepMetrics,
  readRepMetricsAsOf,
  readRepTags,
  type RepMetrics,
  type TagTotal,
} from '../../projections/repMetrics.ts'
import { readLeadTotals, type LeadTotals } from '../../projections/repLeads.ts'
import type { TenantCalendar } from '../../projections/spans.ts'
import { inSnapshot, readPeriodSpans, readTenantPeriod, type PeriodSpans } from '../tenants/calendar.ts'
import { sumStoredCounts } from '../properties/propertyMap.ts'
import { cacheUntilLogAdvances } from '../../live/logHeadCache.ts'

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
  tagsBreakdown: TagTotal[]
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
  if (asOf) return readLeaderboardAsOf(ctx, input.period, asOf)
  const scope = readScope(ctx)
  return cacheUntilLogAdvances(
    ctx,
    scope,
    `leaderboard ${input.period}`,
    () =>
      ctx.database.within(scope, async (em) => {
        const span = await readPeriodSpans(em, input.period, ctx.now())
        const metrics = await readRepMetrics(em, span.spans)
        return { ...toPeriodView(span), asOf: null, ...buildLeaderboard(await attachNames(em, metrics, span.tenants)) }
      }),
    ({ to }) => to,
  )
}

async function readLeaderboardAsOf(ctx: Context, period: Period, asOf: Date): Promise<Leaderboard> {
  if (Number.isNaN(asOf.getTime())) throw new Refused('The time cannot be read.', { as_of: 'Use ISO 8601.' })
  const tenantId = requireTenant(ctx.actor)
  return ctx.database.within({ tenantId }, async (em) => {
    const { span, timeZone } = await readTenantPeriod(em, tenantId, period, asOf)
    const metrics = await readRepMetricsAsOf(em, tenantId, span, asOf)
    const { from, to } = span
    return { period, from, to, timeZone, asOf, ...buildLeaderboard(await attachNames(em, metrics, null)) }
  })
}

/** What each rep did in the period; for a rep, only their own row (design §5). */
export async function readTeamPerformance(ctx: Context, input: { period: Period }): Promise<TeamPerformance> {
  const reach = authorize(ctx.actor, 'performance.read')
  const ownRepId = reach === 'own' ? ctx.actor!.userId : null
  const scope = readScope(ctx)
  return cacheUntilLogAdvances(
    ctx,
    scope,
    `team ${input.period} ${ownRepId}`,
    () =>
      ctx.database.within(scope, async (em) => {
        await inSnapshot(em)
        const span = await readPeriodSpans(em, input.period, ctx.now())
        const members = await readTeamMembers(em, span, ownRepId)
        members.sort((a, b) => b.leadsCreated - a.leadsCreated || compareByName(a, b))
        return {
          ...toPeriodView(span),
          lateEvents: members.reduce((sum, { late }) => sum + late, 0),
          teamMembers: members,
        }
      }),
    ({ to }) => to,
  )
}

/** The caller's own metrics as team performance has them; of a global admin, over all tenants or in the chosen one. */
export async function readSalesPerformance(ctx: Context, input: { period: Period }): Promise<SalesPerformance> {
  authorize(ctx.actor, 'performance.read')
  const { userId, fullName, email } = ctx.actor!
  return ctx.database.within(readScope(ctx), async (em) => {
    await inSnapshot(em)
    const span = await readPeriodSpans(em, input.period, ctx.now())
    const [member] = await readTeamMembers(em, span, userId)
    const emptyMetrics = { tenantId: '', repId: userId, doors: 0, leads: 0, conversions: 0, properties: 0, late: 0 }
    const user = { id: userId, fullName, email }
    return { ...toPeriodView(span), member: member ?? toTeamMember({ ...emptyMetrics, user, tenant: null }, 0, []) }
  })
}

/** What was created and converted in each neighbourhood in the period; for a rep, by themselves. */
export async function readNeighborhoodPerformance(
  ctx: Context,
  input: { period: Period },
): Promise<NeighborhoodPerformance> {
  const reach = authorize(ctx.actor, 'performance.read')
  const ownRepId = reach === 'own' ? ctx.actor!.userId : null
  const scope = readScope(ctx)
  return cacheUntilLogAdvances(
    ctx,
    scope,
    `neighborhoods ${input.period} ${ownRepId}`,
    () =>
      ctx.database.within(scope, async (em) => {
        const span = await readPeriodSpans(em, input.period, ctx.now())
        const found = (await readNeighborhoods(em, span.spans, ownRepId)).map(
          ({ tenantId, neighborhood, city, leads, conversions }) => ({
            id: Buffer.from(JSON.stringify([tenantId, neighborhood, city])).toString('base64url'),
            neighborhood: neighborhood || null,
            city: city || null,
            tenant: toTenantRef(span.tenants.get(tenantId)),
            totalLeads: leads,
            leadsConverted: conversions,
            conversionRate: conversionRateOf(leads, conversions),
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
        return { ...toPeriodView(span), neighborhoods: found }
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
  const ownRepId = reach === 'own' ? ctx.actor!.userId : null
  return ctx.database.within(readScope(ctx), async (em) => ({
    properties: await sumStoredCounts(em, ownRepId),
    ...(await readLeadTotals(em, ownRepId)),
  }))
}

type NamedRepMetrics = RepMetrics & { user: UserRef; tenant: TenantRef | null }

function buildLeaderboard(metrics: NamedRepMetrics[]): Pick<Leaderboard, 'entries' | 'lateEvents'> {
  const entries = metrics
    .filter(({ leads, doors, conversions }) => leads || doors || conversions)
    .sort((a, b) => b.leads - a.leads || b.doors - a.doors || compareByName(a, b))
    .map(({ user, tenant, leads, conversions, doors }, at) => ({
      rank: at + 1,
      user,
      tenant,
      leadsCreated: leads,
      leadsConverted: conversions,
      doorsKnocked: doors,
    }))
  return { entries, lateEvents: metrics.reduce((sum, { late }) => sum + late, 0) }
}

async function readTeamMembers(
  em: EntityManager,
  { spans, tenants }: PeriodSpans,
  repId: string | null,
): Promise<(TeamMember & { late: number })[]> {
  const metrics = await readRepMetrics(em, spans, repId)
  const days = await readKnockingDays(em, spans, repId)
  const tags = await readRepTags(em, spans, repId)
  return (await attachNames(em, metrics, tenants)).map((one) =>
    toTeamMember(one, days.get(repKeyOf(one)) ?? 0, tags.get(repKeyOf(one)) ?? []),
  )
}

function toTeamMember({ user, tenant, ...metrics }: NamedRepMetrics, days: number, tagsBreakdown: TagTotal[]) {
  const { doors, leads, conversions, properties, late } = metrics
  return {
    user,
    tenant,
    propertiesSearched: properties,
    leadsCreated: leads,
    leadsConverted: conversions,
    doorsKnocked: doors,
    conversionRate: conversionRateOf(leads, conversions),
    avgDoorsPerDay: doors > 0 ? doors / Math.max(1, days) : 0,
    tagsBreakdown,
    late,
  }
}

/** Whoever left the team keeps their figures, under their name. */
async function attachNames(
  em: EntityManager,
  metrics: RepMetrics[],
  tenants: Map<string, TenantCalendar> | null,
): Promise<NamedRepMetrics[]> {
  const people = await readUserRefs(
    em,
    metrics.map(({ repId }) => repId),
  )
  return metrics.map((one) => ({
    ...one,
    user: userRefOf(people, one.repId),
    tenant: toTenantRef(tenants?.get(one.tenantId)),
  }))
}

/** People by id under their names, also those who left; what is of another tenant is told without its e-mail address. */
export async function readUserRefs(em: EntityManager, ids: readonly string[]): Promise<Map<string, UserRef>> {
  const found = await queryRows<UserRef>(
    em,
    'select id, full_name as "fullName", email from people_named($1::uuid[])',
    [ids],
  )
  return new Map(found.map((user) => [user.id, user]))
}

export function userRefOf(people: Map<string, UserRef>, id: string): UserRef {
  return people.get(id) ?? { id, fullName: 'Former member', email: '' }
}

export function toTenantRef(tenant: TenantCalendar | undefined): TenantRef | null {
  return tenant ? { id: tenant.tenantId, name: tenant.name, companyName: tenant.companyName } : null
}

function compareByName(a: { user: UserRef; tenant: TenantRef | null }, b: typeof a): number {
  return (
    a.user.fullName.localeCompare(b.user.fullName) ||
    (a.tenant?.name ?? '').localeCompare(b.tenant?.name ?? '') ||
    a.user.id.localeCompare(b.user.id)
  )
}

function toPeriodView({ period, from, to, timeZone }: PeriodSpans): PeriodView {
  return { period, from, to, timeZone }
}
