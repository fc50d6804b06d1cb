import { Arg, Ctx, ID, Int, Mutation, Query, Resolver } from 'type-graphql'
import type { Context } from '../context.ts'
import { nullable } from '../schema/common.ts'
import { DataRetention, ForgottenHousehold, ForgottenProperties } from '../schema/forgetting.ts'
import { readDataRetention, setDataRetention } from '../usecases/forgetting/dataRetention.ts'
import { forgetHousehold } from '../usecases/forgetting/forgetHousehold.ts'
import { readForgottenProperties } from '../usecases/forgetting/forgottenProperties.ts'

@Resolver()
export class ForgettingResolver {
  @Mutation(() => ForgottenHousehold, {
    description:
      'Erases a property and what belongs to its household, with all files of exports and imports that are kept. Metrics stay as they are, and an import of the address creates nothing. This cannot be undone. Only for owners.',
  })
  forgetHousehold(
    @Ctx('ctx') ctx: Context,
    @Arg('propertyId', () => ID, { description: 'Id of the property.' }) propertyId: string,
    @Arg('reason', () => String, { description: 'Why, for the receipt, without a name; at most 500 characters.' })
    reason: string,
  ): Promise<ForgottenHousehold> {
    return forgetHousehold(ctx, propertyId, reason)
  }

  @Query(() => ForgottenProperties, {
    description: 'The properties that were forgotten of late, so that a device deletes what it keeps of them.',
  })
  forgottenProperties(@Ctx('ctx') ctx: Context): Promise<ForgottenProperties> {
    return readForgottenProperties(ctx)
  }

  @Query(() => DataRetention, { description: 'How long the company keeps photos and positions.' })
  dataRetention(@Ctx('ctx') ctx: Context): Promise<DataRetention> {
    return readDataRetention(ctx)
  }

  @Mutation(() => DataRetention, {
    description:
      'Sets how long the company keeps photos and positions. What is older is erased within a day. Only for owners.',
  })
  setDataRetention(
    @Ctx('ctx') ctx: Context,
    @Arg('photoMonths', () => Int, nullable('1 to 120 months; null for ever. Unchanged if omitted.'))
    photoMonths?: number | null,
    @Arg('positionDays', () => Int, nullable('1 to 365 days. Unchanged if omitted.')) positionDays?: number | null,
  ): Promise<DataRetention> {
    return setDataRetention(ctx, {
      ...(photoMonths !== undefined && { photoMonths }),
      ...(positionDays != null && { positionDays }),
    })
  }
}
