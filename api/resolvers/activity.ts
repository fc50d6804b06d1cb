import { Arg, Ctx, FieldResolver, Int, Query, Resolver, Root } from 'type-graphql'
import { clampLimit } from '../domain/paging.ts'
import {
  countActivity,
  readActivityLog,
  readActivityStats,
  type ActivityFilter as Filter,
} from '../usecases/activityLog.ts'
import { ActivityConnection, ActivityFilter, ActivityStats } from '../schema/activity.ts'
import { connectionOf } from './connections.ts'
import type { Request } from './request.ts'

@Resolver()
export class ActivityResolver {
  @Query(() => ActivityConnection, { description: 'What happened, latest first; for a rep what they did themselves.' })
  async activityLog(
    @Arg('filter', () => ActivityFilter, { nullable: true }) filter: ActivityFilter | undefined,
    @Arg('first', () => Int, { nullable: true }) first: number | undefined,
    @Arg('after', () => String, { nullable: true }) after: string | undefined,
    @Ctx() { ctx }: Request,
  ) {
    const page = await readActivityLog(ctx, filter ?? {}, { limit: clampLimit(first), after })
    return { ...connectionOf(page), filter: filter ?? {} }
  }

  @Query(() => ActivityStats, { description: 'How much was done in the last days, by the hour.' })
  activityStats(
    @Arg('days', () => Int, { defaultValue: 7 }) days: number,
    @Ctx() { ctx }: Request,
  ): Promise<ActivityStats> {
    return readActivityStats(ctx, days)
  }
}

@Resolver(() => ActivityConnection)
export class ActivityConnectionResolver {
  @FieldResolver(() => Int, { description: 'How many there are in all pages.' })
  totalCount(@Root() { filter }: { filter: Filter }, @Ctx() { ctx }: Request): Promise<number> {
    return countActivity(ctx, filter)
  }
}
