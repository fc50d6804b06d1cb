import { Arg, Ctx, FieldResolver, ID, Int, Mutation, Query, Resolver } from 'type-graphql'
import { clampLimit } from '../domain/paging.ts'
import {
  countTenants,
  createTenant,
  listTenants,
  readCurrentTenant,
  readTenant,
  readTenantStats,
  updateTenant,
  type TenantView,
} from '../usecases/tenants/tenants.ts'
import { CreateTenantInput, Tenant, TenantConnection, TenantStats, UpdateTenantInput } from '../schema/tenants.ts'
import { toConnection } from '../graphql/connections.ts'
import { afterArg, firstArg } from '../schema/args.ts'
import type { ResolverContext } from '../graphql/resolverContext.ts'

@Resolver(() => Tenant)
export class TenantsResolver {
  @Query(() => TenantConnection, { description: 'Every tenant, newest first.' })
  async tenants(
    @Arg('first', () => Int, firstArg) first: number | undefined,
    @Arg('after', () => String, afterArg) after: string | undefined,
    @Ctx() { ctx }: ResolverContext,
  ) {
    return toConnection(await listTenants(ctx, { limit: clampLimit(first), after }))
  }

  @Query(() => Tenant, { nullable: true, description: 'One tenant.' })
  tenant(
    @Arg('id', () => ID, { description: "The tenant's id." }) id: string,
    @Ctx() { ctx }: ResolverContext,
  ): Promise<TenantView> {
    return readTenant(ctx, id)
  }

  @Query(() => Tenant, {
    nullable: true,
    description: 'The tenant one works in; null for a global admin who chose none.',
  })
  currentTenant(@Ctx() { ctx }: ResolverContext): Promise<TenantView | null> {
    return readCurrentTenant(ctx)
  }

  @Query(() => TenantStats, { description: 'What stands in a tenant; in the current one where no id is given.' })
  tenantStats(
    @Arg('id', () => ID, { nullable: true, description: "The tenant's id; the current one where it is left out." })
    id: string | undefined,
    @Ctx() { ctx }: ResolverContext,
  ): Promise<TenantStats> {
    return readTenantStats(ctx, id)
  }

  @Mutation(() => Tenant, { description: 'Makes a tenant. For global admins.' })
  createTenant(
    @Arg('input', () => CreateTenantInput, { description: 'Its names and time zone.' }) input: CreateTenantInput,
    @Ctx() { ctx }: ResolverContext,
  ): Promise<TenantView> {
    return createTenant(ctx, input)
  }

  @Mutation(() => Tenant, { description: 'Changes what is given of a tenant. For global admins.' })
  updateTenant(
    @Arg('id', () => ID, { description: "The tenant's id." }) id: string,
    @Arg('input', () => UpdateTenantInput, { description: 'What to change.' }) input: UpdateTenantInput,
    @Ctx() { ctx }: ResolverContext,
  ): Promise<TenantView> {
    return updateTenant(ctx, id, input)
  }
}

@Resolver(() => TenantConnection)
export class TenantConnectionResolver {
  @FieldResolver(() => Int, { description: 'How many there are in all pages.' })
  totalCount(@Ctx() { ctx }: ResolverContext): Promise<number> {
    return countTenants(ctx)
  }
}
