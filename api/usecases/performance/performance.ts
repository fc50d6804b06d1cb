import { readScope, type Context } from '../../context.ts'
import type { EntityManager } from '../../database/connection.ts'
import { inSnapshot } from '../../database/snapshot.ts'
import { conversionRateOf } from '../../domain/performance/metrics.ts'
import { Refused } from '../../domain/errors.ts'
import { rangeKey, type RangeInput } from '../../domain/performance/reportRange.ts'
import type { Span } from '../../domain/periods.ts'
import { authorize, ownUserIdOf, requireTenant } from '../../domain/permissions.ts'
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
import { cacheUntilLogAdvances } from '../../log/logHeadCache.ts'
import { countStoredProperties } from '../../projections/propertyCells.ts'
import { readPeriodSpans, readTenantPeriod, type PeriodSpans } from '../tenants/calendar.ts'
import { toTenantRef, type TenantRef } from '../tenants/tenants.ts'
import { readUserRefs, userRefOf, type UserRef } from '../users/userRefs.ts'

/** The period of a view. With several tenants in scope, each is counted in its own time zone. */
interface PeriodView extends Span {
  period: Period
  timeZone: string
}

export interface LeaderboardEntry {
  rank: number
  user: UserRef
  /** A rep who changed tenants has an entry for each. */
  tenant: TenantRef | null
  leadsCreated: number
  leadsConverted: number
  doorsKnocked: number
}

export interface Leaderboard extends PeriodView {
  asOf: Date | null
  /** Every rep with activity in the period, by leads created, then doors knocked, then name. */
  entries: LeaderboardEntry[]
  /** The number of counted events that were recorded more than an hour after they occurred. */
  lateEvents: number
}

export interface TeamMember {
  user: UserRef
  tenant: TenantRef | null
  propertiesSearched: number
  leadsCreated: number
  leadsConverted: number
  doorsKnocked: number
  /** Leads converted as a percentage of leads created; 0 without leads. */
  conversionRate: number
  /** Doors knocked per day with at least one knock; 0 without knocks. */
  avgDoorsPerDay: number
  /** Highest count first. */
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
  /** Null when unknown. */
  neighborhood: string | null
  city: string | null
  tenant: TenantRef | null
  totalLeads: number
  leadsConverted: number
  conversionRate: number
}

export interface NeighborhoodPerformance extends PeriodView {
  /** By conversion rate, then leads, then name. */
  neighborhoods: Neighborhood[]
}

/**
 * The leaderboard of the current calendar period or of given days, or as of `asOf` for the period that contains it, in the
 * tenant's time zone. For a global admin who chose no tenant, it includes the reps of all tenants; `asOf` then throws
 * `Refused`, as it does together with days.
 */
export async function readLeaderboard(ctx: Context, input: RangeInput & { asOf?: Date | null }): Promise<Leaderboard> {
  authorize(ctx.actor, 'leaderboard.read')
  const asOf = input.asOf ?? null
  if (asOf && (input.from || input.to))
    throw new Refused('Give a time or days, not both.', { as_of: 'Only without `from` and `to`.' })
  if (asOf) return readLeaderboardAsOf(ctx, input.period, asOf)
  const scope = readScope(ctx)
  return cacheUntilLogAdvances(ctx, scope, `leaderboard ${rangeKey(input)}`, () =>
    ctx.database.within(scope, async (em) => {
      const span = await readPeriodSpans(em, input, ctx.now())
      const metrics = await readRepMetrics(em, span.spans)
      return { ...toPeriodView(span), asOf: null, ...buildLeaderboard(await attachNames(em, metrics, span.tenants)) }
    }),
  )
}

async function readLeaderboardAsOf(ctx: Context, period: Period, asOf: Date): Promise<Leaderboard> {
  if (Number.isNaN(asOf.getTime())) throw new Refused('The time is not valid.', { as_of: 'Use ISO 8601.' })
  const tenantId = requireTenant(ctx.actor)
  return ctx.database.within({ tenantId }, async (em) => {
    const { span, timeZone } = await readTenantPeriod(em, tenantId, period, asOf)
    const metrics = await readRepMetricsAsOf(em, tenantId, span, asOf)
    const { from, to } = span
    return { period, from, to, timeZone, asOf, ...buildLeaderboard(await attachNames(em, metrics, null)) }
  })
}

/** The metrics of each rep in the period or the given days; for a rep, only their own (design §5). */
export async function readTeamPerformance(ctx: Context, input: RangeInput): Promise<TeamPerformance> {
  const ownRepId = authorize(ctx.actor, 'performance.read') === 'own' ? ownUserIdOf(ctx.actor!) : null
  const scope = readScope(ctx)
  return cacheUntilLogAdvances(ctx, scope, `team ${rangeKey(input)} ${ownRepId}`, () =>
    inSnapshot(ctx.database, scope, async (em) => {
      const span = await readPeriodSpans(em, input, ctx.now())
      const members = await readTeamMembers(em, span, ownRepId)
      members.sort((a, b) => b.leadsCreated - a.leadsCreated || b.doorsKnocked - a.doorsKnocked || compareByName(a, b))
      return {
        ...toPeriodView(span),
        lateEvents: members.reduce((sum, { late }) => sum + late, 0),
        // A late event that was undone is counted as late alone.
        teamMembers: members.filter(hasFigures),
      }
    }),
  )
}

/** The actor's own metrics in the period; for a global admin, in all tenants or in the chosen one. */
export async function readSalesPerformance(ctx: Context, input: { period: Period }): Promise<SalesPerformance> {
  authorize(ctx.actor, 'performance.read')
  const { userId, fullName, email } = ctx.actor!
  return inSnapshot(ctx.database, readScope(ctx), async (em) => {
    const span = await readPeriodSpans(em, input, ctx.now())
    const [member] = await readTeamMembers(em, span, userId)
    const emptyMetrics = { tenantId: '', repId: userId, doors: 0, leads: 0, conversions: 0, properties: 0, late: 0 }
    const user = { id: userId, fullName, email }
    return { ...toPeriodView(span), member: member ?? toTeamMember({ ...emptyMetrics, user, tenant: null }, 0, []) }
  })
}

/** Leads created and converted in each neighborhood in the period or the given days; for a rep, only their own. */
export async function readNeighborhoodPerformance(ctx: Context, input: RangeInput): Promise<NeighborhoodPerformance> {
  const ownRepId = authorize(ctx.actor, 'performance.read') === 'own' ? ownUserIdOf(ctx.actor!) : null
  const scope = readScope(ctx)
  return cacheUntilLogAdvances(ctx, scope, `neighborhoods ${rangeKey(input)} ${ownRepId}`, () =>
    ctx.database.within(scope, async (em) => {
      const span = await readPeriodSpans(em, input, ctx.now())
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
  )
}

export interface Totals extends LeadTotals {
  properties: number
}

/** The current number of properties and leads that the actor may see, from stored counts. */
export async function readTotals(ctx: Context): Promise<Totals> {
  const ownRepId = authorize(ctx.actor, 'totals.read') === 'own' ? ownUserIdOf(ctx.actor!) : null
  const scope = readScope(ctx)
  return ctx.database.within(scope, async (em) => ({
    properties: await countStoredProperties(em, ownRepId),
    ...(await readLeadTotals(em, ownRepId)),
  }))
}

type NamedRepMetrics = RepMetrics & { user: UserRef; tenant: TenantRef | null }

function buildLeaderboard(metrics: NamedRepMetrics[]): Pick<Leaderboard, 'entries' | 'lateEvents'> {
  const entries = metrics
    .filter(({ leads, doors, conversions }) => leads || doors || conversions)
    .sort((a, b) => b.leads - a.leads || b.doors - a.doors || compareByName(a, b))
    .map(({ user, tenant, leads, conversions, doors }, index) => ({
      rank: index + 1,
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
  return (await attachNames(em, metrics, tenants)).map((rep) =>
    toTeamMember(rep, days.get(repKeyOf(rep)) ?? 0, tags.get(repKeyOf(rep)) ?? []),
  )
}

const hasFigures = ({ propertiesSearched, leadsCreated, leadsConverted, doorsKnocked }: TeamMember) =>
  [propertiesSearched, leadsCreated, leadsConverted, doorsKnocked].some((figure) => figure !== 0)

function toTeamMember(rep: NamedRepMetrics, days: number, tagsBreakdown: TagTotal[]) {
  const { user, tenant, doors, leads, conversions, properties, late } = rep
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

/** Adds the names of reps, including deleted ones, and of their tenants. */
async function attachNames(
  em: EntityManager,
  metrics: RepMetrics[],
  tenants: Map<string, TenantCalendar> | null,
): Promise<NamedRepMetrics[]> {
  const repIds = metrics.map(({ repId }) => repId)
  const users = await readUserRefs(em, repIds)
  return metrics.map((rep) => ({
    ...rep,
    user: userRefOf(users, rep.repId),
    tenant: toTenantRef(tenants?.get(rep.tenantId)),
  }))
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
