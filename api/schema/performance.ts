import { GraphQLDateTimeISO } from 'graphql-scalars'
import { Field, Float, ID, InputType, Int, ObjectType } from 'type-graphql'
import type { TargetMetric } from '../domain/figures.ts'
import type { Period, PropertyType } from '../domain/words.ts'
import { UserRef, maybe } from './common.ts'
import { PeriodEnum, PropertyTypeEnum, TargetMetricEnum } from './enums.ts'

@ObjectType({ description: 'A company as a row of a view over all of them names it.' })
export class TenantRef {
  @Field(() => ID) id!: string
  @Field() name!: string
  @Field() companyName!: string
}

const tenantOfRow = {
  nullable: true,
  description: 'Whose row it is: a global admin sees those of all tenants.',
} as const
const lateEvents = {
  description: 'Events counted here, where they happened, that were written down more than an hour later.',
} as const

@ObjectType()
export class LeaderboardEntry {
  @Field(() => Int) rank!: number
  @Field(() => UserRef) user!: UserRef
  @Field(() => TenantRef, tenantOfRow) tenant!: TenantRef | null
  @Field(() => Int) leadsCreated!: number
  @Field(() => Int) leadsConverted!: number
  @Field(() => Int) doorsKnocked!: number
}

@ObjectType({ description: 'Every rep with activity in the period: leads created, then doors knocked, then name.' })
export class Leaderboard {
  @Field(() => PeriodEnum) period!: Period
  @Field(() => GraphQLDateTimeISO) from!: Date
  @Field(() => GraphQLDateTimeISO, { description: 'The first moment after the period.' }) to!: Date
  @Field(() => GraphQLDateTimeISO, maybe) asOf!: Date | null
  @Field() timeZone!: string
  @Field(() => Int, lateEvents) lateEvents!: number
  @Field(() => [LeaderboardEntry]) entries!: LeaderboardEntry[]
}

@ObjectType()
export class TagCount {
  @Field(() => PropertyTypeEnum) tag!: PropertyType
  @Field(() => Int) count!: number
}

@ObjectType({ description: 'What one rep did in the period.' })
export class TeamMember {
  @Field(() => UserRef) user!: UserRef
  @Field(() => TenantRef, tenantOfRow) tenant!: TenantRef | null
  @Field(() => Int, { description: 'Look-ups that found a parcel.' }) propertiesSearched!: number
  @Field(() => Int) leadsCreated!: number
  @Field(() => Int) leadsConverted!: number
  @Field(() => Int) doorsKnocked!: number
  @Field(() => Float, { description: 'Per cent of the leads created.' }) conversionRate!: number
  @Field(() => Float, { description: 'Doors knocked over days with at least one knock.' }) avgDoorsPerDay!: number
  @Field(() => [TagCount], { description: 'Leads by service type, most first.' }) tagsBreakdown!: TagCount[]
}

@ObjectType()
export class TeamPerformance {
  @Field(() => PeriodEnum) period!: Period
  @Field(() => GraphQLDateTimeISO) from!: Date
  @Field(() => GraphQLDateTimeISO) to!: Date
  @Field() timeZone!: string
  @Field(() => Int, lateEvents) lateEvents!: number
  @Field(() => [TeamMember]) teamMembers!: TeamMember[]
}

@ObjectType({ description: "The caller's own metrics." })
export class SalesPerformance {
  @Field(() => PeriodEnum) period!: Period
  @Field(() => GraphQLDateTimeISO) from!: Date
  @Field(() => GraphQLDateTimeISO) to!: Date
  @Field() timeZone!: string
  @Field(() => TeamMember) member!: TeamMember
}

@ObjectType({ description: 'Leads created and converted in a neighbourhood in the period.' })
export class Neighborhood {
  @Field(() => ID) id!: string
  @Field(() => String, { nullable: true, description: 'Null where nobody knows it.' }) neighborhood!: string | null
  @Field(() => String, maybe) city!: string | null
  @Field(() => TenantRef, tenantOfRow) tenant!: TenantRef | null
  @Field(() => Int) totalLeads!: number
  @Field(() => Int) leadsConverted!: number
  @Field(() => Float, { description: 'Per cent of the leads created.' }) conversionRate!: number
}

@ObjectType()
export class NeighborhoodPerformance {
  @Field(() => PeriodEnum) period!: Period
  @Field(() => GraphQLDateTimeISO) from!: Date
  @Field(() => GraphQLDateTimeISO) to!: Date
  @Field() timeZone!: string
  @Field(() => [Neighborhood], { description: 'By conversion rate, then leads, then name.' })
  neighborhoods!: Neighborhood[]
}

@ObjectType({ description: 'Figures of a time; for a rep, their own.' })
export class TrendFigures {
  @Field(() => Int, { nullable: true, description: 'Saved less deleted; null for a rep.' })
  propertiesAdded!: number | null
  @Field(() => Int) leadsCreated!: number
  @Field(() => Int) leadsConverted!: number
  @Field(() => Float, { description: 'Per cent.' }) conversionRate!: number
  @Field(() => Int) doorsKnocked!: number
  @Field(() => Float, { nullable: true, description: 'Dollars; null for a rep.' }) cost!: number | null
}

@ObjectType()
export class TrendDay extends TrendFigures {
  @Field({ description: "YYYY-MM-DD in the tenant's calendar." }) day!: string
}

@ObjectType({ description: "How the figures of an owner's cards came about." })
export class Trends {
  @Field(() => PeriodEnum) period!: Period
  @Field(() => GraphQLDateTimeISO) from!: Date
  @Field(() => GraphQLDateTimeISO) to!: Date
  @Field() timeZone!: string
  @Field(() => TrendFigures, { description: 'Of the running period.' }) current!: TrendFigures
  @Field(() => TrendFigures, { description: 'Of the period before, up to the same point in it.' })
  previous!: TrendFigures
  @Field(() => [TrendDay], { description: 'The last thirty days, earliest first.' }) days!: TrendDay[]
}

@ObjectType({ description: 'What stands now.' })
export class Totals {
  @Field(() => Int) properties!: number
  @Field(() => Int) leads!: number
  @Field(() => Int) newLeads!: number
  @Field(() => Int) contactedLeads!: number
  @Field(() => Int) completedLeads!: number
}

@ObjectType({ description: 'What somebody is to reach in each period, and how far they are in the running one.' })
export class Target {
  @Field(() => UserRef) user!: UserRef
  @Field(() => TenantRef, tenantOfRow) tenant!: TenantRef | null
  @Field(() => PeriodEnum) period!: Period
  @Field(() => GraphQLDateTimeISO) from!: Date
  @Field(() => GraphQLDateTimeISO) to!: Date
  @Field(() => TargetMetricEnum) metric!: TargetMetric
  @Field(() => Int) value!: number
  @Field(() => Int, { description: 'The figure of the running period.' }) progress!: number
  @Field(() => Float, { description: 'Progress in per cent of the target, also beyond it.' }) percent!: number
  @Field(() => UserRef) setBy!: UserRef
  @Field(() => GraphQLDateTimeISO) setAt!: Date
}

@InputType({ description: 'A target; a value of 0 takes it away.' })
export class TargetInput {
  @Field(() => ID) userId!: string
  @Field(() => PeriodEnum) period!: Period
  @Field(() => TargetMetricEnum) metric!: TargetMetric
  @Field(() => Int) value!: number
}
