import { GraphQLDateTimeISO } from 'graphql-scalars'
import { Field, ObjectType } from 'type-graphql'
import type { Period } from '../domain/enums.ts'
import { PeriodEnum } from './enums.ts'

/** What is counted in a calendar period of a tenant; no type of its own in the schema. */
@ObjectType()
export abstract class InPeriod {
  @Field(() => PeriodEnum, { description: 'The period that was asked for.' }) period!: Period
  @Field(() => GraphQLDateTimeISO, { description: 'The first moment of the period, as midnight in `timeZone`.' })
  from!: Date
  @Field(() => GraphQLDateTimeISO, { description: 'The first moment after the period.' }) to!: Date
  @Field({ description: "IANA name of the time zone that the period is counted in: the tenant's own." })
  timeZone!: string
}
