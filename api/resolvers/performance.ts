import { GraphQLDateTimeISO } from 'graphql-scalars'
import { Arg, Ctx, Query, Resolver } from 'type-graphql'
import type { Period } from '../domain/words.ts'
import { readLeaderboard, readTeamPerformance, readTotals } from '../usecases/performance.ts'
import { PeriodEnum } from '../schema/enums.ts'
import { Leaderboard, TeamPerformance, Totals } from '../schema/performance.ts'
import type { Request } from './request.ts'

@Resolver()
export class PerformanceResolver {
  @Query(() => Leaderboard, { description: 'The leaderboard of a period, also as it stood at an earlier time.' })
  leaderboard(
    @Arg('period', () => PeriodEnum, { defaultValue: 'week' }) period: Period,
    @Arg('asOf', () => GraphQLDateTimeISO, { nullable: true }) asOf: Date | undefined,
    @Ctx() { ctx }: Request,
  ): Promise<Leaderboard> {
    return readLeaderboard(ctx, { period, asOf })
  }

  @Query(() => TeamPerformance, { description: 'What each rep did in the period; for a rep, their own row.' })
  teamPerformance(
    @Arg('period', () => PeriodEnum, { defaultValue: 'week' }) period: Period,
    @Ctx() { ctx }: Request,
  ): Promise<TeamPerformance> {
    return readTeamPerformance(ctx, { period })
  }

  @Query(() => Totals, { description: 'How many properties and leads stand now.' })
  totals(@Ctx() { ctx }: Request): Promise<Totals> {
    return readTotals(ctx)
  }
}
