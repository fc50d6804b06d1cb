import { Arg, Ctx, Float, Mutation, Query, Resolver, Root, Subscription } from 'type-graphql'
import type { Context } from '../context.ts'
import type { Period } from '../domain/enums.ts'
import { rangeKey, type RangeInput } from '../domain/performance/reportRange.ts'
import { authorize, ownUserIdOf } from '../domain/permissions.ts'
import type { UsageService } from '../domain/usage/usageServices.ts'
import { endOfPeriod, throttleReads, watchedTenant, type SubscribeOptions } from '../graphql/subscriptions.ts'
import { allTenants } from '../live/live.ts'
import { watchView } from '../live/sharedView.ts'
import { DaysArg, FromDayArg, InputArg, PeriodArg, ToDayArg } from '../schema/common.ts'
import { UsageServiceEnum } from '../schema/enums.ts'
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
    @Ctx('ctx') ctx: Context,
    @PeriodArg('month') period: Period,
    @FromDayArg() from: string | undefined,
    @ToDayArg() to: string | undefined,
  ): Promise<UsageSummary> {
    return readUsageSummary(ctx, { period, from, to })
  }

  @Query(() => BillingSummary, { description: 'Cost of the period, with earlier periods for comparison.' })
  billingSummary(@Ctx('ctx') ctx: Context, @PeriodArg('month') period: Period): Promise<BillingSummary> {
    return readBillingSummary(ctx, { period })
  }

  @Query(() => [CostRate], { description: 'Current rate of each service.' })
  costConfiguration(@Ctx('ctx') ctx: Context): Promise<CostRate[]> {
    return readCostRates(ctx)
  }

  @Query(() => TenantComparison, { description: 'Usage and cost of all tenants over the last days.' })
  tenantComparison(@Ctx('ctx') ctx: Context, @DaysArg() days: number): Promise<TenantComparison> {
    return readTenantComparison(ctx, days)
  }

  @Mutation(() => CostRate, {
    description: 'Sets the rate of a service, effective immediately. Past usage keeps its rate.',
  })
  setCostRate(
    @Ctx('ctx') ctx: Context,
    @Arg('service', () => UsageServiceEnum, { description: 'The priced service.' }) service: UsageService,
    @Arg('costPerUnit', () => Float, { description: 'Dollars per unit, a multiple of 0.0001.' }) costPerUnit: number,
  ): Promise<CostRate> {
    return setCostRate(ctx, { service, costPerUnit })
  }

  @Mutation(() => UsageReport, { description: 'Records usage reported by a client; it is never billed.' })
  trackUsage(
    @Ctx('ctx') ctx: Context,
    @InputArg(TrackUsageInput, 'The usage to report.') input: TrackUsageInput,
  ): Promise<UsageReport> {
    return trackUsage(ctx, input)
  }

  @Subscription(() => UsageSummary, {
    description: 'Sends the usage summary each time it changes, at most once a second.',
    subscribe: ({ context: { ctx }, args }: SubscribeOptions<RangeInput>) => {
      const reach = authorize(ctx.actor, 'usage.read')
      const subjects = reach === 'all' ? 'all' : ownUserIdOf(ctx.actor!)
      return watchView(
        ctx,
        { tenantId: watchedTenant(ctx), topic: 'activity', name: `usage ${rangeKey(args)} ${subjects}` },
        throttleReads(() => readUsageSummary(ctx, args)),
        { validUntil: endOfPeriod(ctx) },
      )
    },
  })
  usageChanged(
    @PeriodArg('month') _period: Period,
    @FromDayArg() _from: string | undefined,
    @ToDayArg() _to: string | undefined,
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
        { tenantId: ctx.actor!.tenantId ?? allTenants, topic: 'activity', name: `comparison ${days}` },
        throttleReads(() => readTenantComparison(ctx, days)),
        { validUntil: endOfPeriod(ctx) },
      )
    },
  })
  tenantComparisonChanged(@DaysArg() _days: number, @Root() comparison: TenantComparison): TenantComparison {
    return comparison
  }
}
