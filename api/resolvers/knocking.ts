import { Arg, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql'
import type { Context } from '../context.ts'
import type { WalkDirection } from '../domain/enums.ts'
import { UserFacingError } from '../domain/errors.ts'
import type { Knock as KnockRow } from '../entities/knock.ts'
import type { Loaders } from '../graphql/loaders.ts'
import { IdArg, InputArg, nullable, Point, UserRef } from '../schema/common.ts'
import { Knock, KnockInput, KnockResult, KnockSession, NextDoor, NextDoorFrom } from '../schema/knocking.ts'
import { WalkDirectionEnum } from '../schema/enums.ts'
import { Property } from '../schema/properties.ts'
import { logKnock, logKnocks, withdrawKnock, type KnockResult as Result } from '../usecases/knocking/knocking.ts'
import { findNextDoor } from '../usecases/knocking/nextDoor.ts'
import { endKnockSession, listKnockSessions, startKnockSession } from '../usecases/knocking/knockSessions.ts'

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

  @Query(
    () => NextDoor,
    nullable(
      'The next house along the same side of the street by house number, saved or not. Skips houses that refused or prohibit soliciting. At the end of the side, the walk crosses and goes back on the other side; null at the end of that. Never billed.',
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
    @Ctx('ctx') ctx: Context,
    @InputArg(KnockInput, 'The knock to log.') input: KnockInput,
  ): Promise<KnockResult> {
    return toKnockResult(await logKnock(ctx, input))
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

  @Mutation(() => KnockResult, { description: 'Withdraws a knock of the caller.' })
  async withdrawKnock(
    @Ctx('ctx') ctx: Context,
    @Arg('eventId', () => ID, { description: 'Event id of the knock.' }) eventId: string,
  ): Promise<KnockResult> {
    return toKnockResult(await withdrawKnock(ctx, eventId))
  }

  @Mutation(() => KnockSession, { description: 'Starts a knock session, or returns the open one.' })
  startKnockSession(
    @Ctx('ctx') ctx: Context,
    @Arg('at', () => Point, nullable('Location of the caller.')) at: Point | undefined,
  ) {
    return startKnockSession(ctx, at ?? null)
  }

  @Mutation(() => KnockSession, { description: 'Ends a knock session. Ending it again returns the same result.' })
  endKnockSession(@Ctx('ctx') ctx: Context, @IdArg('Id of the knock session.') id: string) {
    return endKnockSession(ctx, id)
  }

  @FieldResolver(() => Property, nullable('Current state of the property; null if the knock was rejected.'))
  property(@Root() result: KnockResult, @Ctx('loaders') loaders: Loaders) {
    return result.propertyId ? loaders.door.clear(result.propertyId).load(result.propertyId) : null
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
