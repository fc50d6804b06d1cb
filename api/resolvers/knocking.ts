import { Arg, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql'
import { UserFacingError } from '../domain/errors.ts'
import type { Knock as KnockRow } from '../entities/knock.ts'
import type { ResolverContext } from '../graphql/resolverContext.ts'
import { PointInput, UserRef, nullable } from '../schema/common.ts'
import { Knock, KnockInput, KnockResult, KnockSession } from '../schema/knocking.ts'
import { Property } from '../schema/properties.ts'
import { logKnock, logKnocks, withdrawKnock, type KnockResult as Result } from '../usecases/knocking/knocking.ts'
import { endKnockSession, listKnockSessions, startKnockSession } from '../usecases/knocking/knockSessions.ts'

@Resolver(() => KnockResult)
export class KnockingResolver {
  @Query(() => [KnockSession], { description: 'Knock sessions of the caller, newest first.' })
  knockSessions(
    @Arg('open', () => Boolean, {
      nullable: true,
      description: 'True for open sessions only, false for ended sessions only; all sessions if omitted.',
    })
    open: boolean | undefined,
    @Ctx() { ctx }: ResolverContext,
  ) {
    return listKnockSessions(ctx, open ?? null)
  }

  @Mutation(() => KnockResult, { description: 'Logs a knock.' })
  async logKnock(
    @Arg('input', () => KnockInput, { description: 'The knock to log.' }) input: KnockInput,
    @Ctx() { ctx }: ResolverContext,
  ): Promise<KnockResult> {
    return toKnockResult(await logKnock(ctx, input))
  }

  @Mutation(() => [KnockResult], {
    description:
      'Logs several knocks, for example those of a device that was offline. Each knock succeeds or fails on its own.',
  })
  async logKnocks(
    @Arg('inputs', () => [KnockInput], { description: 'Knocks to log, oldest first.' }) inputs: KnockInput[],
    @Ctx() { ctx }: ResolverContext,
  ): Promise<KnockResult[]> {
    const results = await logKnocks(ctx, inputs)
    return results.map((result, at) =>
      result instanceof UserFacingError
        ? { eventId: inputs[at]!.eventId ?? '', replayed: false, propertyId: null, status: null, error: result.message }
        : toKnockResult(result),
    )
  }

  @Mutation(() => KnockResult, { description: 'Withdraws a knock of the caller.' })
  async withdrawKnock(
    @Arg('eventId', () => ID, { description: 'Event id of the knock.' }) eventId: string,
    @Ctx() { ctx }: ResolverContext,
  ): Promise<KnockResult> {
    return toKnockResult(await withdrawKnock(ctx, eventId))
  }

  @Mutation(() => KnockSession, { description: 'Starts a knock session, or returns the open one.' })
  startKnockSession(
    @Arg('at', () => PointInput, nullable('Location of the caller.')) at: PointInput | undefined,
    @Ctx() { ctx }: ResolverContext,
  ) {
    return startKnockSession(ctx, at ?? null)
  }

  @Mutation(() => KnockSession, { description: 'Ends a knock session. Ending it again returns the same result.' })
  endKnockSession(
    @Arg('id', () => ID, { description: 'Id of the knock session.' }) id: string,
    @Ctx() { ctx }: ResolverContext,
  ) {
    return endKnockSession(ctx, id)
  }

  @FieldResolver(() => Property, nullable('Current state of the property; null if the knock was rejected.'))
  property(@Root() result: KnockResult, @Ctx() { loaders }: ResolverContext) {
    return result.propertyId ? loaders.property.clear(result.propertyId).load(result.propertyId) : null
  }
}

@Resolver(() => Knock)
export class KnockResolver {
  @FieldResolver(() => UserRef, nullable('The user who knocked.'))
  rep(@Root() knock: KnockRow, @Ctx() { loaders }: ResolverContext): Promise<UserRef | null> {
    return loaders.user.load(knock.repId)
  }
}

function toKnockResult(result: Result): KnockResult {
  return { ...result, error: null }
}
