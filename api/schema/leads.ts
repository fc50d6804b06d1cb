import { GraphQLDateTimeISO } from 'graphql-scalars'
import { Field, ID, InputType, Int, ObjectType } from 'type-graphql'
import type { LeadStatus, Priority, PropertyType } from '../domain/words.ts'
import { PageInfo, maybe } from './common.ts'
import { LeadStatusEnum, PriorityEnum, PropertyTypeEnum } from './enums.ts'
import { NewPropertyInput } from './properties.ts'

@ObjectType({ description: 'Work that somebody at a property may want done.' })
export class Lead {
  @Field(() => ID) id!: string
  @Field(() => ID) propertyId!: string
  @Field({ description: "Its house's address." }) address!: string
  @Field(() => String, { nullable: true, description: "Its house's owner." }) ownerName!: string | null
  @Field({ description: 'The parcel was picked by the nearest house number: not printed unless included.' })
  unconfirmed!: boolean
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

@InputType({ description: 'Which leads are wanted; all that are given must hold.' })
export class LeadFilter {
  @Field(() => String, { nullable: true, description: 'Words of the address or owner, each from its beginning.' })
  search?: string | null
  @Field(() => PropertyTypeEnum, maybe) tag?: PropertyType | null
  @Field(() => PriorityEnum, maybe) priority?: Priority | null
  @Field(() => LeadStatusEnum, maybe) status?: LeadStatus | null
  @Field(() => [ID], maybe) ids?: string[] | null
}

@ObjectType({ description: 'How many leads there are of those that the filter lets through.' })
export class LeadCounters {
  @Field(() => Int) total!: number
  @Field(() => Int) highPriority!: number
  @Field(() => Int, { name: 'new' }) newLeads!: number
  @Field(() => Int) completed!: number
}

@ObjectType({ description: 'A section of the grouped view.' })
export class LeadGroup {
  @Field(() => PropertyTypeEnum) tag!: PropertyType
  @Field(() => Int) count!: number
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

@InputType({ description: 'What to change of a lead; what is left out stays.' })
export class UpdateLeadInput {
  @Field(() => LeadStatusEnum, maybe) status?: LeadStatus | null
  @Field(() => PropertyTypeEnum, maybe) tag?: PropertyType | null
}

@ObjectType({ description: 'What came of changing many leads at once.' })
export class RetagResult {
  @Field(() => Int, { description: 'Leads that have another tag now.' }) changed!: number
}

@ObjectType({ description: 'Leads of the team were made, changed or deleted: read again what is shown of them.' })
export class LeadsChanged {
  @Field(() => GraphQLDateTimeISO) at!: Date
}
