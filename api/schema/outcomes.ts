import { GraphQLDateTimeISO } from 'graphql-scalars'
import { Field, ID, InputType, Int, ObjectType } from 'type-graphql'
import type { KnockOutcome, OutcomeColor, OutcomeMark } from '../domain/enums.ts'
import { nullable } from './common.ts'
import { KnockOutcomeEnum, OutcomeColorEnum, OutcomeMarkEnum } from './enums.ts'

@ObjectType({ description: "An outcome that a rep can choose at a door: a built-in one, or one of the tenant's own." })
export class Outcome {
  @Field(() => ID, {
    description: 'Given as `outcomeId` of a knock. A UUID; for a built-in outcome its meaning in lower case.',
  })
  id!: string
  @Field({ description: 'Name of the outcome.' }) name!: string
  @Field(() => OutcomeMarkEnum, { description: 'The glyph that a list or a history shows.' }) mark!: OutcomeMark
  @Field(() => OutcomeColorEnum, { description: 'The color of its glyph.' }) color!: OutcomeColor
  @Field(() => KnockOutcomeEnum, {
    description: 'What a knock with it counts as in every metric, on the map and for the status of the property.',
  })
  meaning!: KnockOutcome
  @Field(() => Int, { description: 'Its place, from 1, among the built-in outcomes or among the own ones in use.' })
  position!: number
  @Field(() => GraphQLDateTimeISO, nullable('When it was retired; null while it is in use.')) retiredAt!: Date | null
  @Field({ description: 'Whether every tenant has it, and it can be neither changed nor retired.' }) builtIn!: boolean
}

@InputType({ description: 'An outcome to add or to change. Omitted fields are unchanged.' })
export class OutcomeInput {
  @Field(() => ID, nullable('Id of the own outcome to change; omitted for a new one.')) id?: string | null
  @Field(() => String, nullable('Name, at most 40 characters; required for a new outcome.')) name?: string | null
  @Field(() => OutcomeMarkEnum, nullable('Its glyph. Defaults to that of its meaning.')) mark?: OutcomeMark | null
  @Field(() => OutcomeColorEnum, nullable('Its color. Defaults to that of its meaning.')) color?: OutcomeColor | null
  @Field(
    () => KnockOutcomeEnum,
    nullable('What it counts as; required for a new outcome, and cannot be changed afterwards.'),
  )
  meaning?: KnockOutcome | null
  @Field(() => Int, nullable('Its place, from 1, among the own outcomes in use; last by default.'))
  position?: number | null
}
