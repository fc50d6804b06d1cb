import { GraphQLDateTimeISO } from 'graphql-scalars'
import { Field, ID, InputType, Int, ObjectType } from 'type-graphql'
import type {
  DuplicateReason,
  LeadOrderField,
  LeadStatus,
  Priority,
  PropertyType,
  SortDirection,
  StageColor,
} from '../domain/enums.ts'
import { leadFields, leadWork } from '../domain/leads/leadFields.ts'
import { ifVersionDescription, nullable, sortDirectionDescription, Edge, Page } from './common.ts'
import { inputFields, objectFields } from './fields.ts'
import {
  DuplicateReasonEnum,
  LeadOrderFieldEnum,
  LeadStatusEnum,
  PriorityEnum,
  PropertyTypeEnum,
  SortDirectionEnum,
  StageColorEnum,
} from './enums.ts'
import { NewPropertyInput } from './properties.ts'
import { leadFilters, type LeadFilter as Filter } from '../usecases/leads/leadFilters.ts'
import { filterInput } from './filterInputs.ts'

/** The users and the stage have resolvers. */
const readFields = [
  ...(['propertyId', 'tag', 'priority', 'status', 'followUpAt', 'value', 'source'] as const),
  ...(['contactName', 'contactPhone', 'contactEmail', 'createdAt'] as const),
]

@ObjectType({ description: 'A sales lead: a job that someone at a property may want done.' })
export class Lead extends objectFields(leadFields, readFields) {
  @Field(() => ID, { description: 'UUID, the same in REST.' }) id!: string
  @Field({ description: 'Address of the property.' }) address!: string
  @Field(() => String, nullable('Owner of the property; null if unknown.')) ownerName!: string | null
  @Field({
    description: 'True if the parcel was matched by the nearest house number. Such leads are printed only on request.',
  })
  unconfirmed!: boolean
  @Field(() => Int, { description: '1, and one more with each change. Sent as `ifVersion`.' }) version!: number
  @Field(() => GraphQLDateTimeISO, { description: 'Time of the last change.' }) updatedAt!: Date
  @Field(
    () => GraphQLDateTimeISO,
    nullable(
      'The hour in which a letter was last printed for the lead; null if none is known. Previews, labels and envelopes do not count.',
    ),
  )
  lastPrintedAt!: Date | null
}

@ObjectType({ description: 'A lead with its pagination cursor.' })
export class LeadEdge extends Edge {
  @Field(() => Lead, { description: 'The lead at this cursor.' }) node!: Lead
}

@ObjectType({ description: 'A page of leads.' })
export class LeadConnection extends Page {
  @Field(() => [LeadEdge], { description: 'Items, in the requested order.' }) edges!: LeadEdge[]
}

export const LeadFilter = filterInput('LeadFilter', 'Filters leads. All given conditions must match.', leadFilters)
export type LeadFilter = Filter

@InputType({ description: 'The order of a list of leads. Leads that are equal in the field are ordered by id.' })
export class LeadOrder {
  @Field(() => LeadOrderFieldEnum, { description: 'What the list is ordered by.' }) field!: LeadOrderField
  @Field(() => SortDirectionEnum, nullable(sortDirectionDescription)) direction?: SortDirection | null
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

@ObjectType({
  description: 'A step of the tenant between NEW and COMPLETED. A lead in a stage has the status CONTACTED.',
})
export class LeadStage {
  @Field(() => ID, { description: 'UUID, the same in REST.' }) id!: string
  @Field({ description: 'Name shown to users.' }) name!: string
  @Field(() => StageColorEnum, { description: 'Color shown to users.' }) color!: StageColor
}

@InputType({ description: 'A stage to keep (`id`) or to add.' })
export class LeadStageInput {
  @Field(() => ID, nullable('Id of a stage to keep; without it the stage is new.')) id?: string | null
  @Field({ description: 'Name, at most 40 characters, different from those of the other stages.' }) name!: string
  @Field(() => StageColorEnum, { description: 'Color.' }) color!: StageColor
}

@ObjectType({ description: 'A note that a user wrote about a lead.' })
export class LeadNote {
  @Field(() => ID, { description: 'UUID, the same in REST.' }) id!: string
  @Field({ description: 'The text, at most 2,000 characters.' }) text!: string
  @Field(() => GraphQLDateTimeISO, { description: 'When it was written.' }) createdAt!: Date
}

@ObjectType({ description: 'A note with its pagination cursor.' })
export class LeadNoteEdge extends Edge {
  @Field(() => LeadNote, { description: 'The note at this cursor.' }) node!: LeadNote
}

@ObjectType({ description: 'A page of the notes of a lead, newest first.' })
export class LeadNoteConnection extends Page {
  @Field(() => [LeadNoteEdge], { description: 'Items, newest first.' }) edges!: LeadNoteEdge[]
}

@ObjectType({ description: 'A lead that may be a duplicate.' })
export class LeadDuplicate {
  @Field(() => Lead, { description: 'The other lead.' }) lead!: Lead
  @Field(() => DuplicateReasonEnum, { description: 'Why it may be a duplicate.' }) reason!: DuplicateReason
}

@ObjectType({ description: 'Leads that may be duplicates of each other.' })
export class DuplicateLeads {
  @Field(() => [Lead], { description: 'The leads, newest first.' }) leads!: Lead[]
}

export const LeadWorkInput = inputFields(leadFields, leadWork, 'new')

@InputType({ description: 'A lead to create, for a saved property (`propertyId`) or a new one (`newProperty`).' })
export class CreateLeadInput extends LeadWorkInput {
  @Field(() => ID, {
    nullable: true,
    description:
      'UUID generated by the client for this lead. Sending it again with the same content has no effect; with other content it fails with CONFLICT.',
  })
  id?: string | null
  @Field(() => ID, nullable('Id of a saved property; for a rep, one assigned to them.')) propertyId?: string | null
  @Field(() => NewPropertyInput, nullable('A property to save with the lead, in one transaction.'))
  newProperty?: NewPropertyInput | null
  @Field(() => PropertyTypeEnum, {
    description: 'The requested service. It is also added to the tags of the property.',
  })
  tag!: PropertyType
  @Field(() => PriorityEnum, nullable('Defaults to NORMAL.')) priority?: Priority | null
}

@InputType({
  description:
    'Changes to a lead. Omitted fields are unchanged. Null clears a field, except that it leaves status, tag and priority unchanged.',
})
export class UpdateLeadInput extends LeadWorkInput {
  @Field(() => Int, nullable(ifVersionDescription)) ifVersion?: number | null
  @Field(() => LeadStatusEnum, {
    nullable: true,
    description:
      'New status; every transition is allowed. Reopening a completed lead reverses its conversion in the period in which it was counted.',
  })
  status?: LeadStatus | null
  @Field(() => PropertyTypeEnum, nullable('New tag.')) tag?: PropertyType | null
  @Field(() => PriorityEnum, nullable('New priority.')) priority?: Priority | null
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
