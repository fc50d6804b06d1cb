import { Field, ID, ObjectType } from 'type-graphql'
import type { LeadStatus, Priority, PropertyStatus, PropertyType, Role } from '../domain/enums.ts'
import { nullable } from './common.ts'
import { LeadStatusEnum, PriorityEnum, PropertyStatusEnum, PropertyTypeEnum, RoleEnum } from './enums.ts'

@ObjectType({ description: 'A lead of a property that Quick find found.' })
export class FoundLead {
  @Field(() => ID, { description: 'Id of the lead.' }) id!: string
  @Field(() => PropertyTypeEnum, { description: 'The requested service.' }) tag!: PropertyType
  @Field(() => PriorityEnum, { description: 'Urgency.' }) priority!: Priority
  @Field(() => LeadStatusEnum, { description: 'Status of the lead.' }) status!: LeadStatus
}

@ObjectType({ description: 'A property that Quick find found.' })
export class FoundProperty {
  @Field(() => ID, { description: 'Id of the property.' }) id!: string
  @Field({ description: 'Full address on one line.' }) address!: string
  @Field(() => String, nullable('Null if unknown.')) city!: string | null
  @Field(() => String, nullable("Owner; null if unknown, and for a colleague's property.")) ownerName!: string | null
  @Field(() => String, nullable("Assessor's parcel number (APN); null if unknown, and if the property is `limited`."))
  parcelId!: string | null
  @Field(() => PropertyStatusEnum, { description: 'Status of the property.' }) status!: PropertyStatus
  @Field({ description: 'True for the property of a colleague, of which a rep sees only what the map shows.' })
  limited!: boolean
  @Field(() => FoundLead, {
    nullable: true,
    description:
      'The newest lead that the caller may see, preferably one that is not completed; null if there is none.',
  })
  lead!: FoundLead | null
}

@ObjectType({ description: 'A lead whose contact Quick find found.' })
export class FoundContact {
  @Field(() => ID, { description: 'Id of the lead.' }) id!: string
  @Field(() => String, nullable('Name of the person to contact.')) contactName!: string | null
  @Field(() => String, nullable('Phone number of the person to contact.')) contactPhone!: string | null
  @Field(() => String, nullable('Email address of the person to contact.')) contactEmail!: string | null
  @Field({ description: 'Full address of the property on one line.' }) address!: string
  @Field(() => PropertyTypeEnum, { description: 'The requested service.' }) tag!: PropertyType
  @Field(() => LeadStatusEnum, { description: 'Status of the lead.' }) status!: LeadStatus
}

@ObjectType({ description: 'A user that Quick find found.' })
export class FoundUser {
  @Field(() => ID, { description: 'Id of the account.' }) id!: string
  @Field({ description: 'Name shown to the team.' }) fullName!: string
  @Field({ description: 'Email address used to sign in.' }) email!: string
  @Field(() => RoleEnum, { description: 'Role of the account.' }) role!: Role
}

@ObjectType({
  description:
    'What Quick find found, the best matches of each group first: those with the house number, then whole words, beginnings of words and parts of words, newest first. A property is in one group only.',
})
export class QuickFindResult {
  @Field(() => [FoundProperty], { description: 'Properties whose address matches, alone or together with the owner.' })
  properties!: FoundProperty[]
  @Field(() => [FoundProperty], { description: 'Properties whose owner matches.' }) owners!: FoundProperty[]
  @Field(() => [FoundContact], {
    description: "Leads whose contact's name, phone number or email address matches, newest first.",
  })
  contacts!: FoundContact[]
  @Field(() => [FoundProperty], { description: 'Properties whose parcel id begins with the text.' })
  parcels!: FoundProperty[]
  @Field(() => [FoundUser], { description: 'Users by name; empty for callers who may not list users.' })
  users!: FoundUser[]
}
