import { Arg, Ctx, Mutation, Resolver } from 'type-graphql'
import type { Context } from '../context.ts'
import { problemOf } from '../rest/problems.ts'
import { SyncActionInput, SyncResult } from '../schema/sync.ts'
import { DependencyRefused, sync } from '../usecases/sync/sync.ts'

@Resolver()
export class SyncResolver {
  @Mutation(() => [SyncResult], {
    description:
      'Applies what a rep did, in order, each action on its own: a refused action changes nothing, and its id may be sent again. If the request fails, send all of it again; actions that were applied before are replayed.',
  })
  async sync(
    @Ctx('ctx') ctx: Context,
    @Arg('actions', () => [SyncActionInput], { description: 'At most 200 actions, oldest first.' })
    actions: SyncActionInput[],
  ): Promise<SyncResult[]> {
    const results = await sync(ctx, actions)
    return results.map(({ error, ...result }) => ({
      ...result,
      code: error && (error instanceof DependencyRefused ? 'DEPENDENCY_REFUSED' : problemOf(error).code),
      message: error && error.message,
    }))
  }
}
