import { GraphQLDateTimeISO } from 'graphql-scalars'
import { Arg, Args, Ctx, ID, Mutation, Query, Resolver, Root, Subscription } from 'type-graphql'
import type { Context } from '../context.ts'
import type { Period } from '../domain/enums.ts'
import { rangeKey, type RangeInput } from '../domain/performance/reportRange.ts'
import { authorize, ownUserIdOf } from '../domain/permissions.ts'
import {
  endOfPeriod,
  throttleReadsOfAllTenants,
  watchedTenant,
  type SubscribeOptions,
} from '../graphql/subscriptions.ts'
import { watchView } from '../live/sharedView.ts'
import { FromDayArg, InputArg, nullable, PeriodArg, ToDayArg } from '../schema/common.ts'
import {
  Leaderboard,
  NeighborhoodPerformance,
  PerformanceTrend,
  RepDay,
  ReportArgs,
  RepSummary,
  SalesPerformance,
  TalkRates,
  Target,
  TargetInput,
  TeamPerformance,
  Totals,
  Trends,
} from '../schema/performance.ts'
import {
  readLeaderboard,
  readNeighborhoodPerformance,
  readSalesPerformance,
  readTeamPerformance,
  readTotals,
} from '../usecases/performance/performance.ts'
import { readPerformanceTrend, readTalkRates } from '../usecases/performance/performanceTrend.ts'
import { readRepDay } from '../usecases/performance/repDay.ts'
import { readRepSummary } from '../usecases/performance/repSummary.ts'
import { listTargets, setTarget } from '../usecases/performance/targets.ts'
import { readTrends } from '../usecases/performance/trends.ts'

@Resolver()
export class PerformanceResolver {
  @Query(() => Leaderboard, { description: 'The leaderboard of a period, optionally as of an earlier time.' })
  leaderboard(
    @Ctx('ctx') ctx: Context,
    @PeriodArg('week') period: Period,
    @FromDayArg() from: string | undefined,
    @ToDayArg() to: string | undefined,
    @Arg('asOf', () => GraphQLDateTimeISO, {
      nullable: true,
      description:
        'Returns the leaderboard as of this time, for the period that contains it. Defaults to the current time.',
    })
    asOf: Date | undefined,
  ): Promise<Leaderboard> {
    return readLeaderboard(ctx, { period, from, to, asOf })
  }

  @Query(() => TeamPerformance, { description: 'Metrics by user for the period; for a rep, only their own row.' })
  teamPerformance(
    @Ctx('ctx') ctx: Context,
    @PeriodArg('week') period: Period,
    @FromDayArg() from: string | undefined,
    @ToDayArg() to: string | undefined,
  ): Promise<TeamPerformance> {
    return readTeamPerformance(ctx, { period, from, to })
  }

  @Query(() => SalesPerformance, { description: 'Metrics of the caller.' })
  salesPerformance(@Ctx('ctx') ctx: Context, @PeriodArg('week') period: Period): Promise<SalesPerformance> {
    return readSalesPerformance(ctx, { period })
  }

  @Query(() => NeighborhoodPerformance, { description: 'Leads by neighborhood; for a rep, only their own leads.' })
  neighborhoodPerformance(
    @Ctx('ctx') ctx: Context,
    @PeriodArg('week') period: Period,
    @FromDayArg() from: string | undefined,
    @ToDayArg() to: string | undefined,
  ): Promise<NeighborhoodPerformance> {
    return readNeighborhoodPerformance(ctx, { period, from, to })
  }

  @Query(() => RepDay, {
    description: "A user's current day by hour, beside their usual one; for a rep, only their own.",
  })
  repDay(
    @Ctx('ctx') ctx: Context,
    @Arg('userId', () => ID, nullable('Id of the user. Defaults to the caller.')) userId: string | undefined,
  ): Promise<RepDay> {
    return readRepDay(ctx, { userId })
  }

  @Query(() => Trends, { description: 'Trends of the dashboard metrics; for a rep, only their own.' })
  trends(
    @Ctx('ctx') ctx: Context,
    @PeriodArg('week') period: Period,
    @FromDayArg() from: string | undefined,
    @ToDayArg() to: string | undefined,
  ): Promise<Trends> {
    return readTrends(ctx, { period, from, to })
  }

  @Query(() => PerformanceTrend, {
    description: 'The work of a time range by hour, day or week, beside an earlier one; for a rep, only their own.',
  })
  performanceTrend(@Ctx('ctx') ctx: Context, @Args(() => ReportArgs) range: ReportArgs): Promise<PerformanceTrend> {
    return readPerformanceTrend(ctx, range)
  }

  @Query(() => TalkRates, {
    description: 'Talks per 100 doors by weekday and hour of a time range; for a rep, only their own.',
  })
  talkRates(@Ctx('ctx') ctx: Context, @Args(() => ReportArgs) range: ReportArgs): Promise<TalkRates> {
    return readTalkRates(ctx, range)
  }

  @Query(() => RepSummary, {
    description: "A user's period with records, sessions and latest work; for a rep, only their own.",
  })
  repSummary(
    @Ctx('ctx') ctx: Context,
    @Arg('userId', () => ID, nullable('Id of the user. Defaults to the caller.')) userId: string | undefined,
    @PeriodArg('week') period: Period,
  ) {
    return readRepSummary(ctx, { userId, period })
  }

  @Query(() => Totals, { description: 'Current number of properties and leads.' })
  totals(@Ctx('ctx') ctx: Context): Promise<Totals> {
    return readTotals(ctx)
  }

  @Query(() => [Target], { description: 'Targets with progress; for a rep, only their own.' })
  targets(@Ctx('ctx') ctx: Context): Promise<Target[]> {
    return listTargets(ctx)
  }

  @Mutation(() => Target, nullable('Sets a target. Returns null if the target was removed.'))
  setTarget(
    @Ctx('ctx') ctx: Context,
    @InputArg(TargetInput, 'The target to set.') input: TargetInput,
  ): Promise<Target | null> {
    return setTarget(ctx, input)
  }

  @Subscription(() => Leaderboard, {
    description: 'Sends the complete leaderboard each time it changes.',
    subscribe: ({ context: { ctx }, args }: SubscribeOptions<RangeInput>) => {
      authorize(ctx.actor, 'leaderboard.read')
      return watchView(
        ctx,
        { tenantId: watchedTenant(ctx), topic: 'leaderboard', name: `leaderboard ${rangeKey(args)}` },
        throttleReadsOfAllTenants(ctx, () => readLeaderboard(ctx, args)),
        { validUntil: endOfPeriod(ctx) },
      )
    },
  })
  leaderboardChanged(
    @PeriodArg('week') _period: Period,
    @FromDayArg() _from: string | undefined,
    @ToDayArg() _to: string | undefined,
    @Root() leaderboard: Leaderboard,
  ): Leaderboard {
    return leaderboard
  }

  @Subscription(() => TeamPerformance, {
    description: 'Sends the complete team performance each time it changes; for a rep, only their own row.',
    subscribe: ({ context: { ctx }, args }: SubscribeOptions<RangeInput>) => {
      const reach = authorize(ctx.actor, 'performance.read')
      const subjects = reach === 'all' ? 'all' : ownUserIdOf(ctx.actor!)
      return watchView(
        ctx,
        { tenantId: watchedTenant(ctx), topic: 'leaderboard', name: `team ${rangeKey(args)} ${subjects}` },
        throttleReadsOfAllTenants(ctx, () => readTeamPerformance(ctx, args)),
        { validUntil: endOfPeriod(ctx) },
      )
    },
  })
  teamPerformanceChanged(
    @PeriodArg('week') _period: Period,
    @FromDayArg() _from: string | undefined,
    @ToDayArg() _to: string | undefined,
    @Root() performance: TeamPerformance,
  ): TeamPerformance {
    return performance
  }
}
