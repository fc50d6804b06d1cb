import { GraphQLDateTimeISO } from 'graphql-scalars'
import { Field, Float, ID, InputType, Int, ObjectType } from 'type-graphql'
import type { UsageService } from '../domain/usageServices.ts'
import { InPeriod } from './inPeriod.ts'
import { maybe } from './common.ts'
import { UsageServiceEnum } from './enums.ts'
import { TenantRef } from './performance.ts'

const dollars = { description: 'Dollars; added up in whole micro-dollars.' } as const

@ObjectType({ description: 'What was used of a service, each use at the rate in force when it happened.' })
export class ServiceUsage {
  @Field(() => UsageServiceEnum, { description: 'What was used.' }) service!: UsageService
  @Field({ description: "What people call it, such as 'Map loads'." }) name!: string
  @Field({ description: 'What the price is per.' }) unitName!: string
  @Field(() => Float, { description: 'Units that were used.' }) count!: number
  @Field(() => Float, dollars) cost!: number
}

@ObjectType({ description: 'What was used in a period and what it cost; for a rep, by themselves.' })
export class UsageSummary extends InPeriod {
  @Field(() => Float, dollars) totalCost!: number
  @Field(() => [ServiceUsage], { description: 'Every service, used or not.' }) byService!: ServiceUsage[]
}

@ObjectType({ description: 'What an earlier period cost.' })
export class BillingPeriod {
  @Field(() => GraphQLDateTimeISO, { description: 'The first moment of that period.' }) from!: Date
  @Field(() => GraphQLDateTimeISO, { description: 'The first moment after it.' }) to!: Date
  @Field(() => Float, dollars) totalCost!: number
}

@ObjectType({ description: 'What is to be paid for a period, beside the periods before it.' })
export class BillingSummary extends InPeriod {
  @Field(() => Float, dollars) totalCost!: number
  @Field(() => Float, { description: 'Of the whole period before.' }) previousTotalCost!: number
  @Field(() => [ServiceUsage], { description: 'Every service, used or not.' }) byService!: ServiceUsage[]
  @Field(() => [BillingPeriod], { description: 'Earlier periods, nearest first.' }) history!: BillingPeriod[]
}

@ObjectType({ description: 'What a service costs from now on.' })
export class CostRate {
  @Field(() => UsageServiceEnum, { description: 'What the price is for.' }) service!: UsageService
  @Field({ description: "What people call it, such as 'Map loads'." }) name!: string
  @Field({ description: 'What one unit of it is.' }) description!: string
  @Field({ description: 'What the price is per.' }) unitName!: string
  @Field(() => Float, { description: 'Dollars, in steps of 0.0001.' }) costPerUnit!: number
  @Field(() => GraphQLDateTimeISO, { ...maybe, description: 'Null for the rate of the beginning.' })
  effectiveFrom!: Date | null
}

@InputType({ description: "A client's own report of a use: kept as reported, never billed." })
export class TrackUsageInput {
  @Field(() => UsageServiceEnum, { description: 'What was used.' }) service!: UsageService
  @Field(() => Int, { description: 'How many units: a whole number above 0.' }) quantity!: number
  @Field(() => String, { ...maybe, description: 'Whatever is worth keeping of it.' }) note?: string | null
}

@ObjectType({ description: "A client's own report of a use, as it was kept." })
export class UsageReport {
  @Field(() => ID, { description: 'A UUID, to tell reports apart.' }) id!: string
  @Field(() => UsageServiceEnum, { description: 'What was used.' }) service!: UsageService
  @Field(() => Int, { description: 'How many units were reported.' }) quantity!: number
  @Field(() => String, { ...maybe, description: 'What was reported with it; null where nothing was.' }) note!:
    string | null
  @Field(() => GraphQLDateTimeISO, { description: 'When it arrived.' }) reportedAt!: Date
}

@ObjectType({ description: 'What one tenant used in those days.' })
export class TenantComparisonEntry {
  @Field(() => TenantRef, { description: 'Whose use it is.' }) tenant!: TenantRef
  @Field(() => Int, { description: 'Accounts that stand now.' }) userCount!: number
  @Field(() => Int, { description: 'Properties that stand now.' }) propertyCount!: number
  @Field(() => Float, { description: 'Events in its activity log.' }) apiCalls!: number
  @Field(() => Float, { description: 'Maps that were opened.' }) mapLoads!: number
  @Field(() => Float, { description: 'Parcel records that were fetched and billed for.' }) regridLookups!: number
  @Field(() => Float, dollars) totalCost!: number
  @Field(() => Float, { description: 'Dollars; 0 without accounts.' }) costPerUser!: number
}

@ObjectType({ description: 'Figures of all tenants together.' })
export class ComparisonTotals {
  @Field(() => Float, dollars) revenue!: number
  @Field(() => Int, { description: 'Accounts that stood at the end.' }) users!: number
  @Field(() => Float, { description: 'Events in their activity logs.' }) apiCalls!: number
  @Field(() => Int, { description: 'Tenants where anything happened.' }) activeTenants!: number
}

@ObjectType({ description: 'Figures of all tenants together on one day, or in one hour.' })
export class ComparisonPoint extends ComparisonTotals {
  @Field(() => GraphQLDateTimeISO, { description: 'Where the day or the hour begins, UTC.' }) at!: Date
}

@ObjectType({ description: 'What every tenant used in the last days, rolling, and what it costs.' })
export class TenantComparison {
  @Field(() => Int, { description: 'How many days are compared.' }) days!: number
  @Field(() => GraphQLDateTimeISO, { description: 'Where they begin.' }) from!: Date
  @Field(() => GraphQLDateTimeISO, { description: 'Where they end: now.' }) to!: Date
  @Field(() => ComparisonTotals, { description: 'Of all tenants together.' }) totals!: ComparisonTotals
  @Field(() => ComparisonTotals, { description: 'Of as many days before these.' }) previous!: ComparisonTotals
  @Field(() => [ComparisonPoint], { description: 'By day (UTC), by hour for one day; earliest first.' })
  trend!: ComparisonPoint[]
  @Field(() => [TenantComparisonEntry], { description: 'Most cost first.' }) tenants!: TenantComparisonEntry[]
}
