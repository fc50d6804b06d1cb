import { readScope, type Context } from '../context.ts'
import { rows, type EntityManager } from '../database/connection.ts'
import { NotFound, Refused } from '../domain/errors.ts'
import { periodAround, type Span } from '../domain/periods.ts'
import { authorize, tenantOf } from '../domain/permissions.ts'
import type { Period, PropertyType } from '../domain/words.ts'
import {
  readKnockingDays,
  readRepFigures,
  readRepFiguresAsOf,
  readRepTags,
  type RepFigures,
} from '../projections/repFigures.ts'

/** A person as others see them. */
export interface UserRef {
  id: string
  fullName: string
  email: string
}

export interface LeaderboardEntry {
  rank: number
  user: UserRef
  leadsCreated: number
  leadsConverted: number
  doorsKnocked: number
}

export interface Leaderboard extends Span {
  period: Period
  asOf: Date | null
  timeZone: string
  /** Every rep with activity in the period: leads, then doors, then name. The screen shows five. */
  entries: LeaderboardEntry[]
}

export interface TeamMember {
  user: UserRef
  propertiesSearched: number
  leadsCreated: number
  leadsConverted: number
  doorsKnocked: number
  /** Per cent of the leads created, 0 without any. */
  conversionRate: number
  /** Doors knocked over days with at least one knock; 0 without any. */
  avgDoorsPerDay: number
  tagsBreakdown: { tag: PropertyType; count: number }[]
}

export interface TeamPerformance extends Span {
  period: Period
  teamMembers: TeamMember[]
}

/** The leaderboard of the calendar period around now (or around `asOf`, and as it stood then), in the tenant's time zone. */
export async function readLeaderboard(
  ctx: Context,
  input: { period: Period; asOf?: Date | null },
): Promise<Leaderboard> {
  authorize(ctx.actor, 'leaderboard.read')
  const tenantId = tenantOf(ctx.actor)
  const asOf = input.asOf ?? null
  if (asOf && Number.isNaN(asOf.getTime())) throw new Refused('The time cannot be read.', { as_of: 'Use ISO 8601.' })
  return ctx.database.within({ tenantId }, async (em) => {
    const timeZone = await timeZoneOf(em, tenantId)
    const span = periodAround(input.period, asOf ?? ctx.now(), timeZone)
    const figures = asOf ? await readRepFiguresAsOf(em, tenantId, span, asOf) : await readRepFigures(em, span)
    const entries = await named(em, figures)
    return { period: input.period, ...span, asOf, timeZone, entries: rank(entries) }
  })
}

/** What each rep did in the period; for a rep, only their own row (design §5). */
export async function readTeamPerformance(ctx: Context, input: { period: Period }): Promise<TeamPerformance> {
  const reach = authorize(ctx.actor, 'performance.read')
  const tenantId = tenantOf(ctx.actor)
  return ctx.database.within({ tenantId }, async (em) => {
    const timeZone = await timeZoneOf(em, tenantId)
    const span = periodAround(input.period, ctx.now(), timeZone)
    const all = await readRepFigures(em, span)
    const figures = reach === 'all' ? all : all.filter(({ repId }) => repId === ctx.actor!.userId)
    const days = await readKnockingDays(em, span, timeZone)
    const tags = await readRepTags(em, span)
    const members = (await named(em, figures)).map(({ user, doors, leads, conversions, properties }) => ({
      user,
      propertiesSearched: properties,
      leadsCreated: leads,
      leadsConverted: conversions,
      doorsKnocked: doors,
      conversionRate: leads > 0 ? (100 * conversions) / leads : 0,
      avgDoorsPerDay: doors > 0 ? doors / Math.max(1, days.get(user.id) ?? 1) : 0,
      tagsBreakdown: tags.get(user.id) ?? [],
    }))
    members.sort((a, b) => b.leadsCreated - a.leadsCreated || a.user.fullName.localeCompare(b.user.fullName))
    return { period: input.period, ...span, teamMembers: members }
  })
}

export interface Totals {
  properties: number
  leads: number
  newLeads: number
  contactedLeads: number
  completedLeads: number
}

/** How many properties and leads stand now, of those the actor may see. */
export async function readTotals(ctx: Context): Promise<Totals> {
  const reach = authorize(ctx.actor, 'totals.read')
  const mine = reach === 'own' ? ctx.actor!.userId : null
  const [found] = await ctx.database.within(readScope(ctx), (em) =>
    rows<Totals>(
      em,
      `select (select count(*)::int from properties where $1::uuid is null or assigned_to = $1) as properties,
         count(*)::int as leads, (count(*) filter (where status = 'new'))::int as "newLeads",
         (count(*) filter (where status = 'contacted'))::int as "contactedLeads",
         (count(*) filter (where status = 'completed'))::int as "completedLeads"
       from leads where $1::uuid is null or rep_id = $1`,
      [mine],
    ),
  )
  return found!
}

function rank(entries: (RepFigures & { user: UserRef })[]): LeaderboardEntry[] {
  return entries
    .filter(({ leads, doors, conversions }) => leads || doors || conversions)
    .sort((a, b) => b.leads - a.leads || b.doors - a.doors || a.user.fullName.localeCompare(b.user.fullName))
    .map(({ user, leads, conversions, doors }, at) => ({
      rank: at + 1,
      user,
      leadsCreated: leads,
      leadsConverted: conversions,
      doorsKnocked: doors,
    }))
}

/** Whoever left the team keeps their figures, under their name. */
async function named(em: EntityManager, figures: RepFigures[]): Promise<(RepFigures & { user: UserRef })[]> {
  const people = await readPeople(
    em,
    figures.map(({ repId }) => repId),
  )
  return figures.map((one) => ({
    ...one,
    user: people.get(one.repId) ?? { id: one.repId, fullName: 'Former member', email: '' },
  }))
}

/** People by id under their names, also those who left; what is of another tenant is told without its e-mail address. */
export async function readPeople(em: EntityManager, ids: readonly string[]): Promise<Map<string, UserRef>> {
  const found = await rows<UserRef>(em, 'select id, full_name as "fullName", email from people_named($1::uuid[])', [
    ids,
  ])
  return new Map(found.map((user) => [user.id, user]))
}

async function timeZoneOf(em: EntityManager, tenantId: string): Promise<string> {
  const [tenant] = await rows<{ timeZone: string }>(em, 'select time_zone as "timeZone" from tenants where id = $1', [
    tenantId,
  ])
  if (!tenant) throw new NotFound('Tenant not found')
  return tenant.timeZone
}
