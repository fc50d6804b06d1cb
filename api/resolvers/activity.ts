import { Arg, Ctx, FieldResolver, Int, Query, Resolver, Root } from 'type-graphql'
import { clampLimit } from '../domain/paging.ts'
import {
  countActivity,
  readActivityLog,
  readActivityStats,
  type ActivityFilter as Filter,
} from '../usecases/activity/activityLog.ts'
import { ActivityConnection, ActivityFilter, ActivityStats } from '../schema/activity.ts'
import { toConnection } from '../graphql/connections.ts'
import { afterArg, daysArg, firstArg } from '../schema/args.ts'
import type { ResolverContext } from '../graphql/resolverContext.ts'

@Resolver()
export class ActivityResolver {
  @Query(() => ActivityConnection, { description: 'What happened, latest first; for a rep what they did themselves.' })
  async activityLog(
    @Arg('filter', () => ActivityFilter, {
      nullable: true,
      description: 'Which events; all of them where it is left out.',
    })
    filter: ActivityFilter | undefined,
    @Arg('first', () => Int, firstArg) first: number | undefined,
    @Arg('after', () => String, afterArg) after: string | undefined,
    @Ctx() { ctx }: ResolverContext,
  ) {
    const page = await readActivityLog(ctx, filter ?? {}, { limit: clampLimit(first), after })
    return { ...toConnection(page), filter: filter ?? {} }
  }

  @Query(() => ActivityStats, { description: 'How much was done in the last days, by the hour.' })
  activityStats(
    @Arg('days', () => Int, daysArg) days: number,
    @Ctx() { ctx }: ResolverContext,
  ): Promise<ActivityStats> {
    return readActivityStats(ctx, days)
  }
}

@Resolver(() => ActivityConnection)
export class ActivityConnectionResolver {
  @FieldResolver(() => Int, { description: 'How many there are in all pages.' })
  totalCount(@Root() { filter }: { filter: Filter }, @Ctx() { ctx }: ResolverContext): Promise<number> {
    return countActivity(ctx, filter)
  }
}
