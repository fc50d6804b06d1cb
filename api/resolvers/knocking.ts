import { Arg, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql'
import type { Context } from '../context.ts'
import type { WalkDirection } from '../domain/enums.ts'
import { UserFacingError } from '../domain/errors.ts'
import { requireTenant } from '../domain/permissions.ts'
import type { Loaders } from '../graphql/loaders.ts'
import type { ResolverContext } from '../graphql/resolverContext.ts'
import { markReplayed } from '../rest/clientIds.ts'
import { IdArg, InputArg, nullable, Point, UserRef } from '../schema/common.ts'
import { ComeBack, Knock, KnockInput, KnockResult, KnockSession, NextDoor, NextDoorFrom } from '../schema/knocking.ts'
import { WalkDirectionEnum } from '../schema/enums.ts'
import { Property } from '../schema/properties.ts'
import type { Knock as KnockRow } from '../records/knockRows.ts'
import { listComeBacks } from '../usecases/knocking/comeBacks.ts'
import { logKnock, logKnocks, withdrawKnock, type KnockResult as Result } from '../usecases/knocking/knocking.ts'
import { findNextDoor } from '../usecases/knocking/nextDoor.ts'
import { listKnockSessions, startKnockSession } from '../usecases/knocking/knockSessions.ts'
import { changeKnockSession } from '../usecases/knocking/sessionChanges.ts'

@Resolver(() => KnockResult)
export class KnockingResolver {
  @Query(() => [KnockSession], { description: 'Knock sessions of the caller, newest first.' })
  knockSessions(
    @Ctx('ctx') ctx: Context,
    @Arg('open', () => Boolean, {
      nullable: true,
      description: 'True for open sessions only, false for ended sessions only; all sessions if omitted.',
    })
    open: boolean | undefined,
  ) {
    return listKnockSessions(ctx, open ?? null)
  }

  @Query(() => [ComeBack], {
    description:
      "Houses at which the caller's knock is the latest, has the outcome COME_BACK and a time to come back before the end of today, earliest first; at most 100.",
  })
  comeBacks(@Ctx('ctx') ctx: Context): Promise<ComeBack[]> {
    return listComeBacks(ctx)
  }

  @Query(
    () => NextDoor,
    nullable(
      'The next house along the same side of the street by house number, saved or not. Skips houses that refused or prohibit soliciting, and those where nobody may knock. At the end of the side, the walk crosses and goes back on the other side; null at the end of that. Never billed.',
    ),
  )
  nextDoor(
    @Ctx('ctx') ctx: Context,
    @Arg('from', () => NextDoorFrom, { description: 'The house from which the walk goes on.' }) from: NextDoorFrom,
    @Arg('direction', () => WalkDirectionEnum, {
      nullable: true,
      description:
        "Direction of the walk. Defaults to the direction from the caller's previous knock on the street, else ASCENDING.",
    })
    direction: WalkDirection | undefined,
    @Arg('crossed', () => Boolean, {
      defaultValue: false,
      description: 'Whether the walk has crossed the street, as the previous call returned it.',
    })
    crossed: boolean,
    @Arg('skip', () => [ID], {
      nullable: true,
      description: 'Doors to leave out: ids of `NextDoor` or of properties, at most 500.',
    })
    skip: string[] | undefined,
  ): Promise<NextDoor | null> {
    return findNextDoor(ctx, from, { direction: direction ?? null, crossed, skip: skip ?? [] })
  }

  @Mutation(() => KnockResult, { description: 'Logs a knock.' })
  async logKnock(
    @Ctx() { ctx, response }: ResolverContext,
    @InputArg(KnockInput, 'The knock to log.') input: KnockInput,
  ): Promise<KnockResult> {
    return toKnockResult(markReplayed(response, await logKnock(ctx, input)))
  }

  @Mutation(() => [KnockResult], {
    description:
      'Logs several knocks, for example those of a device that was offline. Each knock succeeds or fails on its own.',
  })
  async logKnocks(
    @Ctx('ctx') ctx: Context,
    @Arg('inputs', () => [KnockInput], { description: 'Knocks to log, oldest first.' }) inputs: KnockInput[],
  ): Promise<KnockResult[]> {
    const results = await logKnocks(ctx, inputs)
    return results.map((result, at) =>
      result instanceof UserFacingError
        ? { eventId: inputs[at]!.eventId ?? '', replayed: false, propertyId: null, status: null, error: result.message }
        : toKnockResult(result),
    )
  }

  @Mutation(() => KnockResult, {
    description: 'Withdraws a knock: of a rep their own of the last seven days, of other roles any of the tenant.',
  })
  async withdrawKnock(
    @Ctx('ctx') ctx: Context,
    @Arg('eventId', () => ID, { description: 'Event id of the knock.' }) eventId: string,
  ): Promise<KnockResult> {
    return toKnockResult(await withdrawKnock(ctx, eventId))
  }

  @Mutation(() => KnockSession, {
    description:
      'Starts a knock session. Without an `id`, returns the open one if there is one; with an `id`, ends that one and starts another.',
  })
  async startKnockSession(
    @Ctx() { ctx, response }: ResolverContext,
    @Arg('at', () => Point, nullable('Location of the caller.')) at: Point | undefined,
    @Arg('id', () => ID, nullable('UUID generated by the client for this session. Sending it again has no effect.'))
    id: string | undefined,
  ) {
    return markReplayed(response, await startKnockSession(ctx, { id, at }))
  }

  @Mutation(() => KnockSession, { description: 'Ends a knock session. Ending it again returns the same result.' })
  endKnockSession(@Ctx('ctx') ctx: Context, @IdArg('Id of the knock session.') id: string) {
    return changeKnockSession(ctx, 'end', id)
  }

  @Mutation(() => KnockSession, {
    description: 'Pauses a knock session. Changes nothing if it is paused or the rep has ended it.',
  })
  pauseKnockSession(@Ctx('ctx') ctx: Context, @IdArg('Id of the knock session.') id: string) {
    return changeKnockSession(ctx, 'pause', id)
  }

  @Mutation(() => KnockSession, {
    description:
      'Resumes a paused knock session. Within ten seconds after its rep has ended it, undoes the end, unless another one is open. Changes nothing otherwise.',
  })
  resumeKnockSession(@Ctx('ctx') ctx: Context, @IdArg('Id of the knock session.') id: string) {
    return changeKnockSession(ctx, 'resume', id)
  }

  @FieldResolver(() => Property, nullable('Current state of the property; null if the knock was rejected.'))
  property(@Root() { propertyId }: KnockResult, @Ctx() { ctx, loaders }: ResolverContext) {
    if (!propertyId) return null
    const key = { tenantId: requireTenant(ctx.actor), id: propertyId }
    return loaders.door.clear(key).load(key)
  }
}

@Resolver(() => Knock)
export class KnockResolver {
  @FieldResolver(() => UserRef, nullable('The user who knocked.'))
  rep(@Root() knock: KnockRow, @Ctx('loaders') loaders: Loaders): Promise<UserRef | null> {
    return loaders.user.load(knock.repId)
  }
}

function toKnockResult(result: Result): KnockResult {
  return { ...result, error: null }
}
