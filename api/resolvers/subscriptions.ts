import { Arg, Resolver, Root, Subscription } from 'type-graphql'
import { authorize, tenantOf } from '../domain/permissions.ts'
import type { Period } from '../domain/words.ts'
import { readLeaderboard, readTeamPerformance } from '../usecases/performance.ts'
import { PeriodEnum } from '../schema/enums.ts'
import { Leaderboard, TeamPerformance } from '../schema/performance.ts'
import { LeadsChanged } from '../schema/leads.ts'
import { PropertiesChanged } from '../schema/properties.ts'
import type { Request } from './request.ts'
import { watchView } from './sharedView.ts'

type Subscribing<Args> = { context: Request; args: Args }

@Resolver()
export class SubscriptionsResolver {
  @Subscription(() => Leaderboard, {
    description: 'The whole leaderboard, each time it changes.',
    subscribe: ({ context: { ctx }, args }: Subscribing<{ period: Period }>) => {
      authorize(ctx.actor, 'leaderboard.read')
      const { period } = args
      return watchView(
        ctx.live,
        { tenantId: tenantOf(ctx.actor), topic: 'leaderboard', name: `leaderboard ${period}` },
        () => readLeaderboard(ctx, { period }),
      )
    },
  })
  leaderboardChanged(
    @Arg('period', () => PeriodEnum, { defaultValue: 'week' }) _period: Period,
    @Root() leaderboard: Leaderboard,
  ): Leaderboard {
    return leaderboard
  }

  @Subscription(() => TeamPerformance, {
    description: 'What each rep did, each time it changes; for a rep, their own row.',
    subscribe: ({ context: { ctx }, args }: Subscribing<{ period: Period }>) => {
      const reach = authorize(ctx.actor, 'performance.read')
      const { period } = args
      const whose = reach === 'all' ? 'all' : ctx.actor!.userId
      return watchView(
        ctx.live,
        { tenantId: tenantOf(ctx.actor), topic: 'leaderboard', name: `team ${period} ${whose}` },
        () => readTeamPerformance(ctx, { period }),
      )
    },
  })
  teamPerformanceChanged(
    @Arg('period', () => PeriodEnum, { defaultValue: 'week' }) _period: Period,
    @Root() performance: TeamPerformance,
  ): TeamPerformance {
    return performance
  }

  @Subscription(() => PropertiesChanged, {
    description: 'Told after houses of the team were saved, changed or deleted.',
    subscribe: ({ context: { ctx } }: Subscribing<object>) => {
      authorize(ctx.actor, 'property.read')
      return watchView(ctx.live, { tenantId: tenantOf(ctx.actor), topic: 'properties', name: 'hint' }, async () => ({
        at: ctx.now(),
      }))
    },
  })
  propertiesChanged(@Root() changed: PropertiesChanged): PropertiesChanged {
    return changed
  }

  @Subscription(() => LeadsChanged, {
    description: 'Told after leads of the team were made, changed or deleted.',
    subscribe: ({ context: { ctx } }: Subscribing<object>) => {
      authorize(ctx.actor, 'lead.read')
      return watchView(ctx.live, { tenantId: tenantOf(ctx.actor), topic: 'leads', name: 'hint' }, async () => ({
        at: ctx.now(),
      }))
    },
  })
  leadsChanged(@Root() changed: LeadsChanged): LeadsChanged {
    return changed
  }
}
