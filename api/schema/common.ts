import { Field, Float, ID, InputType, ObjectType } from 'type-graphql'

@ObjectType({ description: 'A place on the ground, WGS 84 degrees.' })
export class Point {
  @Field(() => Float, { description: 'Degrees north, -90 to 90.' }) lat!: number
  @Field(() => Float, { description: 'Degrees east, -180 to 180; negative in the Americas.' }) lng!: number
}

@InputType({ description: 'A place on the ground, WGS 84 degrees.' })
export class PointInput {
  @Field(() => Float, { description: 'Degrees north, -90 to 90.' }) lat!: number
  @Field(() => Float, { description: 'Degrees east, -180 to 180; negative in the Americas.' }) lng!: number
}

@InputType({ description: 'A box of latitudes and longitudes.' })
export class BoundsInput {
  @Field(() => Float, { description: 'The southern edge in degrees north.' }) south!: number
  @Field(() => Float, { description: 'The western edge in degrees east.' }) west!: number
  @Field(() => Float, { description: 'The northern edge in degrees north.' }) north!: number
  @Field(() => Float, { description: 'The eastern edge in degrees east.' }) east!: number
}

@ObjectType({ description: 'Where a page of a list ends.' })
export class PageInfo {
  @Field({ description: 'Whether there are items behind the last of this page.' }) hasNextPage!: boolean
  @Field(() => String, { nullable: true, description: 'Give it as `after` to read on.' }) endCursor!: string | null
}

@ObjectType({ description: 'What was done, in words.' })
export class MessageResult {
  @Field({ description: 'One sentence in English, fit to be shown.' }) message!: string
}

@ObjectType({ description: 'A person as colleagues see them.' })
export class UserRef {
  @Field(() => ID, { description: "The account's id." }) id!: string
  @Field({ description: 'As it is now; of a deleted account, as it was.' }) fullName!: string
  @Field({ description: 'Empty for a deleted account, and for people of another tenant or of the platform.' })
  email!: string
}

/** For a field that may be null, whose type TypeScript's metadata cannot tell. */
export const maybe = { nullable: true } as const
