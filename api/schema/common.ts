import { Field, Float, ID, InputType, ObjectType } from 'type-graphql'

@ObjectType({ description: 'A place on the ground, WGS 84 degrees.' })
export class Point {
  @Field(() => Float) lat!: number
  @Field(() => Float) lng!: number
}

@InputType({ description: 'A place on the ground, WGS 84 degrees.' })
export class PointInput {
  @Field(() => Float) lat!: number
  @Field(() => Float) lng!: number
}

@InputType({ description: 'A box of latitudes and longitudes.' })
export class BoundsInput {
  @Field(() => Float) south!: number
  @Field(() => Float) west!: number
  @Field(() => Float) north!: number
  @Field(() => Float) east!: number
}

@ObjectType({ description: 'Where a page of a list ends.' })
export class PageInfo {
  @Field() hasNextPage!: boolean
  @Field(() => String, { nullable: true, description: 'Give it as `after` to read on.' }) endCursor!: string | null
}

@ObjectType({ description: 'What was done, in words.' })
export class MessageResult {
  @Field() message!: string
}

@ObjectType({ description: 'A person as colleagues see them.' })
export class UserRef {
  @Field(() => ID) id!: string
  @Field() fullName!: string
  @Field() email!: string
}

/** For a field that may be null, whose type TypeScript's metadata cannot tell. */
export const maybe = { nullable: true } as const
