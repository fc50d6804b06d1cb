import { GraphQLDateTimeISO, GraphQLJSON } from 'graphql-scalars'
import { ArgsType, Field, Float, ID, InputType, Int, ObjectType } from 'type-graphql'
import type { StageColor } from '../domain/enums.ts'
import type { Area } from '../domain/territories/area.ts'
import type { PropertyFilter as GivenPropertyFilter } from '../usecases/properties/propertyFilters.ts'
import { passFilters, type PassFilter as GivenPassFilter } from '../usecases/territories/passes.ts'
import { territoryFilters, type TerritoryFilter as Filter } from '../usecases/territories/territories.ts'
import { Edge, ifVersionDescription, nullable, Page, Point, UserRef } from './common.ts'
import { StageColorEnum } from './enums.ts'
import { filterInput } from './filterInputs.ts'
import { PropertyFilter } from './properties.ts'

const areaDescription =
  'GeoJSON Polygon or MultiPolygon in WGS 84 with at most 5,000 points. Rings may run either way. A fault is refused with its place, such as `area.coordinates.0.12`.'

@ObjectType({ description: 'Who holds a territory, by days in the time zone of the company.' })
export class TerritoryAssignment {
  @Field(() => UserRef, { description: 'The user who holds it.' }) user!: UserRef
  @Field({ description: 'First day as YYYY-MM-DD.' }) from!: string
  @Field(() => String, nullable('Last day as YYYY-MM-DD; null until others hold it.')) to!: string | null
}

@ObjectType({ description: 'Reference to a territory.' })
export class TerritoryRef {
  @Field(() => ID, { description: 'Id of the territory.' }) id!: string
  @Field({ description: 'Name of the territory.' }) name!: string
  @Field(() => StageColorEnum, { description: 'Color on the map.' }) color!: StageColor
}

/** Base class of what a pass counts in a territory. It is not a type of the schema itself. */
@ObjectType()
abstract class PassCounts {
  @Field(() => Int, {
    description: 'Houses in the records of the county, at least those saved; without such records, saved properties.',
  })
  doors!: number
  @Field(() => Int, { description: 'Doors with a knock in this pass.' }) worked!: number
  @Field(() => Int, { description: 'Doors without one, except those where nobody may knock.' }) left!: number
  @Field(() => Int, { description: 'Knocks in this pass, excluding withdrawn knocks.' }) knocks!: number
  @Field(() => Int, { description: 'Those at which the rep spoke with the owner.' }) talks!: number
  @Field(() => Int, { description: 'Leads created in this pass, excluding deleted leads.' }) leads!: number
  @Field(() => Float, nullable('Talks per 100 knocks; null without a knock.')) talksPer100Doors!: number | null
  @Field(() => Float, nullable('Leads per 100 knocks; null without a knock.')) leadsPer100Doors!: number | null
  @Field(() => GraphQLDateTimeISO, nullable('Time of the last knock.')) lastWorkedAt!: Date | null
  @Field(() => UserRef, nullable('Who knocked last.')) lastWorkedBy!: UserRef | null
}

@ObjectType({ description: 'The pass of a territory that goes on, with what was done in it there.' })
export class TerritoryPass extends PassCounts {
  // Not `id`, by which the caches of clients would take the passes of two territories for the same.
  @Field(() => ID, { description: 'Id of the pass.' }) passId!: string
  @Field({ description: 'Name of the pass.' }) name!: string
  @Field({ description: 'First day as YYYY-MM-DD in the time zone of the company.' }) startsOn!: string
}

@ObjectType({ description: 'An area that reps hold, with its figures.' })
export class Territory {
  @Field(() => ID, { description: 'Id of the territory.' }) id!: string
  @Field({ description: 'Name of the territory.' }) name!: string
  @Field(() => StageColorEnum, { description: 'Color on the map.' }) color!: StageColor
  @Field(() => GraphQLJSON, {
    description: 'GeoJSON Polygon or MultiPolygon, whose exterior rings run counterclockwise.',
  })
  area!: Area
  @Field(() => String, nullable('What reps should know.')) note!: string | null
  @Field(() => Int, { description: '1, and one more with each change. Sent as `ifVersion`.' }) version!: number
  @Field(() => Int, {
    description: 'Houses in the records of the county, at least `saved`; without such records, saved properties.',
  })
  doors!: number
  @Field(() => Int, { description: 'Saved properties.' }) saved!: number
  @Field(() => Int, { description: 'Saved properties with a knock.' }) worked!: number
  @Field(() => Int, { description: 'Doors without a knock, except those where nobody may knock.' }) left!: number
  @Field(() => Int, { description: 'Knocks that were talks.' }) talks!: number
  @Field(() => Int, { description: 'Leads at its properties.' }) leads!: number
  @Field(() => GraphQLDateTimeISO, nullable('Time of the last knock.')) lastWorkedAt!: Date | null
  @Field(() => [TerritoryAssignment], { description: 'Who holds it and held it, the latest first; for a rep, today.' })
  assignments!: TerritoryAssignment[]
  @Field(() => TerritoryPass, nullable('The pass that goes on; null without one.')) pass!: TerritoryPass | null
  @Field(() => GraphQLDateTimeISO, { description: 'Creation time.' }) createdAt!: Date
  @Field(() => GraphQLDateTimeISO, { description: 'Time of the last change.' }) updatedAt!: Date
  @Field(() => GraphQLDateTimeISO, nullable('When it was archived; null while it is in use.')) archivedAt!: Date | null
}

@ObjectType({ description: 'A territory with its pagination cursor.' })
export class TerritoryEdge extends Edge {
  @Field(() => Territory, { description: 'The territory at this cursor.' }) node!: Territory
}

@ObjectType({ description: 'A page of territories.' })
export class TerritoryConnection extends Page {
  @Field(() => [TerritoryEdge], { description: 'Items, by name.' }) edges!: TerritoryEdge[]
}

export const TerritoryFilter = filterInput(
  'TerritoryFilter',
  'Filters territories. All given conditions must match.',
  territoryFilters,
)
export type TerritoryFilter = Filter

@InputType({ description: 'A territory to create.' })
export class CreateTerritoryInput {
  @Field(
    () => ID,
    nullable('UUID generated by the client. Sending the same territory again has no effect and returns it.'),
  )
  id?: string | null
  @Field({ description: 'Name, at most 200 characters.' }) name!: string
  @Field(() => StageColorEnum, nullable('Color on the map; by default the one that the fewest territories have.'))
  color?: StageColor | null
  @Field(() => GraphQLJSON, { description: areaDescription }) area!: unknown
  @Field(() => String, nullable('What reps should know, at most 2,000 characters.')) note?: string | null
}

@InputType({ description: 'Changes to a territory. Omitted fields are unchanged.' })
export class UpdateTerritoryInput {
  @Field(() => String, nullable('Name, at most 200 characters.')) name?: string | null
  @Field(() => StageColorEnum, nullable('Color on the map.')) color?: StageColor | null
  @Field(() => GraphQLJSON, nullable(areaDescription)) area?: unknown
  @Field(() => String, nullable('What reps should know; null or an empty text removes it.')) note?: string | null
  @Field(() => Int, nullable(ifVersionDescription)) ifVersion?: number | null
}

@ArgsType()
export class AssignTerritoryArgs {
  @Field(() => ID, { description: 'Id of the territory.' }) id!: string
  @Field(() => [ID], {
    description: 'Active users of the company, at most 20. Without any, nobody holds it from then on.',
  })
  userIds!: string[]
  @Field(() => String, nullable('First day as YYYY-MM-DD in the time zone of the company. Defaults to today.'))
  from?: string | null
  @Field(() => String, nullable('Last day as YYYY-MM-DD. Without it, until others hold the territory.'))
  to?: string | null
}

@ObjectType({ description: 'The doors that an area has in common with a territory.' })
export class TerritoryOverlap {
  @Field(() => ID, { description: 'Id of the territory.' }) territoryId!: string
  @Field(() => Int, { description: 'Number of doors.' }) doors!: number
}

@ObjectType({
  description:
    'The doors that a holder of the territory gains and loses, except those of other territories that they hold.',
})
export class TerritoryHolderChange {
  @Field(() => UserRef, { description: 'The user who holds the territory today.' }) user!: UserRef
  @Field(() => Int, { description: 'Doors that the user does not have now.' }) gained!: number
  @Field(() => Int, { description: 'Those of them without a knock, where somebody may knock.' }) gainedOpen!: number
  @Field(() => Int, { description: 'Doors that the user will not have anymore.' }) lost!: number
  @Field(() => Int, { description: 'Those of them without a knock, where somebody may knock.' }) lostOpen!: number
}

@ObjectType({ description: 'What an area contains, before it is saved.' })
export class TerritoryPreview {
  @Field(() => Int, {
    description: 'Houses in the records of the county, at least `saved`; without such records, saved properties.',
  })
  doors!: number
  @Field(() => Int, { description: 'Saved properties.' }) saved!: number
  @Field(() => Int, { description: 'Saved properties with a knock.' }) knocked!: number
  @Field(() => Int, { description: 'Doors at which nobody may knock.' }) doNotKnock!: number
  @Field(() => [TerritoryOverlap], {
    description: 'Territories in use that have doors of the area, at most 500, without the one that is changed.',
  })
  overlaps!: TerritoryOverlap[]
  @Field(() => [TerritoryHolderChange], {
    description: 'Who gains or loses doors, at most 20; empty without `territoryId`, because nobody holds a new area.',
  })
  changes!: TerritoryHolderChange[]
}

@ArgsType()
export class TerritoryAroundArgs {
  @Field(() => String, nullable('Five digits: around the doors with this ZIP code. Give this, `filter` or `at`.'))
  zipCode?: string | null
  @Field(() => PropertyFilter, nullable('Around the saved properties that match.')) filter?: GivenPropertyFilter | null
  @Field(() => Point, nullable('Around the block at this place, which the streets around it enclose.'))
  at?: Point | null
}

@ObjectType({ description: 'An area that was drawn around doors.' })
export class DoorArea {
  @Field(() => GraphQLJSON, { description: 'GeoJSON Polygon or MultiPolygon.' }) area!: Area
  @Field(() => Int, { description: 'Places of the doors that it was drawn around.' }) doors!: number
}

@InputType({ description: 'Doors of a divided area that another part gets.' })
export class TerritoryMoveInput {
  @Field(() => Point, {
    description: 'In the area. The side of the street with the nearest door is moved, with all of its doors.',
  })
  point!: Point
  @Field(() => Int, { description: 'Number of the part that gets the doors, from 1 in the order of the parts.' })
  part!: number
}

@ArgsType()
export class TerritorySplitArgs {
  @Field(() => GraphQLJSON, { description: areaDescription }) area!: unknown
  @Field(() => Int, nullable('Number of parts, from 2 to 100. Give this or `doorsPerPart`.')) parts?: number | null
  @Field(() => Int, nullable('Doors that each part should have, for at most 100 parts.')) doorsPerPart?: number | null
  @Field(
    () => [TerritoryMoveInput],
    nullable('Changes to the division, made one after the other, at most 500. One that would tear a part is refused.'),
  )
  moves?: TerritoryMoveInput[] | null
}

@ObjectType({ description: 'A part of an area that was divided.' })
export class TerritoryPart {
  @Field(() => GraphQLJSON, { description: 'GeoJSON Polygon or MultiPolygon.' }) area!: Area
  @Field(() => Int, { description: 'Doors of this part.' }) doors!: number
}

@ObjectType({
  description:
    'Notification that territories were drawn, changed, assigned or archived. Clients should refetch those they show.',
})
export class TerritoriesChanged {
  @Field(() => GraphQLDateTimeISO, { description: 'Time the change was recorded.' }) at!: Date
}

@ObjectType({ description: 'What was done in a territory in the time of a pass.' })
export class PassFigures extends PassCounts {
  @Field(() => TerritoryRef, { description: 'What was worked: the territory, with its name.' }) territory!: TerritoryRef
}

@ObjectType({ description: 'A time in which territories are worked, also again.' })
export class Pass {
  @Field(() => ID, { description: 'Id of the pass.' }) id!: string
  @Field({ description: 'Name of the pass.' }) name!: string
  @Field({ description: 'First day as YYYY-MM-DD in the time zone of the company.' }) startsOn!: string
  @Field(() => GraphQLDateTimeISO, { description: 'When it was started.' }) createdAt!: Date
  @Field(() => GraphQLDateTimeISO, nullable('When it was ended; null while it goes on.')) endedAt!: Date | null
  @Field(() => [TerritoryRef], { description: 'Its territories by name, also archived ones.' })
  territories!: TerritoryRef[]
}

@ObjectType({ description: 'A pass with the figures of its territories.' })
export class PassReport extends Pass {
  @Field(() => GraphQLDateTimeISO, nullable('The requested time; null for the current figures.')) asOf!: Date | null
  @Field(() => [PassFigures], { description: 'The figures of each territory, by name.' }) figures!: PassFigures[]
}

@ObjectType({ description: 'A pass with its pagination cursor.' })
export class PassEdge extends Edge {
  @Field(() => Pass, { description: 'The pass at this cursor.' }) node!: Pass
}

@ObjectType({ description: 'A page of passes.' })
export class PassConnection extends Page {
  @Field(() => [PassEdge], { description: 'Items, the latest first.' }) edges!: PassEdge[]
}

export const PassFilter = filterInput('PassFilter', 'Filters passes. All given conditions must match.', passFilters)
export type PassFilter = GivenPassFilter

@InputType({ description: 'A pass to start.' })
export class StartPassInput {
  @Field({ description: 'Name, at most 200 characters.' }) name!: string
  @Field(() => [ID], { description: 'Territories in use that are in no pass that goes on.' }) territoryIds!: string[]
  @Field(() => String, nullable('First day as YYYY-MM-DD in the time zone of the company. Defaults to today.'))
  startsOn?: string | null
}
