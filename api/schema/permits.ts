import { GraphQLDateTimeISO, GraphQLJSON } from 'graphql-scalars'
import { Field, ID, InputType, Int, ObjectType } from 'type-graphql'
import type { Area } from '../domain/territories/area.ts'
import { nullable } from './common.ts'

const weekdaysText = 'Days of the week from 1, Monday, to 7, Sunday.'
const minutesText = 'Knocking ends so many minutes before sunset, if that is earlier; null without such a rule.'

@ObjectType({ description: 'The badge of a user who may knock with a permit.' })
export class PermitBadge {
  @Field(() => ID, { description: 'Id of the user.' }) userId!: string
  @Field(() => String, nullable('Number of the badge; null if it has none, and for a rep that of others.'))
  number!: string | null
}

@ObjectType({
  description:
    'When and by whom doors of a city may be knocked. Days and times are those of the time zone of the company.',
})
export class Permit {
  @Field(() => ID, { description: 'Id of the permit.' }) id!: string
  @Field({ description: 'Name of the city.' }) city!: string
  @Field(() => GraphQLJSON, { description: 'GeoJSON Polygon or MultiPolygon of the doors that it is about.' })
  area!: Area
  @Field(() => String, nullable('Number of the permit.')) number!: string | null
  @Field({ description: 'First day as YYYY-MM-DD.' }) validFrom!: string
  @Field(() => String, nullable('Last day as YYYY-MM-DD; null if it is valid for ever.')) validTo!: string | null
  @Field(() => [Int], { description: weekdaysText }) weekdays!: number[]
  @Field({ description: 'From this time on, as HH:MM.' }) from!: string
  @Field({ description: 'Before this time, as HH:MM; 24:00 is midnight.' }) to!: string
  @Field(() => Int, nullable(minutesText)) untilSunsetMinutes!: number | null
  @Field(() => [PermitBadge], { description: 'Who may knock; everybody if it has none.' }) badges!: PermitBadge[]
  @Field(
    () => Int,
    nullable(
      '30 or 7 if it expires within so many days and no other permit of the city is valid on the day after; owners and admins are told by mail, too.',
    ),
  )
  expiryNotice!: number | null
  @Field(() => GraphQLDateTimeISO, { description: 'Creation time.' }) createdAt!: Date
  @Field(() => GraphQLDateTimeISO, { description: 'Time of the last change.' }) updatedAt!: Date
}

@InputType({ description: 'The badge of a user who may knock with a permit.' })
export class PermitBadgeInput {
  @Field(() => ID, { description: 'Id of an active user of the company.' }) userId!: string
  @Field(() => String, nullable('Number of the badge.')) number?: string | null
}

@InputType({ description: 'A permit, with everything that it says.' })
export class PermitInput {
  @Field(() => ID, nullable('Id of the permit that is changed; without it, a new one.')) id?: string | null
  @Field({ description: 'Name of the city.' }) city!: string
  @Field(() => GraphQLJSON, { description: 'GeoJSON Polygon or MultiPolygon in WGS 84 with at most 5,000 points.' })
  area!: unknown
  @Field(() => String, nullable('Number of the permit.')) number?: string | null
  @Field({ description: 'First day as YYYY-MM-DD.' }) validFrom!: string
  @Field(() => String, nullable('Last day as YYYY-MM-DD; for ever if omitted.')) validTo?: string | null
  @Field(() => [Int], nullable(`${weekdaysText} Every day if omitted.`)) weekdays?: number[] | null
  @Field(() => String, nullable('From this time on, as HH:MM. Defaults to 00:00.')) from?: string | null
  @Field(() => String, nullable('Before this time, as HH:MM. Defaults to 24:00.')) to?: string | null
  @Field(() => Int, nullable(minutesText)) untilSunsetMinutes?: number | null
  @Field(() => [PermitBadgeInput], nullable('Who may knock, at most 500; everybody if it has none.'))
  badges?: PermitBadgeInput[] | null
}
