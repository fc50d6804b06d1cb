import { Arg, Ctx, Float, Int, Mutation, Query, Resolver } from 'type-graphql'
import type { UsageService } from '../domain/usageServices.ts'
import type { Period } from '../domain/enums.ts'
import { readTenantComparison } from '../usecases/usage/comparison.ts'
import { readCostRates, setCostRate } from '../usecases/usage/costs.ts'
import { readBillingSummary, readUsageSummary, trackUsage } from '../usecases/usage/usage.ts'
import { PeriodEnum, UsageServiceEnum } from '../schema/enums.ts'
import {
  BillingSummary,
  CostRate,
  TenantComparison,
  TrackUsageInput,
  UsageReport,
  UsageSummary,
} from '../schema/usage.ts'
import { daysArg, monthArg } from '../schema/args.ts'
import type { ResolverContext } from '../graphql/resolverContext.ts'

@Resolver()
export class UsageResolver {
  @Query(() => UsageSummary, { description: 'What was used and what it cost; for a rep, by themselves.' })
  usageSummary(
    @Arg('period', () => PeriodEnum, monthArg) period: Period,
    @Ctx() { ctx }: ResolverContext,
  ): Promise<UsageSummary> {
    return readUsageSummary(ctx, { period })
  }

  @Query(() => BillingSummary, { description: 'What is to be paid.' })
  billingSummary(
    @Arg('period', () => PeriodEnum, monthArg) period: Period,
    @Ctx() { ctx }: ResolverContext,
  ): Promise<BillingSummary> {
    return readBillingSummary(ctx, { period })
  }

  @Query(() => [CostRate], { description: 'What each service costs now.' })
  costConfiguration(@Ctx() { ctx }: ResolverContext): Promise<CostRate[]> {
    return readCostRates(ctx)
  }

  @Query(() => TenantComparison, { description: 'What every tenant used in the last days.' })
  tenantComparison(
    @Arg('days', () => Int, daysArg) days: number,
    @Ctx() { ctx }: ResolverContext,
  ): Promise<TenantComparison> {
    return readTenantComparison(ctx, days)
  }

  @Mutation(() => CostRate, { description: 'Gives a service another price from now on; the past keeps its own.' })
  setCostRate(
    @Arg('service', () => UsageServiceEnum, { description: 'What the price is for.' }) service: UsageService,
    @Arg('costPerUnit', () => Float, { description: 'Dollars, in steps of 0.0001.' }) costPerUnit: number,
    @Ctx() { ctx }: ResolverContext,
  ): Promise<CostRate> {
    return setCostRate(ctx, { service, costPerUnit })
  }

  @Mutation(() => UsageReport, { description: "Keeps a client's own report of a use; it is never billed." })
  trackUsage(
    @Arg('input', () => TrackUsageInput, { description: 'What was used.' }) input: TrackUsageInput,
    @Ctx() { ctx }: ResolverContext,
  ): Promise<UsageReport> {
    return trackUsage(ctx, input)
  }
}
