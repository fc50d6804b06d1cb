import { GraphQLDateTimeISO } from 'graphql-scalars'
import { Field, ID, InputType, ObjectType } from 'type-graphql'
import type { DoNotKnockKind } from '../domain/enums.ts'
import { doNotKnockFilters, type DoNotKnockFilter as Filter } from '../usecases/doNotKnock/doNotKnockList.ts'
import { Edge, nullable, Page } from './common.ts'
import { DoNotKnockKindEnum } from './enums.ts'
import { filterInput } from './filterInputs.ts'

const untilText = 'Nobody may knock before this time; null for ever.'
const sourceText = 'The city whose list the address is on; null for other kinds.'

@ObjectType({ description: 'Why nobody may knock at a door now.' })
export class DoNotKnock {
  @Field(() => ID, { description: 'Id of the mark, for `liftDoNotKnock`.' }) id!: string
  @Field(() => DoNotKnockKindEnum, { description: 'Who does not want the knock.' }) kind!: DoNotKnockKind
  @Field(() => String, nullable('What was said about it; null if nothing, and for a limited property.'))
  reason!: string | null
  @Field(() => GraphQLDateTimeISO, nullable(untilText)) until!: Date | null
  @Field(() => String, nullable(sourceText)) source!: string | null
}

@ObjectType({ description: 'A mark of a door where nobody may knock, in force or not.' })
export class DoNotKnockMark {
  @Field(() => ID, { description: 'Id of the mark, for `liftDoNotKnock`.' }) id!: string
  @Field(() => ID, { description: 'Id of the property.' }) propertyId!: string
  @Field({ description: 'Address of the property.' }) address!: string
  @Field(() => String, nullable('City of the property.')) city!: string | null
  @Field(() => DoNotKnockKindEnum, { description: 'Who does not want the knock.' }) kind!: DoNotKnockKind
  @Field(() => String, nullable('What was said about it; null if nothing.')) reason!: string | null
  @Field(() => String, nullable(sourceText)) source!: string | null
  @Field(() => GraphQLDateTimeISO, { description: 'It is in force from this time on.' }) startsAt!: Date
  @Field(() => GraphQLDateTimeISO, nullable(untilText)) until!: Date | null
  @Field(() => GraphQLDateTimeISO, { description: 'When it was set in the field.' }) setAt!: Date
  @Field(() => GraphQLDateTimeISO, nullable('When it was lifted; null if nobody lifted it.')) liftedAt!: Date | null
  @Field(() => String, nullable('Why it was lifted.')) liftReason!: string | null
}

@ObjectType({ description: 'A mark with its pagination cursor.' })
export class DoNotKnockMarkEdge extends Edge {
  @Field(() => DoNotKnockMark, { description: 'The mark at this cursor.' }) node!: DoNotKnockMark
}

@ObjectType({ description: 'A page of marks, newest first.' })
export class DoNotKnockMarkConnection extends Page {
  @Field(() => [DoNotKnockMarkEdge], { description: 'Items, newest first.' }) edges!: DoNotKnockMarkEdge[]
}

export const DoNotKnockFilter = filterInput(
  'DoNotKnockFilter',
  'Filters marks of doors. All given conditions must match.',
  doNotKnockFilters,
)
export type DoNotKnockFilter = Filter

@InputType({ description: 'A door where nobody may knock.' })
export class DoNotKnockInput {
  @Field(() => ID, { description: 'A property that the caller sees on the map.' }) propertyId!: string
  @Field(() => DoNotKnockKindEnum, { description: 'Who does not want the knock; a rep can set ASKED.' })
  kind!: DoNotKnockKind
  @Field(() => String, nullable('What was said about it, at most 500 characters.')) reason?: string | null
  @Field(() => GraphQLDateTimeISO, nullable('Nobody may knock before this time; for ever if omitted.'))
  until?: Date | null
}
