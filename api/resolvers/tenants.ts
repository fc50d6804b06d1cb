import { Arg, Ctx, FieldResolver, ID, Int, Mutation, Query, Resolver } from 'type-graphql'
import { clampLimit } from '../domain/paging.ts'
import { toConnection } from '../graphql/connections.ts'
import type { ResolverContext } from '../graphql/resolverContext.ts'
import { afterArg, firstArg, nullable } from '../schema/common.ts'
import { CreateTenantInput, Tenant, TenantConnection, TenantStats, UpdateTenantInput } from '../schema/tenants.ts'
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

@Resolver(() => Tenant)
export class TenantsResolver {
  @Query(() => TenantConnection, { description: 'All tenants, newest first.' })
  async tenants(
    @Arg('first', () => Int, firstArg) first: number | undefined,
    @Arg('after', () => String, afterArg) after: string | undefined,
    @Ctx() { ctx }: ResolverContext,
  ) {
    return toConnection(await listTenants(ctx, { limit: clampLimit(first), after }))
  }

  @Query(() => Tenant, nullable('Reads a tenant.'))
  tenant(
    @Arg('id', () => ID, { description: 'Id of the tenant.' }) id: string,
    @Ctx() { ctx }: ResolverContext,
  ): Promise<TenantView> {
    return readTenant(ctx, id)
  }

  @Query(() => Tenant, nullable('Tenant the caller works in; null for a global admin who has not chosen one.'))
  currentTenant(@Ctx() { ctx }: ResolverContext): Promise<TenantView | null> {
    return readCurrentTenant(ctx)
  }

  @Query(() => TenantStats, { description: 'Record counts of a tenant.' })
  tenantStats(
    @Arg('id', () => ID, nullable('Id of the tenant. Defaults to the current tenant.')) id: string | undefined,
    @Ctx() { ctx }: ResolverContext,
  ): Promise<TenantStats> {
    return readTenantStats(ctx, id)
  }

  @Mutation(() => Tenant, { description: 'Creates a tenant. Only for global admins.' })
  createTenant(
    @Arg('input', () => CreateTenantInput, { description: 'The tenant to create.' }) input: CreateTenantInput,
    @Ctx() { ctx }: ResolverContext,
  ): Promise<TenantView> {
    return createTenant(ctx, input)
  }

  @Mutation(() => Tenant, { description: 'Changes the given fields of a tenant. Only for global admins.' })
  updateTenant(
    @Arg('id', () => ID, { description: 'Id of the tenant.' }) id: string,
    @Arg('input', () => UpdateTenantInput, { description: 'Changes to apply.' }) input: UpdateTenantInput,
    @Ctx() { ctx }: ResolverContext,
  ): Promise<TenantView> {
    return updateTenant(ctx, id, input)
  }
}

@Resolver(() => TenantConnection)
export class TenantConnectionResolver {
  @FieldResolver(() => Int, { description: 'Total number of items on all pages.' })
  totalCount(@Ctx() { ctx }: ResolverContext): Promise<number> {
    return countTenants(ctx)
  }
}
