import { Arg, Ctx, FieldResolver, Int, Query, Resolver, Root, Subscription } from 'type-graphql'
import { clampLimit } from '../domain/paging.ts'
import { toConnection } from '../graphql/connections.ts'
import type { ResolverContext } from '../graphql/resolverContext.ts'
import type { SubscribeOptions } from '../graphql/subscriptions.ts'
import {
  ActivityConnection,
  ActivityEvent,
  ActivityFilter,
  ActivityStats,
  Explanation,
  FigureInput,
} from '../schema/activity.ts'
import { afterArg, daysArg, firstArg, nullable } from '../schema/common.ts'
import {
  countActivity,
  readActivityLog,
  readActivityStats,
  type ActivityFilter as Filter,
} from '../usecases/activity/activityLog.ts'
import { explain } from '../usecases/activity/explain.ts'
import { followActivity } from '../usecases/activity/followActivity.ts'

@Resolver()
export class ActivityResolver {
  @Query(() => ActivityConnection, { description: 'The activity log, latest first; for a rep, only their own events.' })
  async activityLog(
    @Arg('filter', () => ActivityFilter, nullable('Limits the result to matching events.'))
    filter: ActivityFilter | undefined,
    @Arg('first', () => Int, firstArg) first: number | undefined,
    @Arg('after', () => String, afterArg) after: string | undefined,
    @Ctx() { ctx }: ResolverContext,
  ) {
    const page = await readActivityLog(ctx, filter ?? {}, { limit: clampLimit(first), after })
    return { ...toConnection(page), filter: filter ?? {} }
  }

  @Query(() => ActivityStats, { description: 'Event counts for the last days, computed from hourly totals.' })
  activityStats(
    @Arg('days', () => Int, daysArg) days: number,
    @Ctx() { ctx }: ResolverContext,
  ): Promise<ActivityStats> {
    return readActivityStats(ctx, days)
  }

  @Query(() => Explanation, { description: 'The events that make up a dashboard metric.' })
  async explain(
    @Arg('input', () => FigureInput, { description: 'The metric to explain.' }) input: FigureInput,
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
        'Position of the last event received, so that a client that reconnects misses no events. 0 sends the entire log; if omitted, only new events are sent.',
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
  totalCount(@Root() { filter }: { filter: Filter }, @Ctx() { ctx }: ResolverContext): Promise<number> {
    return countActivity(ctx, filter)
  }
}
