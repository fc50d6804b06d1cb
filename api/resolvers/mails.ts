import { Arg, Args, Ctx, FieldResolver, Int, Query, Resolver, Root } from 'type-graphql'
import type { Context } from '../context.ts'
import { clampLimit } from '../domain/paging.ts'
import { toConnection } from '../graphql/connections.ts'
import { FilterArg, nullable, PageArgs } from '../schema/common.ts'
import { MailConnection, MailFilter, MailOrder } from '../schema/mails.ts'
import { countMails, listMails, type MailFilter as Filter } from '../usecases/mails/mails.ts'

@Resolver(() => MailConnection)
export class MailsResolver {
  @Query(() => MailConnection, {
    description: 'The mails of the last 30 days, by default newest first; with a chosen tenant, only its own.',
  })
  async mails(
    @Ctx('ctx') ctx: Context,
    @Args(() => PageArgs) { first, after }: PageArgs,
    @FilterArg(MailFilter, 'mails') filter?: MailFilter,
    @Arg('orderBy', () => MailOrder, nullable('The order; newest first by default. A cursor belongs to one order.'))
    orderBy?: MailOrder,
  ) {
    const page = await listMails(ctx, filter ?? {}, { limit: clampLimit(first), after }, orderBy)
    return { ...toConnection(page, after), isMailEnabled: ctx.config.mail !== null, filter: filter ?? {} }
  }

  @FieldResolver(() => Int, { description: 'Total number of items on all pages.' })
  totalCount(@Ctx('ctx') ctx: Context, @Root() { filter }: { filter: Filter }): Promise<number> {
    return countMails(ctx, filter)
  }
}
