import { GraphQLDateTimeISO } from 'graphql-scalars'
import { Field, Float, ID, InputType, Int, ObjectType } from 'type-graphql'
import type { VerdictReason } from '../domain/addresses/compareHouses.ts'
import type {
  LeadStatus,
  Priority,
  PropertyOrderField,
  PropertyStatus,
  PropertyType,
  Role,
  KnockOutcome,
  SortDirection,
} from '../domain/enums.ts'
import { BoundsInput, ifVersionDescription, nullable, sortDirectionDescription, Edge, Page } from './common.ts'
import {
  KnockOutcomeEnum,
  LeadStatusEnum,
  MatchReasonEnum,
  PriorityEnum,
  PropertyHistoryKindEnum,
  PropertyOrderFieldEnum,
  PropertyStatusEnum,
  PropertyTypeEnum,
  RoleEnum,
  SortDirectionEnum,
} from './enums.ts'

@ObjectType({ description: 'A property saved by the tenant.' })
export class Property {
  @Field(() => ID, { description: 'UUID, the same in REST.' }) id!: string
  @Field({ description: 'Full address on one line, as found or entered.' }) address!: string
  @Field({ description: 'House number; empty if unknown.' }) streetNumber!: string
  @Field(() => String, nullable('Street name without the house number; null if unknown.')) streetName!: string | null
  @Field(() => String, nullable('Null if unknown.')) city!: string | null
  @Field(() => String, nullable('Two-letter state code; null if unknown.')) state!: string | null
  @Field(() => String, nullable('Five-digit ZIP code; null if unknown.')) zipCode!: string | null
  @Field(() => Float, { description: 'Latitude in degrees.' }) lat!: number
  @Field(() => Float, { description: 'Longitude in degrees.' }) lng!: number
  @Field(() => String, nullable('Owner name from the parcel records or as entered; null if unknown.'))
  ownerName!: string | null
  @Field(() => String, nullable('Mailing address of the owner; null if unknown.')) ownerAddress!: string | null
  @Field(() => String, nullable('Source of the owner data; `entered` if a user entered it.'))
  ownerSource!: string | null
  @Field(() => String, nullable('Phone number that the owner gave; null if unknown.')) ownerPhone!: string | null
  @Field(() => String, nullable('Email address that the owner gave; null if unknown.')) ownerEmail!: string | null
  @Field(() => String, nullable("Assessor's parcel number (APN).")) parcelId!: string | null
  @Field({ description: 'True if the parcel was matched by the nearest house number instead of the exact one.' })
  unconfirmed!: boolean
  @Field(() => String, {
    nullable: true,
    description: 'Neighborhood in the parcel records; otherwise the ZIP code or the city; null if none is known.',
  })
  neighborhood!: string | null
  @Field(() => String, nullable('Free-text notes.')) notes!: string | null
  @Field(() => [PropertyTypeEnum], { description: 'Service types; the first is the primary one.' })
  tags!: PropertyType[]
  @Field(() => PriorityEnum, { description: 'Urgency.' }) priority!: Priority
  @Field(() => PropertyStatusEnum, { description: 'Status, determined by the latest knock outcome.' })
  status!: PropertyStatus
  @Field({
    description:
      'True for a rep who reads the property of a colleague: only the address, number, street, city, point, status, last outcome and assignee are given, other nullable fields are null and lists are empty.',
  })
  limited!: boolean
  @Field(() => Int, { description: '1, and one more with each change, a new status included. Sent as `ifVersion`.' })
  version!: number
  @Field(() => GraphQLDateTimeISO, { description: 'Creation time.' }) createdAt!: Date
}

@ObjectType({ description: 'A property with its pagination cursor.' })
export class PropertyEdge extends Edge {
  @Field(() => Property, { description: 'The property at this cursor.' }) node!: Property
}

@ObjectType({ description: 'A page of properties.' })
export class PropertyConnection extends Page {
  @Field(() => [PropertyEdge], { description: 'Items, in the requested order.' }) edges!: PropertyEdge[]
}

@InputType({ description: 'Filters properties. All given conditions must match.' })
export class PropertyFilter {
  @Field(() => BoundsInput, nullable('Properties inside this bounding box.')) bounds?: BoundsInput | null
  @Field(() => PropertyTypeEnum, nullable('Properties with this tag.')) tag?: PropertyType | null
  @Field(() => String, nullable('Search terms, matched as parts of words in the address or owner name.'))
  search?: string | null
  @Field(() => ID, nullable('Properties assigned to this user.')) assignedTo?: string | null
  @Field(() => Boolean, nullable('True for properties that are assigned to nobody.')) unassigned?: boolean | null
  @Field(() => PropertyStatusEnum, nullable('Properties with this status.')) status?: PropertyStatus | null
  @Field(() => PriorityEnum, nullable('Properties with this priority.')) priority?: Priority | null
  @Field(() => String, nullable('Properties in this neighborhood: the whole name, as it is stored.'))
  neighborhood?: string | null
  @Field(() => GraphQLDateTimeISO, nullable('Properties saved at this time or later.')) createdFrom?: Date | null
  @Field(() => GraphQLDateTimeISO, nullable('Properties saved before this time.')) createdTo?: Date | null
}

@InputType({
  description: 'The order of a list of properties. Properties that are equal in the field are ordered by id.',
})
export class PropertyOrder {
  @Field(() => PropertyOrderFieldEnum, { description: 'What the list is ordered by.' }) field!: PropertyOrderField
  @Field(() => SortDirectionEnum, nullable(sortDirectionDescription)) direction?: SortDirection | null
}

@InputType({ description: 'A property to save.' })
export class NewPropertyInput {
  @Field(() => ID, {
    nullable: true,
    description:
      'UUID generated by the client for this property. Sending it again with the same content has no effect; with other content it fails with CONFLICT.',
  })
  id?: string | null
  @Field({
    description:
      'Full address on one line. Fails with CONFLICT if a property with this house number and unit is already saved at this point.',
  })
  address!: string
  @Field(() => String, nullable("Unit, such as 'Apt 4', of an address that has none.")) unit?: string | null
  @Field(() => String, nullable('House number; parsed from the address if omitted.')) streetNumber?: string | null
  @Field(() => String, nullable('Street name without the house number.')) streetName?: string | null
  @Field(() => String, nullable('City of the postal address.')) city?: string | null
  @Field(() => String, nullable('Two-letter state code.')) state?: string | null
  @Field(() => String, nullable('Five-digit ZIP code.')) zipCode?: string | null
  @Field(() => Float, { description: 'Latitude in degrees.' }) lat!: number
  @Field(() => Float, { description: 'Longitude in degrees.' }) lng!: number
  @Field(() => String, nullable('Owner name.')) ownerName?: string | null
  @Field(() => String, nullable('Mailing address of the owner.')) ownerAddress?: string | null
  @Field(() => String, nullable('Source of the owner data. Defaults to `entered` if an owner is given.'))
  ownerSource?: string | null
  @Field(() => String, nullable('Phone number of the owner.')) ownerPhone?: string | null
  @Field(() => String, nullable('Email address of the owner.')) ownerEmail?: string | null
  @Field(() => String, nullable("Assessor's parcel number (APN).")) parcelId?: string | null
  @Field(() => Boolean, {
    nullable: true,
    description:
      'True if the parcel was matched by the nearest house number. Letters for such properties are printed only on request.',
  })
  unconfirmed?: boolean | null
  @Field(() => String, nullable('Neighborhood used for metrics by neighborhood.')) neighborhood?: string | null
  @Field(() => [PropertyTypeEnum], nullable('Service types, the primary one first.')) tags?: PropertyType[] | null
  @Field(() => PriorityEnum, nullable('Defaults to NORMAL.')) priority?: Priority | null
  @Field(() => String, nullable('Free text.')) notes?: string | null
}

@InputType({ description: 'Changes to a property. Omitted fields are unchanged.' })
export class UpdatePropertyInput {
  @Field(() => Int, nullable(ifVersionDescription)) ifVersion?: number | null
  @Field(() => String, nullable('Owner name; a blank value removes it. Changing the owner clears the owner address.'))
  ownerName?: string | null
  @Field(() => String, nullable('Phone number of the owner; a blank value removes it.')) ownerPhone?: string | null
  @Field(() => String, nullable('Email address of the owner; a blank value removes it.')) ownerEmail?: string | null
  @Field(() => String, nullable('Free-text notes; a blank value removes them.')) notes?: string | null
  @Field(() => [PropertyTypeEnum], nullable('All tags of the property, the primary one first.'))
  tags?: PropertyType[] | null
  @Field(() => PriorityEnum, nullable('Urgency.')) priority?: Priority | null
  @Field(() => String, nullable("Assessor's parcel number (APN).")) parcelId?: string | null
  @Field(() => String, nullable('House number.')) streetNumber?: string | null
  @Field(() => ID, nullable('Id of the user to assign the property to; only for owners and admins.'))
  assignedTo?: string | null
  @Field(() => Boolean, nullable('Set to false to confirm the parcel.')) unconfirmed?: boolean | null
}

@ObjectType({ description: 'An owner and a parcel id that a property had before they were replaced.' })
export class ReplacedOwner {
  @Field(() => ID, { description: 'The id of the event that replaced them, for `restoreOwner`.' }) id!: string
  @Field(() => String, nullable('Name of the owner before; null if it was unknown.')) ownerName!: string | null
  @Field(() => String, nullable('Parcel id before.')) parcelId!: string | null
  @Field(() => GraphQLDateTimeISO, { description: 'When they were replaced.' }) replacedAt!: Date
}

@ObjectType({ description: 'A saved property whose owner or parcel id may be that of another house.' })
export class AddressMixUp {
  @Field(() => ID, { description: 'Id of the property.' }) propertyId!: string
  @Field({ description: 'Address of the property.' }) address!: string
  @Field(() => String, nullable('Owner of the property.')) ownerName!: string | null
  @Field({ description: 'Its parcel id, which another house has, too.' }) parcelId!: string
  @Field(() => MatchReasonEnum, { description: 'In what the other house differs.' }) reason!: VerdictReason
  @Field({ description: 'Address of the parcel record or of the other property.' }) otherAddress!: string
  @Field(() => ID, nullable('Id of the other property; null if the parcel record is that of another house.'))
  otherPropertyId!: string | null
  @Field(
    () => String,
    nullable(
      'Parcel id that `correctOwner` sets: that of this address; null where it clears the parcel id and the owner.',
    ),
  )
  ownParcelId!: string | null
  @Field(() => String, nullable('Owner of that parcel.')) ownOwnerName!: string | null
}

@ObjectType({ description: 'Saved properties whose owner or parcel id may be that of another house.' })
export class AddressMixUps {
  @Field(() => [AddressMixUp], { description: 'Those that were found in the checked part of the properties.' })
  mixUps!: AddressMixUp[]
  @Field(() => String, nullable('Pass it as `after` to check further properties; null if all are checked.'))
  next!: string | null
}

@ObjectType({ description: 'A user that a property can be assigned to.' })
export class AssignableUser {
  @Field(() => ID, { description: 'Id of the account, used by `assignedTo`.' }) id!: string
  @Field({ description: 'Name shown to the team.' }) fullName!: string
  @Field({ description: 'Email address used to sign in.' }) email!: string
  @Field(() => RoleEnum, { description: 'The role of the account.' }) role!: Role
}

@ObjectType({ description: 'An entry in the history of a property, read from the activity log.' })
export class PropertyHistoryEntry {
  @Field(() => ID, { description: 'The id of the event in the activity log.' }) id!: string
  @Field(() => PropertyHistoryKindEnum, { description: 'Kind of the entry, which determines the fields that are set.' })
  kind!: string
  @Field(() => GraphQLDateTimeISO, { description: 'When the event happened in the field.' }) at!: Date
  @Field(() => RoleEnum, nullable('Role of the user at that time; null if unknown.')) actorRole!: Role | null
  @Field(() => KnockOutcomeEnum, nullable('Set for knocks.')) outcome!: KnockOutcome | null
  @Field(() => String, nullable('Set for knocks and for notes of a lead.')) note!: string | null
  @Field(() => ID, nullable('Photo of a knock, at `GET /api/photos/{id}`; null if none.')) photoId!: string | null
  @Field(() => Float, nullable('Accuracy of the position of a knock in meters; null if unknown.'))
  accuracyMeters!: number | null
  @Field(() => Float, nullable('Distance from the position of a knock to the house in meters; null if unknown.'))
  distanceMeters!: number | null
  @Field({ description: 'True for a knock that was withdrawn.' }) withdrawn!: boolean
  @Field(() => PropertyTypeEnum, nullable('Set for leads.')) tag!: PropertyType | null
  @Field(() => PriorityEnum, nullable('Set for new leads and saved properties.')) priority!: Priority | null
  @Field(() => LeadStatusEnum, nullable('Previous status; set for status changes of a lead.'))
  fromStatus!: LeadStatus | null
  @Field(() => LeadStatusEnum, nullable('New status; set for status changes of a lead.')) toStatus!: LeadStatus | null
  @Field(() => [String], nullable('Names of the edited fields; set for edits.')) fields!: string[] | null
  @Field(() => String, nullable('Source of the owner data; set for owner refreshes.')) source!: string | null
}

@ObjectType({ description: 'A history entry with its pagination cursor.' })
export class PropertyHistoryEdge extends Edge {
  @Field(() => PropertyHistoryEntry, { description: 'The entry at this cursor.' }) node!: PropertyHistoryEntry
}

@ObjectType({ description: 'A page of the history of a property, newest first.' })
export class PropertyHistoryConnection extends Page {
  @Field(() => [PropertyHistoryEdge], { description: 'Items, newest first.' }) edges!: PropertyHistoryEdge[]
}

@ObjectType({ description: 'A property on the map.' })
export class MapMarker {
  @Field(() => ID, { description: 'Id of the property.' }) id!: string
  @Field(() => Float, { description: 'Latitude in degrees.' }) lat!: number
  @Field(() => Float, { description: 'Longitude in degrees.' }) lng!: number
  @Field({ description: 'House number shown on the marker; empty if unknown.' }) streetNumber!: string
  @Field(() => String, nullable('Street name without the house number.')) streetName!: string | null
  @Field(() => PropertyStatusEnum, { description: 'Status, which determines the shape and color of the marker.' })
  status!: PropertyStatus
  @Field(() => PriorityEnum, { description: 'Urgency; NORMAL for a property of a colleague.' }) priority!: Priority
  @Field(() => KnockOutcomeEnum, nullable('Outcome of the latest knock that was not withdrawn; null if there is none.'))
  lastOutcome!: KnockOutcome | null
  @Field(() => GraphQLDateTimeISO, nullable('Time of that knock.')) lastKnockedAt!: Date | null
  @Field({ description: 'Whether the property is assigned to the caller.' }) mine!: boolean
}

@ObjectType({ description: 'A cluster of properties that are too close together to be drawn individually.' })
export class MapCluster {
  @Field({ description: 'Grid cell of the cluster.' }) key!: string
  @Field(() => Float, { description: 'Mean latitude of the properties in degrees.' }) lat!: number
  @Field(() => Float, { description: 'Mean longitude of the properties in degrees.' }) lng!: number
  @Field(() => Int, { description: 'Number of properties in the cluster.' }) count!: number
}

@ObjectType({
  description:
    'The properties in a map view: all of the tenant, or only those of a rep if `Tenant.teamDoorsVisible` is off.',
})
export class PropertyMap {
  @Field(() => [MapMarker], { description: 'Properties drawn individually.' }) markers!: MapMarker[]
  @Field(() => [MapCluster], { description: 'Clusters of properties; empty at high zoom levels.' })
  clusters!: MapCluster[]
  @Field(() => Int, { description: 'Number of properties in the view.' }) total!: number
}

@ObjectType({
  description:
    'Notification that properties of the tenant were saved, changed or deleted. Clients should refetch the properties they show.',
})
export class PropertiesChanged {
  @Field(() => GraphQLDateTimeISO, { description: 'Time the change was recorded.' }) at!: Date
}
