import { GraphQLDateTimeISO } from 'graphql-scalars'
import { ArgsType, Field, Float, ID, Int, ObjectType } from 'type-graphql'
import type { RecordedAccess, RecordedKind } from '../domain/enums.ts'
import { Edge, nullable, Page, PageArgs, UserRef } from './common.ts'
import { RecordedAccessEnum, RecordedKindEnum } from './enums.ts'

@ObjectType({
  description: "A position of the caller's knock, a knock session of theirs, or that somebody else saw their work.",
})
export class RecordedItem {
  @Field(() => ID, { description: 'Id of the knock, of the session, or of the event that recorded the view.' })
  id!: string
  @Field(() => RecordedKindEnum, { description: 'What was recorded.' }) kind!: RecordedKind
  @Field(() => GraphQLDateTimeISO, { description: 'When it happened; of a session, its start.' }) at!: Date
  @Field(() => GraphQLDateTimeISO, nullable('End of a session; null while it is open, and for others.'))
  endedAt!: Date | null
  @Field(() => Int, nullable('Knocks of a session, without withdrawn ones; null for others.')) doors!: number | null
  @Field(() => Float, nullable('Latitude of the device; null if none is kept.')) lat!: number | null
  @Field(() => Float, nullable('Longitude of the device.')) lng!: number | null
  @Field(() => Float, nullable('Accuracy of that position in meters; null if unknown.')) accuracyMeters!: number | null
  @Field(() => GraphQLDateTimeISO, nullable('When the position is erased: see `dataRetention`. Null without one.'))
  exactUntil!: Date | null
  @Field(() => ID, nullable('Property of a knock; null if it was deleted, and for others.')) propertyId!: string | null
  @Field(() => String, nullable('Address of that property.')) address!: string | null
  @Field(() => RecordedAccessEnum, nullable('How somebody saw the work; null for what is no view.'))
  access!: RecordedAccess | null
  @Field(() => UserRef, nullable('Who saw it; null for what is no view.')) by!: UserRef | null
}

@ObjectType({ description: 'An item with its pagination cursor.' })
export class RecordedEdge extends Edge {
  @Field(() => RecordedItem, { description: 'The item at this cursor.' }) node!: RecordedItem
}

@ObjectType({ description: 'A page of what is recorded about the caller.' })
export class RecordedConnection extends Page {
  @Field(() => [RecordedEdge], { description: 'Items, the newest first.' }) edges!: RecordedEdge[]
}

@ArgsType()
export class RecordedArgs extends PageArgs {
  @Field(() => RecordedKindEnum, nullable('Only items of this kind.')) kind?: RecordedKind | null
}
