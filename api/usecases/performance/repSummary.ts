import { TZDate } from '@date-fns/tz'
import { format } from 'date-fns/format'
import type { Context } from '../../context.ts'
import { queryRows, type EntityManager } from '../../database/connection.ts'
import { inSnapshot } from '../../database/snapshot.ts'
import { knockOutcomes, type KnockOutcome, type Period, type Role } from '../../domain/enums.ts'
import { conversionRateOf } from '../../domain/performance/metrics.ts'
import type { Span } from '../../domain/periods.ts'
import { outcomeNameOf } from '../../domain/outcomes/outcomes.ts'
import { ownUserIdOf } from '../../domain/permissions.ts'
import type { NullablePoint } from '../../domain/point.ts'
import { streaksOf } from '../../domain/performance/streaks.ts'
import { readRepDays, type RepDayWork } from '../../projections/repRecords.ts'
import { readSessions, type KnockSessionView } from '../knocking/sessionRows.ts'
import { readUserRefs, userRefOf, type UserRef } from '../users/userRefs.ts'
import { readLeaderboard, type LeaderboardEntry } from './performance.ts'
import { readPerformanceTrend, type WorkMetrics } from './performanceTrend.ts'
import { authorizeRepScope, checkRepExists } from './repScope.ts'

export interface RecentKnock extends NullablePoint {
  eventId: string
  outcome: KnockOutcome
  /** The name of the outcome when the knock was logged. */
  outcomeName: string
  occurredAt: Date
  /** Null if the property was deleted. */
  propertyId: string | null
  address: string | null
}

export interface RepRecords {
  /** The day with the most doors, the latest of several; null without doors. */
  mostDoors: { day: string; count: number } | null
  mostLeads: { day: string; count: number } | null
  longestStreak: number
  currentStreak: number
}

/** A rep's period, with records of all time. */
interface OutcomeCount {
  outcome: KnockOutcome
  count: number
  /** The company's own outcomes among them, the most frequent first. */
  own: { outcomeId: string; name: string; count: number }[]
}

export interface RepSummary extends Span {
  period: Period
  timeZone: string
  comparedFrom: Date
  comparedTo: Date
  user: UserRef
  /** Null for a user who left the tenant. */
  role: Role | null
  since: Date | null
  current: WorkMetrics
  compared: WorkMetrics
  /** Time in sessions without pauses. */
  activeSeconds: number
  comparedActiveSeconds: number
  /** The conversion rate of the whole team. */
  teamConversionRate: number
  /** Null without activity in the period. */
  rank: number | null
  /** The user one rank above, and how many leads they have more. */
  ahead: { user: UserRef; leads: number } | null
  outcomes: OutcomeCount[]
  records: RepRecords
  /** Those that started in the period, newest first. */
  sessions: KnockSessionView[]
  recentKnocks: RecentKnock[]
}

const maxSessions = 10_000
const maxRecentKnocks = 60

/** The page of a rep, by default the actor: their period beside the compared time, their records and their latest work. */
export async function readRepSummary(
  ctx: Context,
  input: { userId?: string | null; period: Period },
): Promise<RepSummary> {
  const scope = authorizeRepScope(ctx, input.userId ?? (ctx.actor && ownUserIdOf(ctx.actor)))
  const { tenantId } = scope
  const repId = scope.repId!
  const { period } = input
  const trend = await readPerformanceTrend(ctx, { period, userId: repId })
  const board = await readLeaderboard(ctx, { period })
  const { from, to, timeZone, comparedFrom, comparedTo, current, compared } = trend
  return inSnapshot(ctx.database, { tenantId }, async (em) => {
    await checkRepExists(em, ctx, scope)
    const [account] = await queryRows<{ role: Role; since: Date }>(
      em,
      'select role, created_at as since from users where id = $1 and deleted_at is null',
      [repId],
    )
    const user = userRefOf(await readUserRefs(em, [repId]), repId)
    const sessions = await readSessions(
      em,
      ctx,
      (bind) => `s.rep_id = ${bind(repId)} and s.started_at >= ${bind(comparedFrom)} and s.started_at < ${bind(to)}`,
      maxSessions,
    )
    const within = (span: Span) => sessions.filter(({ startedAt }) => startedAt >= span.from && startedAt < span.to)
    const secondsOf = (some: KnockSessionView[]) => some.reduce((sum, { activeSeconds }) => sum + activeSeconds, 0)
    const days = await readRepDays(em, tenantId, repId, timeZone)
    return {
      period,
      from,
      to,
      timeZone,
      comparedFrom,
      comparedTo,
      user,
      role: account?.role ?? null,
      since: account?.since ?? null,
      current,
      compared,
      activeSeconds: secondsOf(within({ from, to })),
      comparedActiveSeconds: secondsOf(within({ from: comparedFrom, to: comparedTo })),
      ...rankIn(board.entries, repId),
      outcomes: await readOutcomes(em, tenantId, repId, { from, to }),
      records: recordsOf(days, format(new TZDate(ctx.now(), timeZone), 'yyyy-MM-dd')),
      sessions: within({ from, to }),
      recentKnocks: await readRecentKnocks(em, tenantId, repId, { from, to }),
    }
  })
}

export function recordsOf(days: readonly RepDayWork[], today: string): RepRecords {
  const most = (count: 'doors' | 'leads') => {
    const best = days.reduce<RepDayWork | null>(
      (found, day) => (day[count] >= (found?.[count] ?? 1) ? day : found),
      null,
    )
    return best && { day: best.day, count: best[count] }
  }
  const worked = days.filter(({ doors }) => doors > 0).map(({ day }) => day)
  const { longest, current } = streaksOf(worked, today)
  return { mostDoors: most('doors'), mostLeads: most('leads'), longestStreak: longest, currentStreak: current }
}

function rankIn(entries: readonly LeaderboardEntry[], repId: string) {
  const index = entries.findIndex(({ user }) => user.id === repId)
  const own = entries[index]
  const above = entries[index - 1]
  const sum = (count: 'leadsCreated' | 'leadsConverted') => entries.reduce((total, entry) => total + entry[count], 0)
  return {
    teamConversionRate: conversionRateOf(sum('leadsCreated'), sum('leadsConverted')),
    rank: own?.rank ?? null,
    ahead: own && above ? { user: above.user, leads: above.leadsCreated - own.leadsCreated } : null,
  }
}

/**
 * The number of knocks with each outcome, the most frequent first, without withdrawn ones. An own outcome counts as its meaning, and has the
 * name that it has now, also if it is retired.
 */
async function readOutcomes(
  em: EntityManager,
  tenantId: string,
  repId: string,
  { from, to }: Span,
): Promise<OutcomeCount[]> {
  const rows = await queryRows<{ outcome: KnockOutcome; outcomeId: string | null; name: string | null; count: number }>(
    em,
    `select k.outcome, k.outcome_id as "outcomeId", o.name, count(*)::int as count
     from knocks k left join outcomes o on o.tenant_id = k.tenant_id and o.tenant_id = $1 and o.id = k.outcome_id
     where k.tenant_id = $1 and k.rep_id = $2 and k.occurred_at >= $3 and k.occurred_at < $4 and k.withdrawn_at is null and k.counted
     group by k.outcome, k.outcome_id, o.name order by count(*) desc, o.name`,
    [tenantId, repId, from, to],
  )
  const countOf = (outcome: KnockOutcome): OutcomeCount => {
    const counted = rows.filter((row) => row.outcome === outcome)
    const own = counted.flatMap(({ outcomeId, name, count }) => (outcomeId && name ? [{ outcomeId, name, count }] : []))
    return { outcome, count: counted.reduce((sum, { count }) => sum + count, 0), own }
  }
  return knockOutcomes.map(countOf).sort((a, b) => b.count - a.count)
}

async function readRecentKnocks(em: EntityManager, tenantId: string, repId: string, { from, to }: Span) {
  const rows = await queryRows<Omit<RecentKnock, 'outcomeName'> & { ownName: string | null }>(
    em,
    `select k.event_id as "eventId", k.outcome, k.outcome_name as "ownName", k.occurred_at as "occurredAt", p.id as "propertyId", p.address,
       p.lat, p.lng
     from knocks k left join properties p on p.tenant_id = k.tenant_id and p.id = k.property_id
     where k.tenant_id = $1 and k.rep_id = $2 and k.occurred_at >= $3 and k.occurred_at < $4 and k.withdrawn_at is null and k.counted
     order by k.occurred_at desc, k.event_id limit ${maxRecentKnocks}`,
    [tenantId, repId, from, to],
  )
  return rows.map(({ ownName, ...knock }): RecentKnock => ({
    ...knock,
    outcomeName: outcomeNameOf(knock.outcome, ownName),
  }))
}
