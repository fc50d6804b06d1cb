import { GraphQLDateTimeISO } from 'graphql-scalars'
import { Field, Float, ID, InputType, Int, ObjectType } from 'type-graphql'
import type { KnockOutcome, PropertyStatus } from '../domain/enums.ts'
import { maybe } from './common.ts'
import { KnockOutcomeEnum, PropertyStatusEnum } from './enums.ts'

@ObjectType({ description: 'One knock on one door.' })
export class Knock {
  @Field(() => ID, { description: 'The id it was logged with; `withdrawKnock` takes it.' }) eventId!: string
  @Field(() => KnockOutcomeEnum, { description: 'What happened at the door.' }) outcome!: KnockOutcome
  @Field(() => GraphQLDateTimeISO, { description: 'When it happened, by the clock of the device that logged it.' })
  occurredAt!: Date
  @Field(() => String, { ...maybe, description: 'What the rep wrote; null where nothing was written.' }) note!:
    string | null
}

@InputType({ description: 'A knock to log. The same `eventId` sent again changes nothing.' })
export class KnockInput {
  @Field(() => ID, { description: 'The house; for a rep, one that is assigned to them.' }) propertyId!: string
  @Field(() => KnockOutcomeEnum, {
    description:
      'What happened at the door. TALKED, INTERESTED and NOT_INTERESTED give the property that status; the others leave it.',
  })
  outcome!: KnockOutcome
  @Field(() => ID, { nullable: true, description: "The device's own id for this knock: a UUID." }) eventId?:
    string | null
  @Field(() => GraphQLDateTimeISO, { nullable: true, description: 'When it happened; at most seven days ago.' })
  occurredAt?: Date | null
  @Field(() => ID, { ...maybe, description: "A round of the caller's own, where there is one." }) sessionId?:
    string | null
  @Field(() => Float, { ...maybe, description: 'Where the device was, degrees north; with `lng` or not at all.' })
  lat?: number | null
  @Field(() => Float, { ...maybe, description: 'Where the device was, degrees east.' }) lng?: number | null
  @Field(() => String, { ...maybe, description: 'Whatever is worth keeping of it.' }) note?: string | null
}

@ObjectType({ description: 'What became of a knock.' })
export class KnockResult {
  @Field(() => ID, { description: 'The id it is known by: the one that was sent, or a new one.' }) eventId!: string
  @Field({ description: 'It was logged before, and nothing was written.' }) replayed!: boolean
  @Field(() => ID, { ...maybe, description: 'The house; null for a knock that was refused.' }) propertyId!:
    string | null
  @Field(() => PropertyStatusEnum, { nullable: true, description: "The property's status now." })
  status!: PropertyStatus | null
  @Field(() => String, { nullable: true, description: 'Why this knock of several was refused.' }) error!: string | null
}

@ObjectType({ description: 'A round from door to door.' })
export class KnockSession {
  @Field(() => ID, { description: 'Give it as `sessionId` with the knocks of this round.' }) id!: string
  @Field(() => GraphQLDateTimeISO, { description: 'When it was started.' }) startedAt!: Date
  @Field(() => GraphQLDateTimeISO, { ...maybe, description: 'When it was ended; null while it is open.' })
  endedAt!: Date | null
  @Field(() => Int, { description: 'Knocks of this round that were not withdrawn.' }) doors!: number
  @Field(() => Int, { description: 'Leads that the rep created while it was open.' }) leads!: number
}
