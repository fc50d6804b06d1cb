import { GraphQLDateTimeISO } from 'graphql-scalars'
import { Field, Float, ID, InputType, Int, ObjectType } from 'type-graphql'
import type { PropertyStatus } from '../domain/enums.ts'
import type { Side } from '../domain/knocking/streetWalk.ts'
import { nullable, Point } from './common.ts'
import { PropertyStatusEnum, StreetSideEnum } from './enums.ts'

@InputType({
  description: 'Where a walking route goes. Without a territory and properties, past the open doors of the caller.',
})
export class WalkingRouteInput {
  @Field(
    () => ID,
    nullable('Territory whose open doors are walked, and its houses that are not saved; not beside `propertyIds`.'),
  )
  territoryId?: string | null
  @Field(() => [ID], nullable('Properties to walk past, at most 500. Those that are not open are left out.'))
  propertyIds?: string[] | null
  @Field(() => Point, nullable('Where the rep stands; by default the route begins anywhere.')) from?: Point | null
  @Field(() => Int, nullable('Maximum number of doors, 1 to 500. Defaults to 100.')) limit?: number | null
}

@ObjectType({ description: 'A door of a walking route.' })
export class WalkingRouteStop {
  @Field(() => ID, nullable('Null for a house that is not saved yet.')) propertyId!: string | null
  @Field({ description: 'Full address on one line.' }) address!: string
  @Field({ description: 'House number.' }) streetNumber!: string
  @Field(() => String, nullable('Street name without the house number.')) streetName!: string | null
  @Field(() => String, nullable('Null if unknown.')) city!: string | null
  @Field(() => Point, { description: 'Location of the house.' }) point!: Point
  @Field(() => StreetSideEnum, nullable('Side of the street by house number; null without a number.'))
  side!: Side | null
  @Field(() => PropertyStatusEnum, nullable('Null for a house that is not saved.')) status!: PropertyStatus | null
  @Field({ description: 'Whether the caller wanted to come back by today.' }) isDue!: boolean
}

@InputType({ description: 'Where doors are taken.' })
export class TakeNearestDoorsInput {
  @Field(() => Point, { description: 'Where the rep stands.' }) from!: Point
}

@ObjectType({
  description: 'Doors that a rep without a territory has taken for today. No colleague can take them meanwhile.',
})
export class DoorsForToday {
  @Field(() => [WalkingRouteStop], {
    description: 'Those that are still open, at most 40. In the answer to `takeNearestDoors` the nearest first.',
  })
  doors!: WalkingRouteStop[]
  @Field(
    () => GraphQLDateTimeISO,
    nullable('When they return by themselves: midnight in the time zone of the company. Null if none are taken.'),
  )
  until!: Date | null
  @Field({ description: 'Whether `Tenant.allowNearestDoors` is on and the caller holds no territory today.' })
  canTake!: boolean
}

@ObjectType({ description: 'Doors in a good order to walk.' })
export class WalkingRoute {
  @Field(() => [WalkingRouteStop], {
    description: 'Doors in their order. Those of one side of a block follow each other.',
  })
  stops!: WalkingRouteStop[]
  @Field(() => [Point], { description: 'The way from `from` past each stop.' }) line!: Point[]
  @Field(() => Float, { description: 'Length of the line.' }) meters!: number
  @Field(() => Float, {
    description:
      "Expected time: the walk, and 2.5 minutes at each door or what the caller's own knocks of sessions tell.",
  })
  minutes!: number
}
