import { GraphQLDateTimeISO } from 'graphql-scalars'
import { Field, Float, ID, InputType, Int, ObjectType } from 'type-graphql'
import type { TargetMetric } from '../domain/metrics.ts'
import type { Period, PropertyType } from '../domain/enums.ts'
import { InPeriod } from './inPeriod.ts'
import { UserRef, maybe } from './common.ts'
import { PeriodEnum, PropertyTypeEnum, TargetMetricEnum } from './enums.ts'

@ObjectType({ description: 'A company as a row of a view over all of them names it.' })
export class TenantRef {
  @Field(() => ID, { description: "The tenant's id." }) id!: string
  @Field({ description: 'Its short name.' }) name!: string
  @Field({ description: 'Its name in full.' }) companyName!: string
}

const rowTenant = {
  nullable: true,
  description: 'Whose row it is: a global admin sees those of all tenants.',
} as const
const lateEvents = {
  description: 'Events counted here, where they happened, that were written down more than an hour later.',
} as const

@ObjectType({ description: 'A rep on the leaderboard.' })
export class LeaderboardEntry {
  @Field(() => Int, { description: '1 is the best.' }) rank!: number
  @Field(() => UserRef, { description: 'Whoever did it: usually a rep, as anybody may knock and create leads.' })
  user!: UserRef
  @Field(() => TenantRef, rowTenant) tenant!: TenantRef | null
  @Field(() => Int, { description: 'Leads created in the period that still stand.' }) leadsCreated!: number
  @Field(() => Int, {
    description: 'Leads completed in the period that still stand, credited to the rep who created them.',
  })
  leadsConverted!: number
  @Field(() => Int, { description: 'Knocks in the period that were not withdrawn.' }) doorsKnocked!: number
}

@ObjectType({ description: 'Every rep with activity in the period: leads created, then doors knocked, then name.' })
export class Leaderboard extends InPeriod {
  @Field(() => GraphQLDateTimeISO, {
    ...maybe,
    description: 'The time as of which it was asked for; null where the present was meant.',
  })
  asOf!: Date | null
  @Field(() => Int, lateEvents) lateEvents!: number
  @Field(() => [LeaderboardEntry], { description: 'By leads created, then doors knocked, then name.' })
  entries!: LeaderboardEntry[]
}

@ObjectType({ description: 'How many leads are for one service.' })
export class TagCount {
  @Field(() => PropertyTypeEnum, { description: 'The service that the leads are for.' }) tag!: PropertyType
  @Field(() => Int, { description: 'How many leads.' }) count!: number
}

@ObjectType({ description: 'What one rep did in the period.' })
export class TeamMember {
  @Field(() => UserRef, { description: 'Whoever did it: usually a rep, as anybody may knock and create leads.' })
  user!: UserRef
  @Field(() => TenantRef, rowTenant) tenant!: TenantRef | null
  @Field(() => Int, { description: 'Look-ups that found a parcel.' }) propertiesSearched!: number
  @Field(() => Int, { description: 'Leads created in the period that still stand.' }) leadsCreated!: number
  @Field(() => Int, {
    description: 'Leads completed in the period that still stand, credited to the rep who created them.',
  })
  leadsConverted!: number
  @Field(() => Int, { description: 'Knocks in the period that were not withdrawn.' }) doorsKnocked!: number
  @Field(() => Float, { description: 'Per cent of the leads created.' }) conversionRate!: number
  @Field(() => Float, { description: 'Doors knocked over days with at least one knock.' }) avgDoorsPerDay!: number
  @Field(() => [TagCount], { description: 'Leads by service type, most first.' }) tagsBreakdown!: TagCount[]
}

@ObjectType({ description: 'What each rep did in a period; for a rep, their own row.' })
export class TeamPerformance extends InPeriod {
  @Field(() => Int, lateEvents) lateEvents!: number
  @Field(() => [TeamMember], { description: 'Most leads created first, then by name.' }) teamMembers!: TeamMember[]
}

@ObjectType({ description: "The caller's own metrics." })
export class SalesPerformance extends InPeriod {
  @Field(() => TeamMember, { description: 'What the caller did.' }) member!: TeamMember
}

@ObjectType({ description: 'Leads created and converted in a neighbourhood in the period.' })
export class Neighborhood {
  @Field(() => ID, { description: 'Tells rows apart.' }) id!: string
  @Field(() => String, { nullable: true, description: 'Null where nobody knows it.' }) neighborhood!: string | null
  @Field(() => String, { ...maybe, description: 'Null where nobody knows it.' }) city!: string | null
  @Field(() => TenantRef, rowTenant) tenant!: TenantRef | null
  @Field(() => Int, { description: 'Leads created there in the period that still stand.' }) totalLeads!: number
  @Field(() => Int, { description: 'Leads completed there in the period that still stand.' }) leadsConverted!: number
  @Field(() => Float, { description: 'Per cent of the leads created.' }) conversionRate!: number
}

@ObjectType({ description: 'Leads by neighbourhood in a period; for a rep, their own.' })
export class NeighborhoodPerformance extends InPeriod {
  @Field(() => [Neighborhood], { description: 'By conversion rate, then leads, then name.' })
  neighborhoods!: Neighborhood[]
}

@ObjectType({ description: 'Figures of a time; for a rep, their own.' })
export class TrendFigures {
  @Field(() => Int, { nullable: true, description: 'Saved less deleted; null for a rep.' })
  propertiesAdded!: number | null
  @Field(() => Int, { description: 'Leads created that still stand.' }) leadsCreated!: number
  @Field(() => Int, { description: 'Leads completed that still stand.' }) leadsConverted!: number
  @Field(() => Float, { description: 'Per cent.' }) conversionRate!: number
  @Field(() => Int, { description: 'Knocks that were not withdrawn.' }) doorsKnocked!: number
  @Field(() => Float, { nullable: true, description: 'Dollars; null for a rep.' }) cost!: number | null
}

@ObjectType({ description: 'Figures of one day; for a rep, their own.' })
export class TrendDay extends TrendFigures {
  @Field({ description: "YYYY-MM-DD in the tenant's calendar." }) day!: string
}

@ObjectType({ description: "How the figures of an owner's cards came about." })
export class Trends extends InPeriod {
  @Field(() => TrendFigures, { description: 'Of the running period.' }) current!: TrendFigures
  @Field(() => TrendFigures, { description: 'Of the period before, up to the same point in it.' })
  previous!: TrendFigures
  @Field(() => [TrendDay], { description: 'The last thirty days, earliest first.' }) days!: TrendDay[]
}

@ObjectType({ description: 'What stands now.' })
export class Totals {
  @Field(() => Int, { description: 'Saved properties; for a rep, those assigned to them.' }) properties!: number
  @Field(() => Int, { description: 'Leads, whatever their status; for a rep, their own.' }) leads!: number
  @Field(() => Int, { description: 'Leads with status NEW.' }) newLeads!: number
  @Field(() => Int, { description: 'Leads with status CONTACTED.' }) contactedLeads!: number
  @Field(() => Int, { description: 'Leads with status COMPLETED.' }) completedLeads!: number
}

@ObjectType({ description: 'What somebody is to reach in each period, and how far they are in the running one.' })
export class Target {
  @Field(() => UserRef, { description: 'Whose target it is.' }) user!: UserRef
  @Field(() => TenantRef, rowTenant) tenant!: TenantRef | null
  @Field(() => PeriodEnum, { description: 'The calendar period it is for, again and again.' }) period!: Period
  @Field(() => GraphQLDateTimeISO, { description: 'The first moment of the running period.' }) from!: Date
  @Field(() => GraphQLDateTimeISO, { description: 'The first moment after the period.' }) to!: Date
  @Field(() => TargetMetricEnum, { description: 'What is counted towards it.' }) metric!: TargetMetric
  @Field(() => Int, { description: 'What is to be reached in each period.' }) value!: number
  @Field(() => Int, { description: 'The figure of the running period.' }) progress!: number
  @Field(() => Float, { description: 'Progress in per cent of the target, also beyond it.' }) percent!: number
  @Field(() => UserRef, { description: 'Who set it last.' }) setBy!: UserRef
  @Field(() => GraphQLDateTimeISO, { description: 'When it was set last.' }) setAt!: Date
}

@InputType({ description: 'A target; a value of 0 takes it away.' })
export class TargetInput {
  @Field(() => ID, { description: 'A member of the team.' }) userId!: string
  @Field(() => PeriodEnum, { description: 'The calendar period it is for, again and again.' }) period!: Period
  @Field(() => TargetMetricEnum, { description: 'What is counted towards it.' }) metric!: TargetMetric
  @Field(() => Int, { description: 'A whole number up to 1,000,000; 0 takes the target away.' }) value!: number
}
