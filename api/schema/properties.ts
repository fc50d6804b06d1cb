import { GraphQLDateTimeISO } from 'graphql-scalars'
import { Field, Float, ID, InputType, Int, ObjectType } from 'type-graphql'
import type { LeadStatus, Priority, PropertyStatus, PropertyType, Role, KnockOutcome } from '../domain/enums.ts'
import { BoundsInput, PageInfo, maybe } from './common.ts'
import {
  KnockOutcomeEnum,
  LeadStatusEnum,
  OwnerRefreshOutcomeEnum,
  PriorityEnum,
  PropertyHistoryKindEnum,
  PropertyStatusEnum,
  PropertyTypeEnum,
  RoleEnum,
} from './enums.ts'

@ObjectType({ description: 'A house that the team saved.' })
export class Property {
  @Field(() => ID, { description: 'A UUID; REST takes and gives the same.' }) id!: string
  @Field({ description: 'In one line, as it was found or typed.' }) address!: string
  @Field({ description: 'The house number; empty where none is known.' }) streetNumber!: string
  @Field(() => String, { ...maybe, description: 'Without the number; null where it is not known.' }) streetName!:
    string | null
  @Field(() => String, { ...maybe, description: 'Null where it is not known.' }) city!: string | null
  @Field(() => String, { ...maybe, description: 'Two letters; null where it is not known.' }) state!: string | null
  @Field(() => String, { ...maybe, description: 'Five digits; null where it is not known.' }) zipCode!: string | null
  @Field(() => Float, { description: 'Degrees north.' }) lat!: number
  @Field(() => Float, { description: 'Degrees east.' }) lng!: number
  @Field(() => String, {
    ...maybe,
    description: 'Who the parcel records name, or who was typed in; null where nobody is known.',
  })
  ownerName!: string | null
  @Field(() => String, { ...maybe, description: 'Where letters to the owner go; null where it is not known.' })
  ownerAddress!: string | null
  @Field(() => String, {
    nullable: true,
    description: 'Which records said who owns it; `entered` where somebody typed it in.',
  })
  ownerSource!: string | null
  @Field(() => String, { nullable: true, description: "The assessor's parcel number." }) parcelId!: string | null
  @Field({ description: 'The parcel was picked by the nearest house number, not the exact one.' }) unconfirmed!: boolean
  @Field(() => String, {
    ...maybe,
    description: 'What the parcel records call it, else the ZIP code, else the city; null where none is known.',
  })
  neighborhood!: string | null
  @Field(() => String, { ...maybe, description: 'Free text of the team.' }) notes!: string | null
  @Field(() => [PropertyTypeEnum], { description: 'The services it was saved for; the first is the chosen one.' })
  tags!: PropertyType[]
  @Field(() => PriorityEnum, { description: 'How urgent it is.' }) priority!: Priority
  @Field(() => PropertyStatusEnum, { description: 'Where it stands: follows the last knock.' }) status!: PropertyStatus
  @Field(() => GraphQLDateTimeISO, { description: 'When it was saved.' }) createdAt!: Date
}

@ObjectType({ description: 'A property in a page, with its cursor.' })
export class PropertyEdge {
  @Field({ description: 'Give it as `after` to read on behind this item.' }) cursor!: string
  @Field(() => Property, { description: 'A property itself.' }) node!: Property
}

@ObjectType({ description: 'A page of properties, newest first.' })
export class PropertyConnection {
  @Field(() => [PropertyEdge], { description: 'Newest first.' }) edges!: PropertyEdge[]
  @Field(() => PageInfo, { description: 'Whether there is more, and where to read on.' }) pageInfo!: PageInfo
}

@InputType({ description: 'Which properties are wanted; all that are given must hold.' })
export class PropertyFilter {
  @Field(() => BoundsInput, { ...maybe, description: 'Houses that stand in this box.' }) bounds?: BoundsInput | null
  @Field(() => PropertyTypeEnum, { ...maybe, description: 'Houses with this tag.' }) tag?: PropertyType | null
  @Field(() => String, { nullable: true, description: 'Beginnings of words of the address or the owner.' }) search?:
    string | null
  @Field(() => ID, { nullable: true, description: 'Whose houses.' }) assignedTo?: string | null
}

@InputType({ description: 'A house to save.' })
export class NewPropertyInput {
  @Field({ description: 'In one line. A house with this number that is saved at this point already answers CONFLICT.' })
  address!: string
  @Field(() => String, { ...maybe, description: 'Read from the address where it is left out.' }) streetNumber?:
    string | null
  @Field(() => String, { ...maybe, description: 'Without the number.' }) streetName?: string | null
  @Field(() => String, { ...maybe, description: 'As in a postal address.' }) city?: string | null
  @Field(() => String, { ...maybe, description: 'Two letters.' }) state?: string | null
  @Field(() => String, { ...maybe, description: 'Five digits.' }) zipCode?: string | null
  @Field(() => Float, { description: 'Degrees north.' }) lat!: number
  @Field(() => Float, { description: 'Degrees east.' }) lng!: number
  @Field(() => String, { ...maybe, description: 'Who owns it.' }) ownerName?: string | null
  @Field(() => String, { ...maybe, description: 'Where letters to the owner go.' }) ownerAddress?: string | null
  @Field(() => String, {
    ...maybe,
    description: 'Which records said who owns it; `entered` where it is left out with an owner.',
  })
  ownerSource?: string | null
  @Field(() => String, { ...maybe, description: "The assessor's parcel number." }) parcelId?: string | null
  @Field(() => Boolean, {
    ...maybe,
    description:
      'True where the parcel was picked by the nearest house number: such houses are not printed unless included.',
  })
  unconfirmed?: boolean | null
  @Field(() => String, { ...maybe, description: 'What figures by neighbourhood count it under.' }) neighborhood?:
    string | null
  @Field(() => [PropertyTypeEnum], { ...maybe, description: 'The services it is saved for, the chosen one first.' })
  tags?: PropertyType[] | null
  @Field(() => PriorityEnum, { ...maybe, description: 'NORMAL where it is left out.' }) priority?: Priority | null
  @Field(() => String, { ...maybe, description: 'Free text.' }) notes?: string | null
}

@InputType({ description: 'What to change of a property; what is left out stays.' })
export class UpdatePropertyInput {
  @Field(() => String, {
    ...maybe,
    description: 'Who owns it; blank for nobody known. The address of the owner before goes with them.',
  })
  ownerName?: string | null
  @Field(() => String, { ...maybe, description: 'Free text; blank removes it.' }) notes?: string | null
  @Field(() => [PropertyTypeEnum], { ...maybe, description: 'All of its tags, the chosen one first.' }) tags?:
    PropertyType[] | null
  @Field(() => PriorityEnum, { ...maybe, description: 'How urgent it is.' }) priority?: Priority | null
  @Field(() => String, { ...maybe, description: "The assessor's parcel number." }) parcelId?: string | null
  @Field(() => String, { ...maybe, description: 'The house number.' }) streetNumber?: string | null
  @Field(() => ID, { nullable: true, description: 'Whose house it is; for owners and admins.' }) assignedTo?:
    string | null
  @Field(() => Boolean, { nullable: true, description: 'False once somebody confirmed the parcel.' })
  unconfirmed?: boolean | null
}

@ObjectType({ description: 'What came of asking the parcel records for the owner again.' })
export class OwnerRefresh {
  @Field(() => OwnerRefreshOutcomeEnum, { description: 'What the records said.' }) outcome!:
    'no_results' | 'unchanged' | 'updated'
  @Field(() => Property, { description: 'The property as it stands now.' }) property!: Property
}

@ObjectType({ description: 'Somebody whose house a property can be.' })
export class AssignableUser {
  @Field(() => ID, { description: "The account's id, for `assignedTo`." }) id!: string
  @Field({ description: 'What colleagues see.' }) fullName!: string
  @Field({ description: 'The address they sign in with.' }) email!: string
  @Field(() => RoleEnum, { description: 'The role of the account.' }) role!: Role
}

@ObjectType({ description: 'One thing that somebody did at a property, out of the activity log.' })
export class PropertyHistoryEntry {
  @Field(() => ID, { description: 'The id of the event in the activity log.' }) id!: string
  @Field(() => PropertyHistoryKindEnum, { description: 'What was done; it says which of the other fields are filled.' })
  kind!: string
  @Field(() => GraphQLDateTimeISO, { description: 'When it happened in the field.' }) at!: Date
  @Field(() => RoleEnum, { ...maybe, description: 'The role in which it was done; null where it is not known.' })
  actorRole!: Role | null
  @Field(() => KnockOutcomeEnum, { nullable: true, description: 'Of a knock.' }) outcome!: KnockOutcome | null
  @Field(() => String, { nullable: true, description: 'Of a knock.' }) note!: string | null
  @Field({ description: 'A knock that was taken back.' }) withdrawn!: boolean
  @Field(() => PropertyTypeEnum, { nullable: true, description: 'Of a lead.' }) tag!: PropertyType | null
  @Field(() => PriorityEnum, { nullable: true, description: 'Of a new lead or a saved property.' })
  priority!: Priority | null
  @Field(() => LeadStatusEnum, { ...maybe, description: 'Of a change of status: what the lead was before.' })
  fromStatus!: LeadStatus | null
  @Field(() => LeadStatusEnum, { ...maybe, description: 'Of a change of status: what it became.' })
  toStatus!: LeadStatus | null
  @Field(() => [String], { nullable: true, description: 'Of an edit: which fields.' }) fields!: string[] | null
  @Field(() => String, { nullable: true, description: 'Of an owner refresh: which records.' }) source!: string | null
}

@ObjectType({ description: 'An entry in a page, with its cursor.' })
export class PropertyHistoryEdge {
  @Field({ description: 'Give it as `after` to read on behind this item.' }) cursor!: string
  @Field(() => PropertyHistoryEntry, { description: 'An entry itself.' }) node!: PropertyHistoryEntry
}

@ObjectType({ description: 'A page of what was done at a property, newest first.' })
export class PropertyHistoryConnection {
  @Field(() => [PropertyHistoryEdge], { description: 'Newest first.' }) edges!: PropertyHistoryEdge[]
  @Field(() => PageInfo, { description: 'Whether there is more, and where to read on.' }) pageInfo!: PageInfo
}

@ObjectType({ description: 'A house on the map.' })
export class MapMarker {
  @Field(() => ID, { description: "The property's id." }) id!: string
  @Field(() => Float, { description: 'Degrees north.' }) lat!: number
  @Field(() => Float, { description: 'Degrees east.' }) lng!: number
  @Field({ description: 'What the marker is labelled with; empty where none is known.' }) streetNumber!: string
  @Field(() => PropertyStatusEnum, { description: 'What its shape and colour tell.' }) status!: PropertyStatus
  @Field(() => PriorityEnum, { description: 'How urgent it is.' }) priority!: Priority
}

@ObjectType({ description: 'Houses that stand too close to be drawn one by one.' })
export class MapCluster {
  @Field({ description: 'The square of the grid they stand in.' }) key!: string
  @Field(() => Float, { description: 'Where to draw it: the mean of its houses, degrees north.' }) lat!: number
  @Field(() => Float, { description: 'Where to draw it, degrees east.' }) lng!: number
  @Field(() => Int, { description: 'How many houses stand in it.' }) count!: number
}

@ObjectType({ description: 'What is in view.' })
export class PropertyMap {
  @Field(() => [MapMarker], { description: 'Houses that are drawn one by one.' }) markers!: MapMarker[]
  @Field(() => [MapCluster], { description: 'Houses that are drawn together; empty when one is near enough.' })
  clusters!: MapCluster[]
  @Field(() => Int, { description: 'How many houses that is.' }) total!: number
}

@ObjectType({ description: 'Houses of the team were saved, changed or deleted: read again what is shown of them.' })
export class PropertiesChanged {
  @Field(() => GraphQLDateTimeISO, { description: 'When the change was recorded.' }) at!: Date
}
