import { GraphQLDateTimeISO } from 'graphql-scalars'
import { Arg, ArgsType, Field, Float, ID, InputType, Int, ObjectType, type ClassType } from 'type-graphql'
import type { Period } from '../domain/enums.ts'
import { PeriodEnum } from './enums.ts'

/** Options of a field or argument that can be null. */
export const nullable = (description: string) => ({ nullable: true, description })

/** Describes `ifVersion` of an update. */
export const ifVersionDescription =
  'The `version` that the changes are based on. If the current one is another, nothing changes, and the error CONFLICT has the scalar fields of the current state in `extensions.current`.'

/** Describes `direction` of an order. */
export const sortDirectionDescription =
  'Defaults to DESC for CREATED_AT and UPDATED_AT, and to ASC for the other fields.'

@ObjectType({ description: 'A geographic point in WGS 84 degrees.' })
@InputType('PointInput', { description: 'A geographic point in WGS 84 degrees.' })
export class Point {
  @Field(() => Float, { description: 'Latitude in degrees, -90 to 90.' }) lat!: number
  @Field(() => Float, { description: 'Longitude in degrees, -180 to 180; negative in the Americas.' }) lng!: number
}

@InputType({ description: 'A bounding box in WGS 84 degrees.' })
export class BoundsInput {
  @Field(() => Float, { description: 'Southern edge: minimum latitude.' }) south!: number
  @Field(() => Float, { description: 'Western edge: minimum longitude.' }) west!: number
  @Field(() => Float, { description: 'Northern edge: maximum latitude.' }) north!: number
  @Field(() => Float, { description: 'Eastern edge: maximum longitude.' }) east!: number
}

@ObjectType({ description: 'Pagination state of a list.' })
export class PageInfo {
  @Field({ description: 'Whether more items follow this page.' }) hasNextPage!: boolean
  @Field({
    description: 'Whether the page was read with `after`, so that items precede it. Lists are read forward only.',
  })
  hasPreviousPage!: boolean
  @Field(() => String, nullable('Cursor of the first item.'))
  startCursor!: string | null
  @Field(() => String, nullable('Cursor of the last item; pass it as `after` to read the next page.'))
  endCursor!: string | null
}

/** Base class for items of a page. It is not a type of the schema itself. */
@ObjectType()
export abstract class Edge {
  @Field({ description: 'Pagination cursor; pass it as `after` to read the items that follow this one.' })
  cursor!: string
}

/** Base class for pages of a list. It is not a type of the schema itself. */
@ObjectType()
export abstract class Page {
  @Field(() => PageInfo, {
    description: 'Pagination state: whether more items follow, and the cursor to continue from.',
  })
  pageInfo!: PageInfo
}

@ObjectType({ description: 'A confirmation message.' })
export class MessageResult {
  @Field({ description: 'One English sentence that can be shown to the user.' }) message!: string
}

@ObjectType({ description: 'Result of a change of several records.' })
export class BulkChangeResult {
  @Field(() => Int, {
    description: 'Number of records that changed. Those that had the new value already are not counted.',
  })
  changed!: number
}

@ObjectType({ description: 'Reference to a user.' })
export class UserRef {
  @Field(() => ID, { description: 'Id of the account.' }) id!: string
  @Field({ description: 'Current name; for a deleted account, its last name.' }) fullName!: string
  @Field({ description: 'Email address; empty for deleted accounts and for users outside the tenant.' }) email!: string
}

/** Base class for types that cover a calendar period. It is not a type of the schema itself. */
@ObjectType()
export abstract class InPeriod {
  @Field(() => PeriodEnum, { description: 'The requested period.' }) period!: Period
  @Field(() => GraphQLDateTimeISO, { description: 'Start of the period: midnight in `timeZone`.' }) from!: Date
  @Field(() => GraphQLDateTimeISO, { description: 'Exclusive end of the period.' }) to!: Date
  @Field({ description: "IANA name of the tenant's time zone, which defines the period." }) timeZone!: string
}

/** Arguments that select a page of a list. */
@ArgsType()
export class PageArgs {
  @Field(() => Int, nullable('Maximum number of items, 1 to 1,000. Defaults to 100.')) first?: number
  @Field(() => String, nullable('Returns the items after this cursor: `pageInfo.endCursor` of the previous page.'))
  after?: string
}

/** Arguments that form a point. */
@ArgsType()
export class PointArgs {
  @Field(() => Float, { description: 'Latitude in degrees, -90 to 90.' }) lat!: number
  @Field(() => Float, { description: 'Longitude in degrees, -180 to 180.' }) lng!: number
}

export const IdArg = (description: string) => Arg('id', () => ID, { description })
export const InputArg = (input: ClassType<object>, description: string) => Arg('input', () => input, { description })
export const FilterArg = (filter: ClassType<object>, items: string) =>
  Arg('filter', () => filter, nullable(`Limits the result to matching ${items}.`))
export const PeriodArg = (defaultValue: Period) =>
  Arg('period', () => PeriodEnum, {
    defaultValue,
    description: "The running calendar period in the tenant's time zone; a week begins on Monday.",
  })
export const FromDayArg = () =>
  Arg(
    'from',
    () => String,
    nullable("First day as YYYY-MM-DD in the tenant's time zone; with `to`, instead of the period."),
  )
export const ToDayArg = () =>
  Arg('to', () => String, nullable('Last day as YYYY-MM-DD, at most two years after the first.'))
export const DaysArg = () =>
  Arg('days', () => Int, {
    defaultValue: 7,
    description:
      'Number of days back from the current time. Days are rolling 24-hour spans; they do not start at midnight.',
  })
