import { Arg, Ctx, ID, Mutation, Resolver } from 'type-graphql'
import type { Context } from '../context.ts'
import { ForgottenHousehold } from '../schema/forgetting.ts'
import { forgetHousehold } from '../usecases/forgetting/forgetHousehold.ts'

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
}
