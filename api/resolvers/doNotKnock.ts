import { Arg, Args, Ctx, FieldResolver, Int, Mutation, Query, Resolver, Root } from 'type-graphql'
import type { Context } from '../context.ts'
import { clampLimit } from '../domain/paging.ts'
import { toConnection } from '../graphql/connections.ts'
import type { Loaders } from '../graphql/loaders.ts'
import { FilterArg, IdArg, InputArg, nullable, PageArgs, UserRef } from '../schema/common.ts'
import { DoNotKnockFilter, DoNotKnockInput, DoNotKnockMark, DoNotKnockMarkConnection } from '../schema/doNotKnock.ts'
import { liftDoNotKnock, setDoNotKnock } from '../usecases/doNotKnock/doNotKnock.ts'
import {
  countDoNotKnock,
  listDoNotKnock,
  type DoNotKnockFilter as Filter,
  type MarkView,
} from '../usecases/doNotKnock/doNotKnockList.ts'

@Resolver(() => DoNotKnockMark)
export class DoNotKnockResolver {
  @Query(() => DoNotKnockMarkConnection, {
    description:
      'The doors where nobody may knock, newest first, with marks that have ended or were lifted. Only for owners and admins.',
  })
  async doNotKnockList(
    @Ctx('ctx') ctx: Context,
    @Args(() => PageArgs) { first, after }: PageArgs,
    @FilterArg(DoNotKnockFilter, 'marks') filter?: DoNotKnockFilter,
  ) {
    const page = await listDoNotKnock(ctx, filter ?? {}, { limit: clampLimit(first), after })
    return { ...toConnection(page, after), filter: filter ?? {} }
  }

  @Mutation(() => DoNotKnockMark, {
    description:
      'Marks a door where nobody may knock. A mark of the same kind that is in force gets the new reason and period.',
  })
  setDoNotKnock(
    @Ctx('ctx') ctx: Context,
    @InputArg(DoNotKnockInput, 'The door, and why nobody may knock there.') input: DoNotKnockInput,
  ): Promise<MarkView> {
    return setDoNotKnock(ctx, input)
  }

  @Mutation(() => DoNotKnockMark, {
    description: 'Lifts a mark, so that the door may be knocked again. Only for owners and admins.',
  })
  liftDoNotKnock(
    @Ctx('ctx') ctx: Context,
    @IdArg('Id of the mark.') id: string,
    @Arg('reason', () => String, { description: 'Why it is lifted, at most 500 characters.' }) reason: string,
  ): Promise<MarkView> {
    return liftDoNotKnock(ctx, id, reason)
  }

  @FieldResolver(() => UserRef, nullable('Who set it last; null for an imported list.'))
  setBy(@Root() { setBy }: MarkView, @Ctx('loaders') loaders: Loaders): Promise<UserRef | null> {
    return setBy ? loaders.user.load(setBy) : Promise.resolve(null)
  }

  @FieldResolver(() => UserRef, nullable('Who lifted it; null if nobody did.'))
  liftedBy(@Root() { liftedBy }: MarkView, @Ctx('loaders') loaders: Loaders): Promise<UserRef | null> {
    return liftedBy ? loaders.user.load(liftedBy) : Promise.resolve(null)
  }
}

@Resolver(() => DoNotKnockMarkConnection)
export class DoNotKnockMarkConnectionResolver {
  @FieldResolver(() => Int, { description: 'Total number of items on all pages.' })
  totalCount(@Ctx('ctx') ctx: Context, @Root() { filter }: { filter: Filter }): Promise<number> {
    return countDoNotKnock(ctx, filter)
  }
}
