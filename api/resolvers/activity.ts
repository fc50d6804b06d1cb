import type { GraphQLResolveInfo } from 'graphql'
import { Arg, Args, Ctx, FieldResolver, Info, Int, Query, Resolver, Root, Subscription } from 'type-graphql'
import type { Context } from '../context.ts'
import { clampLimit } from '../domain/paging.ts'
import { toConnection } from '../graphql/connections.ts'
import { selectedFields } from '../graphql/selections.ts'
import type { SubscribeOptions } from '../graphql/subscriptions.ts'
import {
  ActivityConnection,
  ActivityEvent,
  ActivityFilter,
  ActivityOrder,
  ActivityStats,
  Explanation,
  FigureInput,
} from '../schema/activity.ts'
import { DaysArg, FilterArg, InputArg, nullable, PageArgs } from '../schema/common.ts'
import { countActivity, readActivityLog, readActivityStats } from '../usecases/activity/activityLog.ts'
import type { ActivityFilter as Filter } from '../usecases/activity/activityFilters.ts'
import { explain } from '../usecases/activity/explain.ts'
import { followActivity } from '../usecases/activity/followActivity.ts'

@Resolver()
export class ActivityResolver {
  @Query(() => ActivityConnection, {
    description: 'The activity log, by default latest first; for a rep, only their own events.',
  })
  async activityLog(
    @Ctx('ctx') ctx: Context,
    @Args(() => PageArgs) { first, after }: PageArgs,
    @FilterArg(ActivityFilter, 'events') filter?: ActivityFilter,
    @Arg('orderBy', () => ActivityOrder, nullable('The order; the latest first by default.')) orderBy?: ActivityOrder,
  ) {
    const page = await readActivityLog(ctx, filter ?? {}, { limit: clampLimit(first), after }, orderBy)
    return { ...toConnection(page, after), filter: filter ?? {} }
  }

  @Query(() => ActivityStats, { description: 'Event counts for the last days, computed from hourly totals.' })
  activityStats(@Ctx('ctx') ctx: Context, @DaysArg() days: number): Promise<ActivityStats> {
    return readActivityStats(ctx, days)
  }

  @Query(() => Explanation, { description: 'The events that make up a dashboard metric.' })
  async explain(
    @Ctx('ctx') ctx: Context,
    @InputArg(FigureInput, 'The metric to explain.') input: FigureInput,
    @Args(() => PageArgs) { first, after }: PageArgs,
    @Info() info: GraphQLResolveInfo,
  ): Promise<Explanation> {
    const { place, ...question } = input
    const where = place && { neighborhood: place.neighborhood ?? null, city: place.city ?? null }
    const { page, ...rest } = await explain(
      ctx,
      { ...question, ...(where ? { place: where } : {}) },
      { limit: clampLimit(first), after },
      { withReceipt: selectedFields(info, []).has('receipt') },
    )
    return { ...rest, ...toConnection(page, after) }
  }

  @Subscription(() => ActivityEvent, {
    description:
      "Sends each event of the tenant's activity log exactly once, in order: those after a position, then each new event. For a rep, only their own events; a global admin must have chosen a tenant.",
    subscribe: ({ context: { ctx }, args }: SubscribeOptions<{ after?: number | null }>) =>
      followActivity(ctx, args.after ?? null) as unknown as AsyncIterable<ActivityEvent>,
  })
  activityAppended(
    @Arg('after', () => Int, {
      nullable: true,
      description:
        'Position of the last event received, so that a client that reconnects misses no events. 0 sends the entire log; if omitted, only new events are sent. Fails with BAD_USER_INPUT if the log ends before it, as after a restore from a backup.',
    })
    _after: number | undefined,
    @Root() event: ActivityEvent,
  ): ActivityEvent {
    return event
  }
}

@Resolver(() => ActivityConnection)
export class ActivityConnectionResolver {
  @FieldResolver(() => Int, { description: 'Total number of items on all pages.' })
  totalCount(@Ctx('ctx') ctx: Context, @Root() { filter }: { filter: Filter }): Promise<number> {
    return countActivity(ctx, filter)
  }
}
