import { GraphQLDateTimeISO } from 'graphql-scalars'
import { Field, Float, ID, InputType, Int, ObjectType } from 'type-graphql'
import type { Period, PropertyType } from '../domain/enums.ts'
import type { TargetMetric } from '../domain/metrics.ts'
import { InPeriod, UserRef, nullable } from './common.ts'
import { PeriodEnum, PropertyTypeEnum, TargetMetricEnum } from './enums.ts'

@ObjectType({ description: 'Reference to a tenant.' })
export class TenantRef {
  @Field(() => ID, { description: 'Id of the tenant.' }) id!: string
  @Field({ description: 'Short name of the tenant.' }) name!: string
  @Field({ description: 'Full company name.' }) companyName!: string
}

const rowTenant = nullable('Tenant of the row; set when a global admin reads the rows of all tenants.')
const lateEvents = {
  description: 'Number of counted events that were recorded more than an hour after they happened.',
} as const

/** Base class for the rows of one user. It is not a type of the schema itself. */
@ObjectType()
abstract class UserRow {
  @Field(() => UserRef, { description: 'The user, usually a rep; every role may log knocks and create leads.' })
  user!: UserRef
  @Field(() => TenantRef, rowTenant) tenant!: TenantRef | null
  @Field(() => Int, { description: 'Leads created in the period, excluding deleted leads.' }) leadsCreated!: number
  @Field(() => Int, {
    description:
      'Leads completed in the period, excluding deleted and reopened leads; credited to the rep who created them.',
  })
  leadsConverted!: number
  @Field(() => Int, { description: 'Knocks in the period, excluding withdrawn knocks.' }) doorsKnocked!: number
}

@ObjectType({ description: 'A rep on the leaderboard.' })
export class LeaderboardEntry extends UserRow {
  @Field(() => Int, { description: 'Rank, starting at 1.' }) rank!: number
}

@ObjectType({ description: 'Users with activity in the period, sorted by leads created, doors knocked, then name.' })
export class Leaderboard extends InPeriod {
  @Field(() => GraphQLDateTimeISO, nullable('The requested point in time; null for the current leaderboard.'))
  asOf!: Date | null
  @Field(() => Int, lateEvents) lateEvents!: number
  @Field(() => [LeaderboardEntry], { description: 'Entries sorted by leads created, doors knocked, then name.' })
  entries!: LeaderboardEntry[]
}

@ObjectType({ description: 'Number of leads with one tag.' })
export class TagCount {
  @Field(() => PropertyTypeEnum, { description: 'Tag of the leads.' }) tag!: PropertyType
  @Field(() => Int, { description: 'Number of leads.' }) count!: number
}

@ObjectType({ description: 'Metrics of one user in the period.' })
export class TeamMember extends UserRow {
  @Field(() => Int, { description: 'Lookups that found a parcel.' }) propertiesSearched!: number
  @Field(() => Float, { description: 'Converted leads as a percentage of leads created.' }) conversionRate!: number
  @Field(() => Float, { description: 'Average knocks per day, over days with at least one knock.' })
  avgDoorsPerDay!: number
  @Field(() => [TagCount], { description: 'Leads created by service type, highest count first.' })
  tagsBreakdown!: TagCount[]
}

@ObjectType({ description: 'Metrics by user for a period; for a rep, only their own row.' })
export class TeamPerformance extends InPeriod {
  @Field(() => Int, lateEvents) lateEvents!: number
  @Field(() => [TeamMember], { description: 'Rows sorted by leads created, descending, then by name.' })
  teamMembers!: TeamMember[]
}

@ObjectType({ description: 'Metrics of the caller.' })
export class SalesPerformance extends InPeriod {
  @Field(() => TeamMember, { description: 'Metrics of the caller in the period.' }) member!: TeamMember
}

@ObjectType({ description: "A user's doors in one hour of the day." })
export class RepDayHour {
  @Field(() => Int, { description: "Hour in the tenant's time zone, 0 to 23." }) hour!: number
  @Field(() => Int, { description: 'Knocks today, excluding withdrawn knocks.' }) doorsKnocked!: number
  @Field(() => Int, { description: 'Those at which the user spoke with the owner.' }) talks!: number
  @Field(() => Float, { description: 'Average knocks in this hour, over the worked days.' }) avgDoorsKnocked!: number
}

@ObjectType({
  description:
    'The current day of a user. Worked days are those of the four weeks before today with at least one knock.',
})
export class RepDay extends InPeriod {
  @Field(() => UserRef, { description: 'The user whose day it is.' }) user!: UserRef
  @Field(() => Int, { description: 'Knocks today, excluding withdrawn knocks.' }) doorsKnocked!: number
  @Field(() => Int, { description: 'Those at which the user spoke with the owner.' }) talks!: number
  @Field(() => Int, { description: 'Leads created today, excluding deleted leads.' }) leadsCreated!: number
  @Field(() => Int, { description: 'Number of worked days.' }) workedDays!: number
  @Field(() => Int, nullable('Median knocks of the worked days; null without a worked day.'))
  medianDoorsKnocked!: number | null
  @Field(() => Int, nullable('Median leads created on the worked days; null without a worked day.'))
  medianLeadsCreated!: number | null
  @Field(() => [RepDayHour], { description: 'The 24 hours of the day, earliest first.' }) hours!: RepDayHour[]
}

@ObjectType({ description: 'Leads created and converted in one neighborhood in the period.' })
export class Neighborhood {
  @Field(() => ID, { description: 'Opaque id of the row.' }) id!: string
  @Field(() => String, nullable('Null if unknown.')) neighborhood!: string | null
  @Field(() => String, nullable('Null if unknown.')) city!: string | null
  @Field(() => TenantRef, rowTenant) tenant!: TenantRef | null
  @Field(() => Int, { description: 'Leads created there in the period, excluding deleted leads.' }) totalLeads!: number
  @Field(() => Int, { description: 'Leads completed there in the period, excluding deleted and reopened leads.' })
  leadsConverted!: number
  @Field(() => Float, { description: 'Converted leads as a percentage of leads created.' }) conversionRate!: number
}

@ObjectType({ description: 'Leads by neighborhood for a period; for a rep, only their own leads.' })
export class NeighborhoodPerformance extends InPeriod {
  @Field(() => [Neighborhood], { description: 'Rows sorted by conversion rate, number of leads, then name.' })
  neighborhoods!: Neighborhood[]
}

@ObjectType({ description: 'Metrics of a time span; for a rep, only their own.' })
export class TrendFigures {
  @Field(() => Int, nullable('Properties saved minus properties deleted; null for a rep.'))
  propertiesAdded!: number | null
  @Field(() => Int, { description: 'Leads created, excluding deleted leads.' }) leadsCreated!: number
  @Field(() => Int, { description: 'Leads completed, excluding deleted and reopened leads.' }) leadsConverted!: number
  @Field(() => Float, { description: 'Converted leads as a percentage of leads created.' }) conversionRate!: number
  @Field(() => Int, { description: 'Knocks, excluding withdrawn knocks.' }) doorsKnocked!: number
  @Field(() => Float, nullable('Cost in dollars; null for a rep.')) cost!: number | null
}

@ObjectType({ description: 'Metrics of one day; for a rep, only their own.' })
export class TrendDay extends TrendFigures {
  @Field({ description: "Date as YYYY-MM-DD in the tenant's time zone." }) day!: string
}

@ObjectType({ description: 'Trends of the dashboard metrics.' })
export class Trends extends InPeriod {
  @Field(() => TrendFigures, { description: 'Metrics of the current period.' }) current!: TrendFigures
  @Field(() => TrendFigures, { description: 'Metrics of the previous period, up to the same point in time.' })
  previous!: TrendFigures
  @Field(() => [TrendDay], { description: 'Metrics by day for the last thirty days, earliest first.' })
  days!: TrendDay[]
}

@ObjectType({ description: 'Counts of current records.' })
export class Totals {
  @Field(() => Int, { description: 'Saved properties; for a rep, only assigned ones.' }) properties!: number
  @Field(() => Int, { description: 'Leads of every status; for a rep, only their own.' }) leads!: number
  @Field(() => Int, { description: 'Leads with status NEW.' }) newLeads!: number
  @Field(() => Int, { description: 'Leads with status CONTACTED.' }) contactedLeads!: number
  @Field(() => Int, { description: 'Leads with status COMPLETED.' }) completedLeads!: number
}

@ObjectType({ description: 'A recurring target of a user, with progress in the current period.' })
export class Target {
  @Field(() => UserRef, { description: 'The user the target is set for.' }) user!: UserRef
  @Field(() => TenantRef, rowTenant) tenant!: TenantRef | null
  @Field(() => PeriodEnum, { description: 'The recurring calendar period.' }) period!: Period
  @Field(() => GraphQLDateTimeISO, { description: 'Start of the current period.' }) from!: Date
  @Field(() => GraphQLDateTimeISO, { description: 'Exclusive end of the period.' }) to!: Date
  @Field(() => TargetMetricEnum, { description: 'The metric counted toward the target.' }) metric!: TargetMetric
  @Field(() => Int, { description: 'Target value for each period.' }) value!: number
  @Field(() => Int, { description: 'Value of the metric in the current period.' }) progress!: number
  @Field(() => Float, { description: 'Progress as a percentage of the target; can exceed 100.' }) percent!: number
  @Field(() => UserRef, { description: 'The user who last set the target.' }) setBy!: UserRef
  @Field(() => GraphQLDateTimeISO, { description: 'When the target was last set.' }) setAt!: Date
}

@InputType({ description: 'A target to set. A value of 0 removes the target.' })
export class TargetInput {
  @Field(() => ID, { description: 'Id of a team member.' }) userId!: string
  @Field(() => PeriodEnum, { description: 'The recurring calendar period.' }) period!: Period
  @Field(() => TargetMetricEnum, { description: 'The metric counted toward the target.' }) metric!: TargetMetric
  @Field(() => Int, { description: 'Target value, at most 1,000,000; 0 removes the target.' }) value!: number
}
