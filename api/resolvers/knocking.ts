import { Arg, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql'
import { UserFacingError } from '../domain/errors.ts'
import type { Knock as KnockRow } from '../entities/knock.ts'
import { logKnock, logKnocks, withdrawKnock, type KnockResult as Result } from '../usecases/knocking/knocking.ts'
import { endKnockSession, listKnockSessions, startKnockSession } from '../usecases/knocking/knockSessions.ts'
import { PointInput, UserRef } from '../schema/common.ts'
import { Knock, KnockInput, KnockResult, KnockSession } from '../schema/knocking.ts'
import { Property } from '../schema/properties.ts'
import type { ResolverContext } from '../graphql/resolverContext.ts'

@Resolver(() => KnockResult)
export class KnockingResolver {
  @Query(() => [KnockSession], { description: "The caller's own rounds, newest first." })
  knockSessions(
    @Arg('open', () => Boolean, {
      nullable: true,
      description: 'True for the open one only, false for those that were ended; all where it is left out.',
    })
    open: boolean | undefined,
    @Ctx() { ctx }: ResolverContext,
  ) {
    return listKnockSessions(ctx, open ?? null)
  }

  @Mutation(() => KnockResult, { description: 'Logs a knock.' })
  async logKnock(
    @Arg('input', () => KnockInput, { description: 'What happened at which door, and when.' }) input: KnockInput,
    @Ctx() { ctx }: ResolverContext,
  ): Promise<KnockResult> {
    return toKnockResult(await logKnock(ctx, input))
  }

  @Mutation(() => [KnockResult], {
    description: 'Logs the knocks of a device that was offline; each is answered for itself.',
  })
  async logKnocks(
    @Arg('inputs', () => [KnockInput], { description: 'The knocks, oldest first.' }) inputs: KnockInput[],
    @Ctx() { ctx }: ResolverContext,
  ): Promise<KnockResult[]> {
    const results = await logKnocks(ctx, inputs)
    return results.map((result, at) =>
      result instanceof UserFacingError
        ? { eventId: inputs[at]!.eventId ?? '', replayed: false, propertyId: null, status: null, error: result.message }
        : toKnockResult(result),
    )
  }

  @Mutation(() => KnockResult, { description: 'Takes back a knock of your own.' })
  async withdrawKnock(
    @Arg('eventId', () => ID, { description: 'The id the knock was logged with.' }) eventId: string,
    @Ctx() { ctx }: ResolverContext,
  ): Promise<KnockResult> {
    return toKnockResult(await withdrawKnock(ctx, eventId))
  }

  @Mutation(() => KnockSession, { description: 'Starts a round, or answers the one that is open.' })
  startKnockSession(
    @Arg('at', () => PointInput, { nullable: true, description: 'Where the round begins.' }) at: PointInput | undefined,
    @Ctx() { ctx }: ResolverContext,
  ) {
    return startKnockSession(ctx, at ?? null)
  }

  @Mutation(() => KnockSession, { description: 'Ends a round; ending it twice answers the same.' })
  endKnockSession(
    @Arg('id', () => ID, { description: "The round's id." }) id: string,
    @Ctx() { ctx }: ResolverContext,
  ) {
    return endKnockSession(ctx, id)
  }

  @FieldResolver(() => Property, {
    nullable: true,
    description: 'The house as it stands now; null for a knock that was refused.',
  })
  property(@Root() result: KnockResult, @Ctx() { loaders }: ResolverContext) {
    return result.propertyId ? loaders.property.clear(result.propertyId).load(result.propertyId) : null
  }
}

@Resolver(() => Knock)
export class KnockResolver {
  @FieldResolver(() => UserRef, { nullable: true, description: 'Who knocked.' })
  rep(@Root() knock: KnockRow, @Ctx() { loaders }: ResolverContext): Promise<UserRef | null> {
    return loaders.user.load(knock.repId)
  }
}

function toKnockResult(result: Result): KnockResult {
  return { ...result, error: null }
}
