import { Arg, Ctx, Float, Int, Mutation, Query, Resolver, Root, Subscription } from 'type-graphql'
import type { Period } from '../domain/enums.ts'
import { authorize } from '../domain/permissions.ts'
import type { UsageService } from '../domain/usageServices.ts'
import type { ResolverContext } from '../graphql/resolverContext.ts'
import { throttleReads, watchedTenant, type SubscribeOptions } from '../graphql/subscriptions.ts'
import { allTenants } from '../live/live.ts'
import { watchView } from '../live/sharedView.ts'
import { daysArg, monthArg } from '../schema/common.ts'
import { PeriodEnum, UsageServiceEnum } from '../schema/enums.ts'
import {
  BillingSummary,
  CostRate,
  TenantComparison,
  TrackUsageInput,
  UsageReport,
  UsageSummary,
} from '../schema/usage.ts'
import { readTenantComparison } from '../usecases/usage/comparison.ts'
import { readCostRates, setCostRate } from '../usecases/usage/costs.ts'
import { readBillingSummary, readUsageSummary, trackUsage } from '../usecases/usage/usage.ts'

@Resolver()
export class UsageResolver {
  @Query(() => UsageSummary, { description: 'Usage and cost in a period; for a rep, only their own usage.' })
  usageSummary(
    @Arg('period', () => PeriodEnum, monthArg) period: Period,
    @Ctx() { ctx }: ResolverContext,
  ): Promise<UsageSummary> {
    return readUsageSummary(ctx, { period })
  }

  @Query(() => BillingSummary, { description: 'Cost of the period, with earlier periods for comparison.' })
  billingSummary(
    @Arg('period', () => PeriodEnum, monthArg) period: Period,
    @Ctx() { ctx }: ResolverContext,
  ): Promise<BillingSummary> {
    return readBillingSummary(ctx, { period })
  }

  @Query(() => [CostRate], { description: 'Current rate of each service.' })
  costConfiguration(@Ctx() { ctx }: ResolverContext): Promise<CostRate[]> {
    return readCostRates(ctx)
  }

  @Query(() => TenantComparison, { description: 'Usage and cost of all tenants over the last days.' })
  tenantComparison(
    @Arg('days', () => Int, daysArg) days: number,
    @Ctx() { ctx }: ResolverContext,
  ): Promise<TenantComparison> {
    return readTenantComparison(ctx, days)
  }

  @Mutation(() => CostRate, {
    description: 'Sets the rate of a service, effective immediately. Past usage keeps its rate.',
  })
  setCostRate(
    @Arg('service', () => UsageServiceEnum, { description: 'The priced service.' }) service: UsageService,
    @Arg('costPerUnit', () => Float, { description: 'Dollars per unit, a multiple of 0.0001.' }) costPerUnit: number,
    @Ctx() { ctx }: ResolverContext,
  ): Promise<CostRate> {
    return setCostRate(ctx, { service, costPerUnit })
  }

  @Mutation(() => UsageReport, { description: 'Records usage reported by a client; it is never billed.' })
  trackUsage(
    @Arg('input', () => TrackUsageInput, { description: 'The usage to report.' }) input: TrackUsageInput,
    @Ctx() { ctx }: ResolverContext,
  ): Promise<UsageReport> {
    return trackUsage(ctx, input)
  }

  @Subscription(() => UsageSummary, {
    description: 'Sends the usage summary each time it changes, at most once a second.',
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

  @Subscription(() => TenantComparison, {
    description: 'Sends the complete comparison each time it changes, at most once a second.',
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
}
