import { GraphQLDateTimeISO } from 'graphql-scalars'
import { Field, Float, ID, InputType, Int, ObjectType } from 'type-graphql'
import type { LeadStatus, Priority, PropertyStatus, PropertyType, Role, KnockOutcome } from '../domain/words.ts'
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
  @Field(() => ID) id!: string
  @Field() address!: string
  @Field() streetNumber!: string
  @Field(() => String, maybe) streetName!: string | null
  @Field(() => String, maybe) city!: string | null
  @Field(() => String, maybe) state!: string | null
  @Field(() => String, maybe) zipCode!: string | null
  @Field(() => Float) lat!: number
  @Field(() => Float) lng!: number
  @Field(() => String, maybe) ownerName!: string | null
  @Field(() => String, maybe) ownerAddress!: string | null
  @Field(() => String, { nullable: true, description: 'Which records said who owns it.' }) ownerSource!: string | null
  @Field(() => String, { nullable: true, description: "The assessor's parcel number." }) parcelId!: string | null
  @Field({ description: 'The parcel was picked by the nearest house number, not the exact one.' }) unconfirmed!: boolean
  @Field(() => String, maybe) neighborhood!: string | null
  @Field(() => String, maybe) notes!: string | null
  @Field(() => [PropertyTypeEnum]) tags!: PropertyType[]
  @Field(() => PriorityEnum) priority!: Priority
  @Field(() => PropertyStatusEnum) status!: PropertyStatus
  @Field(() => GraphQLDateTimeISO) createdAt!: Date
}

@ObjectType()
export class PropertyEdge {
  @Field() cursor!: string
  @Field(() => Property) node!: Property
}

@ObjectType({ description: 'A page of properties, newest first.' })
export class PropertyConnection {
  @Field(() => [PropertyEdge]) edges!: PropertyEdge[]
  @Field(() => PageInfo) pageInfo!: PageInfo
}

@InputType({ description: 'Which properties are wanted; all that are given must hold.' })
export class PropertyFilter {
  @Field(() => BoundsInput, maybe) bounds?: BoundsInput | null
  @Field(() => PropertyTypeEnum, maybe) tag?: PropertyType | null
  @Field(() => String, { nullable: true, description: 'Beginnings of words of the address or the owner.' }) search?:
    string | null
  @Field(() => ID, { nullable: true, description: 'Whose houses.' }) assignedTo?: string | null
}

@InputType({ description: 'A house to save.' })
export class NewPropertyInput {
  @Field() address!: string
  @Field(() => String, maybe) streetNumber?: string | null
  @Field(() => String, maybe) streetName?: string | null
  @Field(() => String, maybe) city?: string | null
  @Field(() => String, maybe) state?: string | null
  @Field(() => String, maybe) zipCode?: string | null
  @Field(() => Float) lat!: number
  @Field(() => Float) lng!: number
  @Field(() => String, maybe) ownerName?: string | null
  @Field(() => String, maybe) ownerAddress?: string | null
  @Field(() => String, maybe) ownerSource?: string | null
  @Field(() => String, maybe) parcelId?: string | null
  @Field(() => Boolean, maybe) unconfirmed?: boolean | null
  @Field(() => String, maybe) neighborhood?: string | null
  @Field(() => [PropertyTypeEnum], maybe) tags?: PropertyType[] | null
  @Field(() => PriorityEnum, maybe) priority?: Priority | null
  @Field(() => String, maybe) notes?: string | null
}

@InputType({ description: 'What to change of a property; what is left out stays.' })
export class UpdatePropertyInput {
  @Field(() => String, maybe) ownerName?: string | null
  @Field(() => String, maybe) notes?: string | null
  @Field(() => [PropertyTypeEnum], maybe) tags?: PropertyType[] | null
  @Field(() => PriorityEnum, maybe) priority?: Priority | null
  @Field(() => String, maybe) parcelId?: string | null
  @Field(() => String, maybe) streetNumber?: string | null
  @Field(() => ID, { nullable: true, description: 'Whose house it is; for owners and admins.' }) assignedTo?:
    string | null
  @Field(() => Boolean, { nullable: true, description: 'False once somebody confirmed the parcel.' })
  unconfirmed?: boolean | null
}

@ObjectType({ description: 'What came of asking the parcel records for the owner again.' })
export class OwnerRefresh {
  @Field(() => OwnerRefreshOutcomeEnum) outcome!: 'no_results' | 'unchanged' | 'updated'
  @Field(() => Property) property!: Property
}

@ObjectType({ description: 'Somebody whose house a property can be.' })
export class AssignableUser {
  @Field(() => ID) id!: string
  @Field() fullName!: string
  @Field() email!: string
  @Field(() => RoleEnum) role!: Role
}

@ObjectType({ description: 'One thing that somebody did at a property, out of the activity log.' })
export class PropertyHistoryEntry {
  @Field(() => ID) id!: string
  @Field(() => PropertyHistoryKindEnum) kind!: string
  @Field(() => GraphQLDateTimeISO, { description: 'When it happened in the field.' }) at!: Date
  @Field(() => RoleEnum, maybe) actorRole!: Role | null
  @Field(() => KnockOutcomeEnum, { nullable: true, description: 'Of a knock.' }) outcome!: KnockOutcome | null
  @Field(() => String, { nullable: true, description: 'Of a knock.' }) note!: string | null
  @Field({ description: 'A knock that was taken back.' }) withdrawn!: boolean
  @Field(() => PropertyTypeEnum, { nullable: true, description: 'Of a lead.' }) tag!: PropertyType | null
  @Field(() => PriorityEnum, { nullable: true, description: 'Of a new lead or a saved property.' })
  priority!: Priority | null
  @Field(() => LeadStatusEnum, maybe) fromStatus!: LeadStatus | null
  @Field(() => LeadStatusEnum, maybe) toStatus!: LeadStatus | null
  @Field(() => [String], { nullable: true, description: 'Of an edit: which fields.' }) fields!: string[] | null
  @Field(() => String, { nullable: true, description: 'Of an owner refresh: which records.' }) source!: string | null
}

@ObjectType()
export class PropertyHistoryEdge {
  @Field() cursor!: string
  @Field(() => PropertyHistoryEntry) node!: PropertyHistoryEntry
}

@ObjectType({ description: 'A page of what was done at a property, newest first.' })
export class PropertyHistoryConnection {
  @Field(() => [PropertyHistoryEdge]) edges!: PropertyHistoryEdge[]
  @Field(() => PageInfo) pageInfo!: PageInfo
}

@ObjectType({ description: 'A house on the map.' })
export class MapMarker {
  @Field(() => ID) id!: string
  @Field(() => Float) lat!: number
  @Field(() => Float) lng!: number
  @Field() streetNumber!: string
  @Field(() => PropertyStatusEnum) status!: PropertyStatus
  @Field(() => PriorityEnum) priority!: Priority
}

@ObjectType({ description: 'Houses that stand too close to be drawn one by one.' })
export class MapCluster {
  @Field({ description: 'The square of the grid they stand in.' }) key!: string
  @Field(() => Float) lat!: number
  @Field(() => Float) lng!: number
  @Field(() => Int) count!: number
}

@ObjectType({ description: 'What is in view.' })
export class PropertyMap {
  @Field(() => [MapMarker]) markers!: MapMarker[]
  @Field(() => [MapCluster]) clusters!: MapCluster[]
  @Field(() => Int, { description: 'How many houses that is.' }) total!: number
}

@ObjectType({ description: 'Houses of the team were saved, changed or deleted: read again what is shown of them.' })
export class PropertiesChanged {
  @Field(() => GraphQLDateTimeISO) at!: Date
}
