import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql'
import type { Context } from '../context.ts'
import { messages } from '../domain/messages.ts'
import { IdArg, InputArg, MessageResult } from '../schema/common.ts'
import { Permit, PermitInput } from '../schema/permits.ts'
import { deletePermit, listPermits, savePermit, type PermitView } from '../usecases/permits/permits.ts'

@Resolver()
export class PermitsResolver {
  @Query(() => [Permit], { description: 'The permits of the tenant, by city.' })
  permits(
    @Ctx('ctx') ctx: Context,
    @Arg('expiring', () => Boolean, { defaultValue: false, description: 'Only those with an `expiryNotice`.' })
    expiring: boolean,
  ): Promise<PermitView[]> {
    return listPermits(ctx, { expiring })
  }

  @Mutation(() => Permit, {
    description:
      'Saves a permit, or changes the one with the id. A knock in its area outside its hours, or without a valid permit, is flagged. Only for owners and admins.',
  })
  savePermit(
    @Ctx('ctx') ctx: Context,
    @InputArg(PermitInput, 'What the permit allows; with an id, it changes that permit.') input: PermitInput,
  ): Promise<PermitView> {
    return savePermit(ctx, input)
  }

  @Mutation(() => MessageResult, {
    description: 'Deletes a permit. Knocks of its city are then not checked by it. Only for owners and admins.',
  })
  async deletePermit(@Ctx('ctx') ctx: Context, @IdArg('Id of the permit.') id: string): Promise<MessageResult> {
    await deletePermit(ctx, id)
    return { message: messages.permitDeleted }
  }
}
