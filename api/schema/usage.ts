import { GraphQLDateTimeISO } from 'graphql-scalars'
import { Field, Float, ID, InputType, Int, ObjectType } from 'type-graphql'
import type { UsageService } from '../domain/usage.ts'
import type { Period } from '../domain/words.ts'
import { maybe } from './common.ts'
import { PeriodEnum, UsageServiceEnum } from './enums.ts'
import { TenantRef } from './performance.ts'

const dollars = { description: 'Dollars; added up in whole micro-dollars.' } as const

@ObjectType({ description: 'What was used of a service, each use at the rate in force when it happened.' })
export class ServiceUsage {
  @Field(() => UsageServiceEnum) service!: UsageService
  @Field() name!: string
  @Field({ description: 'What the price is per.' }) unitName!: string
  @Field(() => Float) count!: number
  @Field(() => Float, dollars) cost!: number
}

@ObjectType({ description: 'What was used in a period and what it cost; for a rep, by themselves.' })
export class UsageSummary {
  @Field(() => PeriodEnum) period!: Period
  @Field(() => GraphQLDateTimeISO) from!: Date
  @Field(() => GraphQLDateTimeISO) to!: Date
  @Field() timeZone!: string
  @Field(() => Float, dollars) totalCost!: number
  @Field(() => [ServiceUsage], { description: 'Every service, used or not.' }) byService!: ServiceUsage[]
}

@ObjectType()
export class BillingPeriod {
  @Field(() => GraphQLDateTimeISO) from!: Date
  @Field(() => GraphQLDateTimeISO) to!: Date
  @Field(() => Float, dollars) totalCost!: number
}

@ObjectType({ description: 'What is to be paid for a period, beside the periods before it.' })
export class BillingSummary {
  @Field(() => PeriodEnum) period!: Period
  @Field(() => GraphQLDateTimeISO) from!: Date
  @Field(() => GraphQLDateTimeISO) to!: Date
  @Field() timeZone!: string
  @Field(() => Float, dollars) totalCost!: number
  @Field(() => Float, { description: 'Of the whole period before.' }) previousTotalCost!: number
  @Field(() => [ServiceUsage]) byService!: ServiceUsage[]
  @Field(() => [BillingPeriod], { description: 'Earlier periods, nearest first.' }) history!: BillingPeriod[]
}

@ObjectType({ description: 'What a service costs from now on.' })
export class CostRate {
  @Field(() => UsageServiceEnum) service!: UsageService
  @Field() name!: string
  @Field() description!: string
  @Field({ description: 'What the price is per.' }) unitName!: string
  @Field(() => Float, { description: 'Dollars, in steps of 0.0001.' }) costPerUnit!: number
  @Field(() => GraphQLDateTimeISO, { ...maybe, description: 'Null for the rate of the beginning.' })
  effectiveFrom!: Date | null
}

@InputType({ description: "A client's own report of a use: kept as reported, never billed." })
export class TrackUsageInput {
  @Field(() => UsageServiceEnum) service!: UsageService
  @Field(() => Int) quantity!: number
  @Field(() => String, maybe) note?: string | null
}

@ObjectType()
export class UsageReport {
  @Field(() => ID) id!: string
  @Field(() => UsageServiceEnum) service!: UsageService
  @Field(() => Int) quantity!: number
  @Field(() => String, maybe) note!: string | null
  @Field(() => GraphQLDateTimeISO) reportedAt!: Date
}

@ObjectType()
export class TenantComparisonEntry {
  @Field(() => TenantRef) tenant!: TenantRef
  @Field(() => Int, { description: 'Accounts that stand now.' }) userCount!: number
  @Field(() => Int, { description: 'Properties that stand now.' }) propertyCount!: number
  @Field(() => Float) apiCalls!: number
  @Field(() => Float) mapLoads!: number
  @Field(() => Float) regridLookups!: number
  @Field(() => Float, dollars) totalCost!: number
  @Field(() => Float, { description: 'Dollars; 0 without accounts.' }) costPerUser!: number
}

@ObjectType()
export class ComparisonTotals {
  @Field(() => Float, dollars) revenue!: number
  @Field(() => Int, { description: 'Accounts that stood at the end.' }) users!: number
  @Field(() => Float) apiCalls!: number
  @Field(() => Int, { description: 'Tenants where anything happened.' }) activeTenants!: number
}

@ObjectType()
export class ComparisonPoint extends ComparisonTotals {
  @Field(() => GraphQLDateTimeISO) at!: Date
}

@ObjectType({ description: 'What every tenant used in the last days, rolling, and what it costs.' })
export class TenantComparison {
  @Field(() => Int) days!: number
  @Field(() => GraphQLDateTimeISO) from!: Date
  @Field(() => GraphQLDateTimeISO) to!: Date
  @Field(() => ComparisonTotals) totals!: ComparisonTotals
  @Field(() => ComparisonTotals, { description: 'Of as many days before these.' }) previous!: ComparisonTotals
  @Field(() => [ComparisonPoint], { description: 'By day (UTC), by hour for one day; earliest first.' })
  trend!: ComparisonPoint[]
  @Field(() => [TenantComparisonEntry], { description: 'Most cost first.' }) tenants!: TenantComparisonEntry[]
}
