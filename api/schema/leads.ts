import { GraphQLDateTimeISO } from 'graphql-scalars'
import { Field, ID, InputType, Int, ObjectType } from 'type-graphql'
import type { LeadOrderField, LeadStatus, Priority, PropertyType, SortDirection } from '../domain/enums.ts'
import { nullable, Edge, Page } from './common.ts'
import { LeadOrderFieldEnum, LeadStatusEnum, PriorityEnum, PropertyTypeEnum, SortDirectionEnum } from './enums.ts'
import { NewPropertyInput } from './properties.ts'

@ObjectType({ description: 'A sales lead: a job that someone at a property may want done.' })
export class Lead {
  @Field(() => ID, { description: 'UUID, the same in REST.' }) id!: string
  @Field(() => ID, { description: 'The property of the lead.' }) propertyId!: string
  @Field({ description: 'Address of the property.' }) address!: string
  @Field(() => String, nullable('Owner of the property; null if unknown.')) ownerName!: string | null
  @Field({
    description: 'True if the parcel was matched by the nearest house number. Such leads are printed only on request.',
  })
  unconfirmed!: boolean
  @Field(() => PropertyTypeEnum, { description: 'The requested service.' }) tag!: PropertyType
  @Field(() => PriorityEnum, { description: 'Urgency.' }) priority!: Priority
  @Field(() => LeadStatusEnum, { description: 'Status; COMPLETED counts as converted.' }) status!: LeadStatus
  @Field(() => GraphQLDateTimeISO, { description: 'Creation time.' }) createdAt!: Date
  @Field(() => GraphQLDateTimeISO, { description: 'Time of the last change of status or tag.' }) updatedAt!: Date
}

@ObjectType({ description: 'A lead with its pagination cursor.' })
export class LeadEdge extends Edge {
  @Field(() => Lead, { description: 'The lead at this cursor.' }) node!: Lead
}

@ObjectType({ description: 'A page of leads.' })
export class LeadConnection extends Page {
  @Field(() => [LeadEdge], { description: 'Items, in the requested order.' }) edges!: LeadEdge[]
}

@InputType({ description: 'Filters leads. All given conditions must match.' })
export class LeadFilter {
  @Field(() => String, nullable('Search terms, matched as parts of words in the address or owner name.'))
  search?: string | null
  @Field(() => PropertyTypeEnum, nullable('Leads with this tag.')) tag?: PropertyType | null
  @Field(() => PriorityEnum, nullable('Leads with this priority.')) priority?: Priority | null
  @Field(() => LeadStatusEnum, nullable('Leads with this status.')) status?: LeadStatus | null
  @Field(() => [ID], nullable('Leads with these ids. Ids that are unknown or not visible to the caller are ignored.'))
  ids?: string[] | null
  @Field(() => ID, nullable('Leads that this user created.')) repId?: string | null
  @Field(
    () => Boolean,
    nullable(
      'True for leads without a printed letter. Previews do not count. Leads from before release 0.2 are included only if nothing was printed since they were created.',
    ),
  )
  neverPrinted?: boolean | null
  @Field(() => GraphQLDateTimeISO, nullable('Leads created at this time or later.')) createdFrom?: Date | null
  @Field(() => GraphQLDateTimeISO, nullable('Leads created before this time.')) createdTo?: Date | null
}

@InputType({ description: 'The order of a list of leads. Leads that are equal in the field are ordered by id.' })
export class LeadOrder {
  @Field(() => LeadOrderFieldEnum, { description: 'What the list is ordered by.' }) field!: LeadOrderField
  @Field(
    () => SortDirectionEnum,
    nullable('Defaults to DESC for CREATED_AT and UPDATED_AT, and to ASC for the other fields.'),
  )
  direction?: SortDirection | null
}

@ObjectType({ description: 'Counts of the leads that match the filter.' })
export class LeadCounters {
  @Field(() => Int, { description: 'Number of matching leads.' }) total!: number
  @Field(() => Int, { description: 'Leads with priority HIGH.' }) highPriority!: number
  @Field(() => Int, { name: 'new', simple: false, description: 'Leads with status NEW.' }) newLeads!: number
  @Field(() => Int, { description: 'Leads with status COMPLETED.' }) completed!: number
}

@ObjectType({ description: 'A group of leads with the same tag.' })
export class LeadGroup {
  @Field(() => PropertyTypeEnum, { description: 'Tag of the leads in this group.' }) tag!: PropertyType
  @Field(() => Int, { description: 'Number of leads in this group.' }) count!: number
}

@InputType({ description: 'A lead to create, for a saved property (`propertyId`) or a new one (`newProperty`).' })
export class CreateLeadInput {
  @Field(() => ID, nullable('Id of a saved property; for a rep, one assigned to them.')) propertyId?: string | null
  @Field(() => NewPropertyInput, nullable('A property to save with the lead, in one transaction.'))
  newProperty?: NewPropertyInput | null
  @Field(() => PropertyTypeEnum, {
    description: 'The requested service. It is also added to the tags of the property.',
  })
  tag!: PropertyType
  @Field(() => PriorityEnum, nullable('Defaults to NORMAL.')) priority?: Priority | null
}

@InputType({ description: 'Changes to a lead. Omitted fields are unchanged.' })
export class UpdateLeadInput {
  @Field(() => LeadStatusEnum, {
    nullable: true,
    description:
      'New status; every transition is allowed. Reopening a completed lead reverses its conversion in the period in which it was counted.',
  })
  status?: LeadStatus | null
  @Field(() => PropertyTypeEnum, nullable('New tag.')) tag?: PropertyType | null
}

@ObjectType({ description: 'Result of retagging leads.' })
export class RetagResult {
  @Field(() => Int, { description: 'Number of leads whose tag changed.' }) changed!: number
}

@ObjectType({ description: 'Result of setting the status of leads.' })
export class SetStatusResult {
  @Field(() => Int, { description: 'Number of leads whose status changed.' }) changed!: number
}

@ObjectType({
  description:
    'Notification that leads of the tenant were created, changed or deleted. Clients should refetch the leads they show.',
})
export class LeadsChanged {
  @Field(() => GraphQLDateTimeISO, { description: 'Time the change was recorded.' }) at!: Date
}
