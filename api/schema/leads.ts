import { GraphQLDateTimeISO } from 'graphql-scalars'
import { Field, ID, InputType, Int, ObjectType } from 'type-graphql'
import type { LeadStatus, Priority, PropertyType } from '../domain/enums.ts'
import { PageInfo, maybe } from './common.ts'
import { LeadStatusEnum, PriorityEnum, PropertyTypeEnum } from './enums.ts'
import { NewPropertyInput } from './properties.ts'

@ObjectType({ description: 'Work that somebody at a property may want done.' })
export class Lead {
  @Field(() => ID, { description: 'A UUID; REST takes and gives the same.' }) id!: string
  @Field(() => ID, { description: 'The house it is for.' }) propertyId!: string
  @Field({ description: "Its house's address." }) address!: string
  @Field(() => String, { nullable: true, description: "Its house's owner." }) ownerName!: string | null
  @Field({ description: 'The parcel was picked by the nearest house number: not printed unless included.' })
  unconfirmed!: boolean
  @Field(() => PropertyTypeEnum, { description: 'The service that is wanted.' }) tag!: PropertyType
  @Field(() => PriorityEnum, { description: 'How urgent it is.' }) priority!: Priority
  @Field(() => LeadStatusEnum, { description: 'Where it stands; COMPLETED counts as converted.' }) status!: LeadStatus
  @Field(() => GraphQLDateTimeISO, { description: 'When it was created.' }) createdAt!: Date
}

@ObjectType({ description: 'A lead in a page, with its cursor.' })
export class LeadEdge {
  @Field({ description: 'Give it as `after` to read on behind this item.' }) cursor!: string
  @Field(() => Lead, { description: 'A lead itself.' }) node!: Lead
}

@ObjectType({ description: 'A page of leads, newest first.' })
export class LeadConnection {
  @Field(() => [LeadEdge], { description: 'Newest first.' }) edges!: LeadEdge[]
  @Field(() => PageInfo, { description: 'Whether there is more, and where to read on.' }) pageInfo!: PageInfo
}

@InputType({ description: 'Which leads are wanted; all that are given must hold.' })
export class LeadFilter {
  @Field(() => String, { nullable: true, description: 'Words of the address or owner, each from its beginning.' })
  search?: string | null
  @Field(() => PropertyTypeEnum, { ...maybe, description: 'Leads for this service.' }) tag?: PropertyType | null
  @Field(() => PriorityEnum, { ...maybe, description: 'Leads of this priority.' }) priority?: Priority | null
  @Field(() => LeadStatusEnum, { ...maybe, description: 'Leads that stand here.' }) status?: LeadStatus | null
  @Field(() => [ID], { ...maybe, description: 'These leads; ids that are unknown or may not be seen are passed over.' })
  ids?: string[] | null
}

@ObjectType({ description: 'How many leads there are of those that the filter lets through.' })
export class LeadCounters {
  @Field(() => Int, { description: 'All of them.' }) total!: number
  @Field(() => Int, { description: 'Those of priority HIGH.' }) highPriority!: number
  @Field(() => Int, { name: 'new', simple: false, description: 'Those with status NEW.' }) newLeads!: number
  @Field(() => Int, { description: 'Those with status COMPLETED.' }) completed!: number
}

@ObjectType({ description: 'A section of the grouped view.' })
export class LeadGroup {
  @Field(() => PropertyTypeEnum, { description: 'The service that its leads are for.' }) tag!: PropertyType
  @Field(() => Int, { description: 'How many leads are for it.' }) count!: number
}

@InputType({
  description: 'A lead for a saved property (`propertyId`) or for one that is saved with it (`newProperty`).',
})
export class CreateLeadInput {
  @Field(() => ID, { ...maybe, description: 'A saved property; for a rep, one assigned to them.' }) propertyId?:
    string | null
  @Field(() => NewPropertyInput, {
    ...maybe,
    description: 'A house to save together with the lead: both are saved or neither.',
  })
  newProperty?: NewPropertyInput | null
  @Field(() => PropertyTypeEnum, { description: 'The service that is wanted. It becomes a tag of the property too.' })
  tag!: PropertyType
  @Field(() => PriorityEnum, { ...maybe, description: 'NORMAL where it is left out.' }) priority?: Priority | null
}

@InputType({ description: 'What to change of a lead; what is left out stays.' })
export class UpdateLeadInput {
  @Field(() => LeadStatusEnum, {
    ...maybe,
    description:
      'Any status may follow any other. Reopening a completed lead takes the conversion back where it was counted.',
  })
  status?: LeadStatus | null
  @Field(() => PropertyTypeEnum, { ...maybe, description: 'The service that is wanted instead.' })
  tag?: PropertyType | null
}

@ObjectType({ description: 'What came of changing many leads at once.' })
export class RetagResult {
  @Field(() => Int, { description: 'Leads that have another tag now.' }) changed!: number
}

@ObjectType({ description: 'Leads of the team were made, changed or deleted: read again what is shown of them.' })
export class LeadsChanged {
  @Field(() => GraphQLDateTimeISO, { description: 'When the change was recorded.' }) at!: Date
}
