import { GraphQLDateTimeISO } from 'graphql-scalars'
import { Field, Float, ID, InputType, Int, ObjectType } from 'type-graphql'
import type { KnockOutcome, PropertyStatus } from '../domain/words.ts'
import { maybe } from './common.ts'
import { KnockOutcomeEnum, PropertyStatusEnum } from './enums.ts'

@ObjectType({ description: 'One knock on one door.' })
export class Knock {
  @Field(() => ID) eventId!: string
  @Field(() => KnockOutcomeEnum) outcome!: KnockOutcome
  @Field(() => GraphQLDateTimeISO) occurredAt!: Date
  @Field(() => String, maybe) note!: string | null
}

@InputType({ description: 'A knock to log. The same `eventId` sent again changes nothing.' })
export class KnockInput {
  @Field(() => ID) propertyId!: string
  @Field(() => KnockOutcomeEnum) outcome!: KnockOutcome
  @Field(() => ID, { nullable: true, description: "The device's own id for this knock: a UUID." }) eventId?:
    string | null
  @Field(() => GraphQLDateTimeISO, { nullable: true, description: 'When it happened; at most seven days ago.' })
  occurredAt?: Date | null
  @Field(() => ID, maybe) sessionId?: string | null
  @Field(() => Float, maybe) lat?: number | null
  @Field(() => Float, maybe) lng?: number | null
  @Field(() => String, maybe) note?: string | null
}

@ObjectType({ description: 'What became of a knock.' })
export class KnockResult {
  @Field(() => ID) eventId!: string
  @Field({ description: 'It was logged before, and nothing was written.' }) replayed!: boolean
  @Field(() => ID, maybe) propertyId!: string | null
  @Field(() => PropertyStatusEnum, { nullable: true, description: "The property's status now." })
  status!: PropertyStatus | null
  @Field(() => String, { nullable: true, description: 'Why this knock of several was refused.' }) error!: string | null
}

@ObjectType({ description: 'A round from door to door.' })
export class KnockSession {
  @Field(() => ID) id!: string
  @Field(() => GraphQLDateTimeISO) startedAt!: Date
  @Field(() => GraphQLDateTimeISO, maybe) endedAt!: Date | null
  @Field(() => Int) doors!: number
  @Field(() => Int) leads!: number
}
