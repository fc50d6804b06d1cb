import { setTimeout as sleep } from 'node:timers/promises'
import { Arg, Int, Resolver, Root, Subscription } from 'type-graphql'
import { readScope, type Context } from '../context.ts'
import { authorize, requireTenant } from '../domain/permissions.ts'
import type { Period } from '../domain/enums.ts'
import { allTenants } from '../live/live.ts'
import { readLastChange, type LastChange } from '../usecases/activity/lastChange.ts'
import { readTenantComparison } from '../usecases/usage/comparison.ts'
import { readLeaderboard, readTeamPerformance } from '../usecases/performance/performance.ts'
import { readUsageSummary } from '../usecases/usage/usage.ts'
import { ActivityEvent } from '../schema/activity.ts'
import { PeriodEnum } from '../schema/enums.ts'
import { Leaderboard, TeamPerformance } from '../schema/performance.ts'
import { LeadsChanged } from '../schema/leads.ts'
import { PropertiesChanged } from '../schema/properties.ts'
import { TenantComparison, UsageSummary } from '../schema/usage.ts'
import { followActivity } from '../usecases/activity/followActivity.ts'
import { daysArg, monthArg, weekArg } from '../schema/args.ts'
import type { ResolverContext } from '../graphql/resolverContext.ts'
import { watchView } from '../live/sharedView.ts'

type SubscribeOptions<Args> = { context: ResolverContext; args: Args }

/** Whose changes a view of the actor's follows: their tenant's, or every tenant's where they see them all. */
function watchedTenant(ctx: Context): string {
  const scope = readScope(ctx)
  return scope === 'platform' ? allTenants : scope.tenantId
}

/** Everything that happens changes what it costs: what comes while it waits is in the next reading. */
function throttleReads<T>(read: () => Promise<T>): () => Promise<T> {
  let next = 0
  return async () => {
    const wait = next - Date.now()
    if (wait > 0) await sleep(wait)
    next = Date.now() + 1_000
    return read()
  }
}

/** Who subscribes has read a moment ago what they will read again, so only what came since is news to them. */
const recentMs = 10_000

/** A hint after each change, and only after one: to who joins, when there was one a moment ago. */
function watchChanges(ctx: Context, topic: 'properties' | 'leads') {
  let last: LastChange = { at: new Date(0), position: 0 }
  const read = async () => (last = (await readLastChange(ctx, topic)) ?? last)
  const isNews = ({ at }: LastChange) => ctx.now().getTime() - at.getTime() < recentMs
  return watchView(ctx, { tenantId: requireTenant(ctx.actor), topic, name: 'hint' }, read, isNews)
}

@Resolver()
export class SubscriptionsResolver {
  @Subscription(() => Leaderboard, {
    description: 'The whole leaderboard, each time it changes.',
    subscribe: ({ context: { ctx }, args }: SubscribeOptions<{ period: Period }>) => {
      authorize(ctx.actor, 'leaderboard.read')
      const { period } = args
      return watchView(ctx, { tenantId: watchedTenant(ctx), topic: 'leaderboard', name: `leaderboard ${period}` }, () =>
        readLeaderboard(ctx, { period }),
      )
    },
  })
  leaderboardChanged(
    @Arg('period', () => PeriodEnum, weekArg) _period: Period,
    @Root() leaderboard: Leaderboard,
  ): Leaderboard {
    return leaderboard
  }

  @Subscription(() => TeamPerformance, {
    description: 'What each rep did, each time it changes; for a rep, their own row.',
    subscribe: ({ context: { ctx }, args }: SubscribeOptions<{ period: Period }>) => {
      const reach = authorize(ctx.actor, 'performance.read')
      const { period } = args
      const subjects = reach === 'all' ? 'all' : ctx.actor!.userId
      return watchView(
        ctx,
        { tenantId: watchedTenant(ctx), topic: 'leaderboard', name: `team ${period} ${subjects}` },
        () => readTeamPerformance(ctx, { period }),
      )
    },
  })
  teamPerformanceChanged(
    @Arg('period', () => PeriodEnum, weekArg) _period: Period,
    @Root() performance: TeamPerformance,
  ): TeamPerformance {
    return performance
  }

  @Subscription(() => UsageSummary, {
    description: 'What was used and what it cost, each time it changes, at most once a second.',
    subscribe: ({ context: { ctx }, args }: SubscribeOptions<{ period: Period }>) => {
      const reach = authorize(ctx.actor, 'usage.read')
      const { period } = args
      const subjects = reach === 'all' ? 'all' : ctx.actor!.userId
      return watchView(
        ctx,
        { tenantId: watchedTenant(ctx), topic: 'activity', name: `usage ${period} ${subjects}` },
        throttleReads(() => readUsageSummary(ctx, { period })),
      )
    },
  })
  usageChanged(
    @Arg('period', () => PeriodEnum, monthArg) _period: Period,
    @Root() summary: UsageSummary,
  ): UsageSummary {
    return summary
  }

  @Subscription(() => ActivityEvent, {
    description:
      'The events of the log of one tenant, oldest first and each once: those after a position, then each that follows. For a rep what they did themselves; a global admin chooses a tenant.',
    subscribe: ({ context: { ctx }, args }: SubscribeOptions<{ after?: number | null }>) =>
      followActivity(ctx, args.after ?? null) as unknown as AsyncIterable<ActivityEvent>,
  })
  activityAppended(
    @Arg('after', () => Int, {
      nullable: true,
      description:
        'The last position that was read: a client that reconnects gives it and misses nothing. 0 reads the whole log; left out, only what is new is told.',
    })
    _after: number | undefined,
    @Root() event: ActivityEvent,
  ): ActivityEvent {
    return event
  }

  @Subscription(() => TenantComparison, {
    description: 'The whole comparison, each time something happens in any tenant, at most once a second.',
    subscribe: ({ context: { ctx }, args: { days } }: SubscribeOptions<{ days: number }>) => {
      authorize(ctx.actor, 'comparison.read')
      return watchView(
        ctx,
        { tenantId: allTenants, topic: 'activity', name: `comparison ${days}` },
        throttleReads(() => readTenantComparison(ctx, days)),
      )
    },
  })
  tenantComparisonChanged(
    @Arg('days', () => Int, daysArg) _days: number,
    @Root() comparison: TenantComparison,
  ): TenantComparison {
    return comparison
  }

  @Subscription(() => PropertiesChanged, {
    description: 'Told after houses of the team were saved, changed or deleted.',
    subscribe: ({ context: { ctx } }: SubscribeOptions<object>) => {
      authorize(ctx.actor, 'property.read')
      return watchChanges(ctx, 'properties')
    },
  })
  propertiesChanged(@Root() changed: PropertiesChanged): PropertiesChanged {
    return changed
  }

  @Subscription(() => LeadsChanged, {
    description: 'Told after leads of the team were made, changed or deleted.',
    subscribe: ({ context: { ctx } }: SubscribeOptions<object>) => {
      authorize(ctx.actor, 'lead.read')
      return watchChanges(ctx, 'leads')
    },
  })
  leadsChanged(@Root() changed: LeadsChanged): LeadsChanged {
    return changed
  }
}
