import { GraphQLDateTimeISO } from 'graphql-scalars'
import { Arg, Ctx, Int, Mutation, Query, Resolver } from 'type-graphql'
import { clampLimit } from '../domain/paging.ts'
import type { Period } from '../domain/enums.ts'
import { explain } from '../usecases/activity/explain.ts'
import {
  readLeaderboard,
  readNeighborhoodPerformance,
  readSalesPerformance,
  readTeamPerformance,
  readTotals,
} from '../usecases/performance/performance.ts'
import { listTargets, setTarget } from '../usecases/performance/targets.ts'
import { readTrends } from '../usecases/performance/trends.ts'
import { PeriodEnum } from '../schema/enums.ts'
import { Explanation, FigureInput } from '../schema/explain.ts'
import {
  Leaderboard,
  NeighborhoodPerformance,
  SalesPerformance,
  Target,
  TargetInput,
  TeamPerformance,
  Totals,
  Trends,
} from '../schema/performance.ts'
import { toConnection } from '../graphql/connections.ts'
import { afterArg, firstArg, weekArg } from '../schema/args.ts'
import type { ResolverContext } from '../graphql/resolverContext.ts'

@Resolver()
export class PerformanceResolver {
  @Query(() => Leaderboard, { description: 'The leaderboard of a period, also as it stood at an earlier time.' })
  leaderboard(
    @Arg('period', () => PeriodEnum, weekArg) period: Period,
    @Arg('asOf', () => GraphQLDateTimeISO, {
      nullable: true,
      description: 'The leaderboard as it stood then, in the period around that time; now where it is left out.',
    })
    asOf: Date | undefined,
    @Ctx() { ctx }: ResolverContext,
  ): Promise<Leaderboard> {
    return readLeaderboard(ctx, { period, asOf })
  }

  @Query(() => TeamPerformance, { description: 'What each rep did in the period; for a rep, their own row.' })
  teamPerformance(
    @Arg('period', () => PeriodEnum, weekArg) period: Period,
    @Ctx() { ctx }: ResolverContext,
  ): Promise<TeamPerformance> {
    return readTeamPerformance(ctx, { period })
  }

  @Query(() => SalesPerformance, { description: "The caller's own metrics." })
  salesPerformance(
    @Arg('period', () => PeriodEnum, weekArg) period: Period,
    @Ctx() { ctx }: ResolverContext,
  ): Promise<SalesPerformance> {
    return readSalesPerformance(ctx, { period })
  }

  @Query(() => NeighborhoodPerformance, { description: 'Leads by neighbourhood; for a rep, their own.' })
  neighborhoodPerformance(
    @Arg('period', () => PeriodEnum, weekArg) period: Period,
    @Ctx() { ctx }: ResolverContext,
  ): Promise<NeighborhoodPerformance> {
    return readNeighborhoodPerformance(ctx, { period })
  }

  @Query(() => Trends, { description: "How the figures of an owner's cards came about; for a rep, their own." })
  trends(@Arg('period', () => PeriodEnum, weekArg) period: Period, @Ctx() { ctx }: ResolverContext): Promise<Trends> {
    return readTrends(ctx, { period })
  }

  @Query(() => Totals, { description: 'How many properties and leads stand now.' })
  totals(@Ctx() { ctx }: ResolverContext): Promise<Totals> {
    return readTotals(ctx)
  }

  @Query(() => Explanation, { description: 'What a figure of a dashboard is made of.' })
  async explain(
    @Arg('input', () => FigureInput, { description: 'Which figure, and which part of it.' }) input: FigureInput,
    @Arg('first', () => Int, firstArg) first: number | undefined,
    @Arg('after', () => String, afterArg) after: string | undefined,
    @Ctx() { ctx }: ResolverContext,
  ): Promise<Explanation> {
    const { place, ...question } = input
    const where = place && { neighborhood: place.neighborhood ?? null, city: place.city ?? null }
    const { page, ...rest } = await explain(
      ctx,
      { ...question, ...(where ? { place: where } : {}) },
      { limit: clampLimit(first), after },
    )
    return { ...rest, ...toConnection(page) }
  }

  @Query(() => [Target], { description: 'Targets with their progress; for a rep, their own.' })
  targets(@Ctx() { ctx }: ResolverContext): Promise<Target[]> {
    return listTargets(ctx)
  }

  @Mutation(() => Target, { nullable: true, description: 'Sets a target; null when it was taken away.' })
  setTarget(
    @Arg('input', () => TargetInput, { description: 'Whose, of what, and how much.' }) input: TargetInput,
    @Ctx() { ctx }: ResolverContext,
  ): Promise<Target | null> {
    return setTarget(ctx, input)
  }
}
