import { GraphQLDateTimeISO } from 'graphql-scalars'
import { ArgsType, Field, Float, ID, InputType, Int, ObjectType } from 'type-graphql'
import type { KnockOutcome, Period, PropertyType, Role } from '../domain/enums.ts'
import type { TargetMetric } from '../domain/performance/metrics.ts'
import type { RangeUnit } from '../domain/performance/reportRange.ts'
import { InPeriod, UserRef, nullable } from './common.ts'
import { KnockOutcomeEnum, PeriodEnum, PropertyTypeEnum, RangeUnitEnum, RoleEnum, TargetMetricEnum } from './enums.ts'
import { KnockSession } from './knocking.ts'

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

@ObjectType({ description: 'What was done in a time.' })
export class WorkMetrics {
  @Field(() => Int, { description: 'Knocks, excluding withdrawn knocks.' }) doorsKnocked!: number
  @Field(() => Int, { description: 'Those at which the rep spoke with the owner.' }) talks!: number
  @Field(() => Int, { description: 'Leads created, excluding deleted leads.' }) leadsCreated!: number
  @Field(() => Int, { description: 'Leads completed, excluding deleted and reopened leads.' }) leadsConverted!: number
  @Field(() => Float, { description: 'Converted leads as a percentage of leads created.' }) conversionRate!: number
  @Field(() => Float, nullable('Cost of all services in dollars; null for one user.')) cost!: number | null
}

@ObjectType({ description: 'What was done in one hour, day or week, and in the one it is compared with.' })
export class TrendPoint {
  @Field(() => GraphQLDateTimeISO, { description: 'Start, on a whole UTC hour.' }) from!: Date
  @Field(() => GraphQLDateTimeISO, { description: 'Exclusive end.' }) to!: Date
  @Field(() => WorkMetrics, nullable('Null in the future.')) current!: WorkMetrics | null
  @Field(() => GraphQLDateTimeISO, nullable('Start of the compared hour, day or week; null without one.'))
  comparedFrom!: Date | null
  @Field(() => WorkMetrics, nullable('All of it, also if `current` is incomplete; null without one.'))
  compared!: WorkMetrics | null
  @Field({ description: 'Whether it contains the current time, so that `current` is incomplete.' }) isPartial!: boolean
  @Field({ description: 'Whether anything was counted in it or in the compared one.' }) isWorked!: boolean
}

@ObjectType({ description: 'The work of a time range by hour, day or week, beside an earlier one.' })
export class PerformanceTrend {
  @Field(() => GraphQLDateTimeISO, { description: 'Start of the range.' }) from!: Date
  @Field(() => GraphQLDateTimeISO, { description: 'Exclusive end of the range.' }) to!: Date
  @Field({ description: "IANA name of the tenant's time zone." }) timeZone!: string
  @Field(() => RangeUnitEnum, { description: 'Length of a point.' }) unit!: RangeUnit
  @Field(() => GraphQLDateTimeISO, {
    description:
      'Start of the compared time: a month is compared with the same weekdays four weeks before, a week with the week before, a day with the day before, other days with as many whole weeks before as they last.',
  })
  comparedFrom!: Date
  @Field(() => GraphQLDateTimeISO, { description: 'Exclusive end of the compared time, up to the current hour.' })
  comparedTo!: Date
  @Field(() => WorkMetrics, { description: 'Sums of the range until now.' }) current!: WorkMetrics
  @Field(() => WorkMetrics, { description: 'Sums of the compared time up to the same hour.' }) compared!: WorkMetrics
  @Field(() => [TrendPoint], { description: 'All hours, days or weeks of the range, earliest first.' })
  points!: TrendPoint[]
}

@ObjectType({ description: 'Doors and talks in one hour of one weekday.' })
export class TalkRate {
  @Field(() => Int, { description: '1 for Monday to 7 for Sunday.' }) weekday!: number
  @Field(() => Int, { description: "Hour in the tenant's time zone, 0 to 23." }) hour!: number
  @Field(() => Int, { description: 'Knocks, excluding withdrawn knocks.' }) doors!: number
  @Field(() => Int, { description: 'Those at which the rep spoke with the owner.' }) talks!: number
  @Field(() => Float, nullable('Talks per 100 doors; null for fewer than ten doors.')) rate!: number | null
}

@ObjectType({ description: 'Talks per 100 doors by weekday and hour.' })
export class TalkRates {
  @Field(() => GraphQLDateTimeISO, { description: 'Start of the range.' }) from!: Date
  @Field(() => GraphQLDateTimeISO, { description: 'Exclusive end of the range.' }) to!: Date
  @Field({ description: "IANA name of the tenant's time zone." }) timeZone!: string
  @Field(() => [TalkRate], { description: 'The hours with doors, by weekday, then hour.' }) cells!: TalkRate[]
  @Field(() => TalkRate, nullable('The hour with the highest rate; null if none has ten doors.')) best!: TalkRate | null
}

@ObjectType({ description: "Number of knocks with one of the company's own outcomes." })
export class OwnOutcomeCount {
  @Field(() => ID, { description: 'Id of the outcome.' }) outcomeId!: string
  @Field({ description: 'Name of the outcome today; a retired one keeps its last.' }) name!: string
  @Field(() => Int, { description: 'Number of knocks, excluding withdrawn knocks.' }) count!: number
}

@ObjectType({ description: 'Number of knocks with one outcome.' })
export class OutcomeCount {
  @Field(() => KnockOutcomeEnum, { description: 'Outcome that is counted.' }) outcome!: KnockOutcome
  @Field(() => Int, { description: 'Number of knocks, excluding withdrawn knocks.' }) count!: number
  @Field(() => [OwnOutcomeCount], {
    description: "The company's own outcomes that count as this one, highest count first. `count` includes them.",
  })
  own!: OwnOutcomeCount[]
}

@ObjectType({ description: 'The best day of a user.' })
export class BestDay {
  @Field({ description: "Date as YYYY-MM-DD in the tenant's time zone." }) day!: string
  @Field(() => Int, { description: 'What was reached on it.' }) count!: number
}

@ObjectType({
  description:
    'Records of all time. A streak is a number of days in a row with a knock; Saturdays and Sundays without one do not end it.',
})
export class RepRecords {
  @Field(() => BestDay, nullable('The day with the most knocks, the latest of several; null without a knock.'))
  mostDoors!: BestDay | null
  @Field(() => BestDay, nullable('The day with the most leads, the latest of several; null without a lead.'))
  mostLeads!: BestDay | null
  @Field(() => Int, { description: 'Days of the longest streak.' }) longestStreak!: number
  @Field(() => Int, { description: 'Days of the streak that today can still continue; 0 without one.' })
  currentStreak!: number
}

@ObjectType({ description: 'The user one rank above.' })
export class UserAhead {
  @Field(() => UserRef, { description: 'Who is one rank above.' }) user!: UserRef
  @Field(() => Int, { description: 'How many leads they have more.' }) leads!: number
}

@ObjectType({ description: 'A knock in the list of latest work.' })
export class RecentKnock {
  @Field(() => ID, { description: 'Event id of the knock.' }) eventId!: string
  @Field(() => KnockOutcomeEnum, { description: 'What the knock counts as.' }) outcome!: KnockOutcome
  @Field({ description: 'Name of the outcome when the knock was logged.' }) outcomeName!: string
  @Field(() => GraphQLDateTimeISO, { description: 'When the knock happened.' }) occurredAt!: Date
  @Field(() => ID, nullable('Id of the property; null if it was deleted.')) propertyId!: string | null
  @Field(() => String, nullable('Address of the property; null if it was deleted.')) address!: string | null
  @Field(() => Float, nullable('Latitude of the property; null if it was deleted.')) lat!: number | null
  @Field(() => Float, nullable('Longitude of the property; null if it was deleted.')) lng!: number | null
}

@ObjectType({ description: "A user's period beside the compared time, with their records and latest work." })
export class RepSummary extends InPeriod {
  @Field(() => GraphQLDateTimeISO, { description: 'Start of the compared time, as of `performanceTrend`.' })
  comparedFrom!: Date
  @Field(() => GraphQLDateTimeISO, { description: 'Exclusive end of the compared time, up to the current hour.' })
  comparedTo!: Date
  @Field(() => UserRef, { description: 'Whose work it is.' }) user!: UserRef
  @Field(() => RoleEnum, nullable('Role of the user; null for a former user.')) role!: Role | null
  @Field(() => GraphQLDateTimeISO, nullable('Creation time of the account; null for a former user.'))
  since!: Date | null
  @Field(() => WorkMetrics, { description: 'Sums of the period.' }) current!: WorkMetrics
  @Field(() => WorkMetrics, { description: 'Sums of the compared time up to the same hour.' }) compared!: WorkMetrics
  @Field(() => Int, { description: 'Seconds in sessions that started in the period, without pauses.' })
  activeSeconds!: number
  @Field(() => Int, { description: 'The same of the compared time.' }) comparedActiveSeconds!: number
  @Field(() => Float, { description: 'Conversion rate of the whole team in the period.' }) teamConversionRate!: number
  @Field(() => Int, nullable('Rank on the leaderboard; null without activity in the period.')) rank!: number | null
  @Field(() => UserAhead, nullable('The user one rank above; null for the first.')) ahead!: UserAhead | null
  @Field(() => [OutcomeCount], { description: 'Knocks of the period by outcome, highest count first.' })
  outcomes!: OutcomeCount[]
  @Field(() => RepRecords, { description: 'Records of all time.' }) records!: RepRecords
  @Field(() => [KnockSession], { description: 'Sessions that started in the period, newest first.' })
  sessions!: KnockSession[]
  @Field(() => [RecentKnock], { description: 'The latest 60 knocks of the period, newest first.' })
  recentKnocks!: RecentKnock[]
}

@ArgsType()
export class ReportArgs {
  @Field(() => PeriodEnum, {
    defaultValue: 'week',
    description: "The running calendar period in the tenant's time zone; a week begins on Monday.",
  })
  period!: Period
  @Field(() => String, nullable("First day as YYYY-MM-DD in the tenant's time zone; with `to`, instead of the period."))
  from?: string
  @Field(() => String, nullable('Last day as YYYY-MM-DD, at most two years after the first.')) to?: string
  @Field(() => ID, nullable('Id of a user. Defaults to the whole team, or for a rep to the caller.')) userId?: string
}

@ObjectType({ description: 'Counts of current records.' })
export class Totals {
  @Field(() => Int, { description: 'Saved properties; for a rep, only assigned ones.' }) properties!: number
  @Field(() => Int, { description: 'Leads of every status; for a rep, only their own.' }) leads!: number
  @Field(() => Int, { description: 'Leads with status NEW.' }) newLeads!: number
  @Field(() => Int, { description: 'Leads with status CONTACTED.' }) contactedLeads!: number
  @Field(() => Int, { description: 'Leads with status COMPLETED.' }) completedLeads!: number
}

@ObjectType({ description: 'A recurring target of a user or of the whole team, with progress in the current period.' })
export class Target {
  @Field(() => UserRef, nullable('The user the target is set for; null for a target of the whole team.'))
  user!: UserRef | null
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
  @Field(() => ID, nullable('Id of a team member; null for the whole team.')) userId?: string | null
  @Field(() => PeriodEnum, { description: 'The recurring calendar period.' }) period!: Period
  @Field(() => TargetMetricEnum, { description: 'The metric counted toward the target.' }) metric!: TargetMetric
  @Field(() => Int, { description: 'Target value, at most 1,000,000; 0 removes the target.' }) value!: number
}
