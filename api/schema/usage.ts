import { GraphQLDateTimeISO } from 'graphql-scalars'
import { Field, Float, ID, InputType, Int, ObjectType } from 'type-graphql'
import type { UsageService } from '../domain/usage/usageServices.ts'
import { InPeriod, nullable } from './common.ts'
import { UsageServiceEnum } from './enums.ts'
import { TenantRef } from './performance.ts'

const dollars = { description: 'Dollars, computed without floating-point rounding.' } as const

@ObjectType({ description: 'Usage of one service. Each use is priced at the rate in effect when it happened.' })
export class ServiceUsage {
  @Field(() => UsageServiceEnum, { description: 'The service that was used.' }) service!: UsageService
  @Field({ description: "Display name, such as 'Map loads'." }) name!: string
  @Field({ description: 'Name of the billing unit.' }) unitName!: string
  @Field(() => Float, { description: 'Number of units used.' }) count!: number
  @Field(() => Float, dollars) cost!: number
}

@ObjectType({ description: 'Usage and cost in a period; for a rep, only their own usage.' })
export class UsageSummary extends InPeriod {
  @Field(() => Float, dollars) totalCost!: number
  @Field(() => [ServiceUsage], { description: 'Usage by service, including services that were not used.' })
  byService!: ServiceUsage[]
}

@ObjectType({ description: 'Cost of an earlier period.' })
export class BillingPeriod {
  @Field(() => GraphQLDateTimeISO, { description: 'Start of the period.' }) from!: Date
  @Field(() => GraphQLDateTimeISO, { description: 'Exclusive end of the period.' }) to!: Date
  @Field(() => Float, dollars) totalCost!: number
}

@ObjectType({ description: 'Cost of a period, with earlier periods for comparison.' })
export class BillingSummary extends UsageSummary {
  @Field(() => Float, { description: 'Cost of the entire previous period in dollars.' }) previousTotalCost!: number
  @Field(() => [BillingPeriod], { description: 'Earlier periods, most recent first.' }) history!: BillingPeriod[]
}

@ObjectType({ description: 'The current rate of a service.' })
export class CostRate {
  @Field(() => UsageServiceEnum, { description: 'The priced service.' }) service!: UsageService
  @Field({ description: "Display name, such as 'Map loads'." }) name!: string
  @Field({ description: 'Description of one unit.' }) description!: string
  @Field({ description: 'Name of the billing unit.' }) unitName!: string
  @Field(() => Float, { description: 'Dollars per unit, a multiple of 0.0001.' }) costPerUnit!: number
  @Field(() => GraphQLDateTimeISO, nullable('When the rate took effect; null for the initial rate.'))
  effectiveFrom!: Date | null
}

@InputType({ description: 'Usage reported by a client. It is recorded as reported and never billed.' })
export class TrackUsageInput {
  @Field(() => UsageServiceEnum, { description: 'The service that was used.' }) service!: UsageService
  @Field(() => Int, { description: 'Number of units, greater than 0.' }) quantity!: number
  @Field(() => String, nullable('Free-text note.')) note?: string | null
}

@ObjectType({ description: 'Usage reported by a client, as recorded.' })
export class UsageReport {
  @Field(() => ID, { description: 'UUID of the report.' }) id!: string
  @Field(() => UsageServiceEnum, { description: 'The service that was used.' }) service!: UsageService
  @Field(() => Int, { description: 'Number of units reported.' }) quantity!: number
  @Field(() => String, nullable('Note sent with the report; null if none.')) note!: string | null
  @Field(() => GraphQLDateTimeISO, { description: 'When the report was received.' }) reportedAt!: Date
}

@ObjectType({ description: 'Usage and cost of one tenant.' })
export class TenantComparisonEntry {
  @Field(() => TenantRef, { description: 'The tenant of this row.' }) tenant!: TenantRef
  @Field(() => Int, { description: 'Current number of accounts.' }) userCount!: number
  @Field(() => Int, { description: 'Current number of properties.' }) propertyCount!: number
  @Field(() => Float, { description: 'Events in the activity log of the tenant.' }) apiCalls!: number
  @Field(() => Float, { description: 'Maps opened.' }) mapLoads!: number
  @Field(() => Float, { description: 'Parcel records fetched and billed.' }) regridLookups!: number
  @Field(() => Float, dollars) totalCost!: number
  @Field(() => Float, { description: 'Cost per account in dollars; 0 if the tenant has no accounts.' })
  costPerUser!: number
}

@ObjectType({ description: 'Totals over all tenants.' })
export class ComparisonTotals {
  @Field(() => Float, dollars) revenue!: number
  @Field(() => Int, { description: 'Accounts at the end of the time span.' }) users!: number
  @Field(() => Float, { description: 'Events in the activity logs.' }) apiCalls!: number
  @Field(() => Int, { description: 'Tenants with at least one event.' }) activeTenants!: number
}

@ObjectType({ description: 'Totals over all tenants for one day or one hour.' })
export class ComparisonPoint extends ComparisonTotals {
  @Field(() => GraphQLDateTimeISO, { description: 'Start of the day or hour in UTC.' }) at!: Date
}

@ObjectType({ description: 'Usage and cost of all tenants over the last days.' })
export class TenantComparison {
  @Field(() => Int, { description: 'Number of rolling days.' }) days!: number
  @Field(() => GraphQLDateTimeISO, { description: 'Start of the time span.' }) from!: Date
  @Field(() => GraphQLDateTimeISO, { description: 'End of the time span: the current time.' }) to!: Date
  @Field(() => ComparisonTotals, { description: 'Totals over all tenants for the time span.' })
  totals!: ComparisonTotals
  @Field(() => ComparisonTotals, { description: 'Totals over all tenants for the preceding span of the same length.' })
  previous!: ComparisonTotals
  @Field(() => [ComparisonPoint], {
    description: 'Totals by UTC day, or by hour if one day is requested; earliest first.',
  })
  trend!: ComparisonPoint[]
  @Field(() => [TenantComparisonEntry], { description: 'Rows sorted by cost, highest first.' })
  tenants!: TenantComparisonEntry[]
}
