import { Args, Ctx, FieldResolver, Int, Query, Resolver, Root } from 'type-graphql'
import type { Context } from '../context.ts'
import type { RecordedKind } from '../domain/enums.ts'
import { clampLimit } from '../domain/paging.ts'
import { toConnection } from '../graphql/connections.ts'
import { RecordedArgs, RecordedConnection } from '../schema/recordedAboutMe.ts'
import { countRecordedAboutMe, listRecordedAboutMe } from '../usecases/recordedAboutMe/recordedAboutMe.ts'

@Resolver()
export class RecordedAboutMeResolver {
  @Query(() => RecordedConnection, {
    description:
      "What is recorded about the caller, the newest first: positions that are kept of their knocks, their knock sessions, and who opened the page of their work, viewed the app as them, or exported everything of the tenant. Only ever the caller's own.",
  })
  async recordedAboutMe(@Ctx('ctx') ctx: Context, @Args(() => RecordedArgs) { kind, first, after }: RecordedArgs) {
    const page = await listRecordedAboutMe(ctx, kind, { limit: clampLimit(first), after })
    return { ...toConnection(page, after), kind }
  }
}

@Resolver(() => RecordedConnection)
export class RecordedConnectionResolver {
  @FieldResolver(() => Int, { description: 'Total number of items on all pages.' })
  totalCount(@Ctx('ctx') ctx: Context, @Root() { kind }: { kind?: RecordedKind | null }): Promise<number> {
    return countRecordedAboutMe(ctx, kind)
  }
}
