import { GraphQLDateTimeISO } from 'graphql-scalars'
import { Field, Float, Int, ObjectType } from 'type-graphql'
import type { Period, PropertyType } from '../domain/words.ts'
import { UserRef, maybe } from './common.ts'
import { PeriodEnum, PropertyTypeEnum } from './enums.ts'

@ObjectType()
export class LeaderboardEntry {
  @Field(() => Int) rank!: number
  @Field(() => UserRef) user!: UserRef
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
  @Field(() => [TeamMember]) teamMembers!: TeamMember[]
}

@ObjectType({ description: 'What stands now.' })
export class Totals {
  @Field(() => Int) properties!: number
  @Field(() => Int) leads!: number
  @Field(() => Int) newLeads!: number
  @Field(() => Int) contactedLeads!: number
  @Field(() => Int) completedLeads!: number
}
