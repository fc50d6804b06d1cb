import { GraphQLDateTimeISO, GraphQLJSON } from 'graphql-scalars'
import { Field, ID, InputType, Int, ObjectType } from 'type-graphql'
import type { Role } from '../domain/enums.ts'
import { ApiKeyRef } from './apiKeys.ts'
import { PageInfo, UserRef, maybe } from './common.ts'
import { RoleEnum } from './enums.ts'

@ObjectType({ description: 'Something that happened, as the log of its tenant tells it.' })
export class ActivityEvent {
  @Field(() => ID, {
    description:
      "The fact's own id, a UUID; a client that logs a knock chooses it, so that sending it twice writes it once.",
  })
  eventId!: string
  @Field(() => Int, { description: 'Its place in the log of its tenant: 1, 2, 3 without a gap.' }) position!: number
  @Field({ description: 'In the past tense: LeadCreated, UserBlocked.' }) type!: string
  @Field(() => GraphQLJSON, { description: 'Ids and facts.' }) data!: unknown
  @Field(() => GraphQLDateTimeISO, { description: 'When it happened in the field.' }) occurredAt!: Date
  @Field(() => GraphQLDateTimeISO, { description: 'When it was written down.' }) recordedAt!: Date
  @Field(() => ID, { ...maybe, description: 'The account that did it; null where nobody was signed in.' }) actorId!:
    string | null
  @Field(() => RoleEnum, { ...maybe, description: 'The role of the account that did it.' }) realRole!: Role | null
  @Field(() => RoleEnum, { ...maybe, description: 'The role it was viewing the app as.' }) actingRole!: Role | null
  @Field(() => ID, { ...maybe, description: 'What it is about.' }) subjectId!: string | null
  @Field(() => UserRef, { ...maybe, description: 'Who did it, also when they left since.' }) actor!: UserRef | null
  @Field(() => UserRef, { ...maybe, description: 'The person it is about, where it is about one.' })
  subjectUser!: UserRef | null
  @Field(() => ApiKeyRef, { ...maybe, description: 'The API key it was done with; null for who signed in.' })
  apiKey!: ApiKeyRef | null
  @Field(() => ID, { description: 'Whose log it stands in.' }) tenantId!: string
  @Field(() => String, { ...maybe, description: "Null in the platform's own log." }) tenantName!: string | null
}

@ObjectType({ description: 'An event in a page, with its cursor.' })
export class ActivityEdge {
  @Field({ description: 'Give it as `after` to read on behind this item.' }) cursor!: string
  @Field(() => ActivityEvent, { description: 'An event itself.' }) node!: ActivityEvent
}

@ObjectType({ description: 'A page of the log, latest first.' })
export class ActivityConnection {
  @Field(() => [ActivityEdge], { description: 'Latest first.' }) edges!: ActivityEdge[]
  @Field(() => PageInfo, { description: 'Whether there is more, and where to read on.' }) pageInfo!: PageInfo
}

@InputType({ description: 'Which events are wanted; all that are given must hold.' })
export class ActivityFilter {
  @Field(() => ID, { ...maybe, description: 'What this account did.' }) actorId?: string | null
  @Field(() => [String], { ...maybe, description: 'Events of any of these types.' }) types?: string[] | null
  @Field(() => GraphQLDateTimeISO, { ...maybe, description: 'Written down at this time or later.' }) from?: Date | null
  @Field(() => GraphQLDateTimeISO, { ...maybe, description: 'Written down before this time.' }) to?: Date | null
  @Field(() => Int, {
    ...maybe,
    description:
      "After this position of the tenant's log: what was read up to it is not told again. A global admin chooses a tenant for it.",
  })
  afterPosition?: number | null
}

@ObjectType({ description: 'How often events of one type happened.' })
export class ActionCount {
  @Field({ description: 'The type of the events.' }) action!: string
  @Field(() => Int, { description: 'How often.' }) count!: number
}

@ObjectType({ description: 'How much was done in the last days.' })
export class ActivityStats {
  @Field(() => Int, { description: 'How many days were counted.' }) days!: number
  @Field(() => Int, { description: 'Events of all types together.' }) apiCalls!: number
  @Field(() => [ActionCount], { description: 'Most first.' }) byAction!: ActionCount[]
}
