import { GraphQLDateTimeISO } from 'graphql-scalars'
import { Field, ID, InputType, ObjectType } from 'type-graphql'
import type { LeadStatus, Priority, PropertyType } from '../domain/words.ts'
import { PageInfo, maybe } from './common.ts'
import { LeadStatusEnum, PriorityEnum, PropertyTypeEnum } from './enums.ts'
import { NewPropertyInput } from './properties.ts'

@ObjectType({ description: 'Work that somebody at a property may want done.' })
export class Lead {
  @Field(() => ID) id!: string
  @Field(() => ID) propertyId!: string
  @Field(() => PropertyTypeEnum) tag!: PropertyType
  @Field(() => PriorityEnum) priority!: Priority
  @Field(() => LeadStatusEnum) status!: LeadStatus
  @Field(() => GraphQLDateTimeISO) createdAt!: Date
}

@ObjectType()
export class LeadEdge {
  @Field() cursor!: string
  @Field(() => Lead) node!: Lead
}

@ObjectType({ description: 'A page of leads, newest first.' })
export class LeadConnection {
  @Field(() => [LeadEdge]) edges!: LeadEdge[]
  @Field(() => PageInfo) pageInfo!: PageInfo
}

@InputType({
  description: 'A lead for a saved property (`propertyId`) or for one that is saved with it (`newProperty`).',
})
export class CreateLeadInput {
  @Field(() => ID, maybe) propertyId?: string | null
  @Field(() => NewPropertyInput, maybe) newProperty?: NewPropertyInput | null
  @Field(() => PropertyTypeEnum) tag!: PropertyType
  @Field(() => PriorityEnum, maybe) priority?: Priority | null
}
