import { Arg, Ctx, FieldResolver, Int, Query, Resolver, Root } from 'type-graphql'
import type { Context } from '../context.ts'
import type { Loaders } from '../graphql/loaders.ts'
import { nullable, UserRef } from '../schema/common.ts'
import { FoundProperty, QuickFindResult } from '../schema/quickFind.ts'
import { quickFind, type FoundProperty as Found } from '../usecases/quickFind/quickFind.ts'

@Resolver(() => FoundProperty)
export class QuickFindResolver {
  @Query(() => QuickFindResult, {
    description:
      "Searches properties, leads, owners, contacts, parcels and users for what was typed. A rep finds their own properties and leads, and colleagues' properties by address if the tenant shows them.",
  })
  quickFind(
    @Ctx('ctx') ctx: Context,
    @Arg('query', { description: 'Parts of words, or the beginning of a parcel id. At most 200 characters are used.' })
    query: string,
    @Arg('limit', () => Int, nullable('Maximum number of items in each group, 1 to 20. Defaults to 5.'))
    limit: number | undefined,
  ) {
    return quickFind(ctx, query, limit)
  }

  @FieldResolver(() => UserRef, nullable('The user the property is assigned to.'))
  async assignedTo(@Root() { assignedTo }: Found, @Ctx('loaders') loaders: Loaders): Promise<UserRef | null> {
    return assignedTo ? loaders.user.load(assignedTo) : null
  }
}
