import { Arg, Args, Ctx, FieldResolver, ID, Int, Mutation, Query, Resolver } from 'type-graphql'
import type { Context } from '../context.ts'
import { clampLimit } from '../domain/paging.ts'
import { toConnection } from '../graphql/connections.ts'
import { IdArg, InputArg, nullable, PageArgs } from '../schema/common.ts'
import { CreateTenantInput, Tenant, TenantConnection, TenantStats, UpdateTenantInput } from '../schema/tenants.ts'
import {
  archiveTenant,
  countTenants,
  createTenant,
  listTenants,
  readCurrentTenant,
  readTenant,
  readTenantStats,
  restoreTenant,
  updateCompany,
  updateTenant,
  type TenantView,
} from '../usecases/tenants/tenants.ts'
import { removeLogo } from '../usecases/tenants/logos.ts'

@Resolver(() => Tenant)
export class TenantsResolver {
  @Query(() => TenantConnection, { description: 'All tenants, newest first.' })
  async tenants(@Ctx('ctx') ctx: Context, @Args(() => PageArgs) { first, after }: PageArgs) {
    return toConnection(await listTenants(ctx, { limit: clampLimit(first), after }), after)
  }

  @Query(() => Tenant, nullable('Reads a tenant.'))
  tenant(@Ctx('ctx') ctx: Context, @IdArg('Id of the tenant.') id: string) {
    return readTenant(ctx, id)
  }

  @Query(() => Tenant, nullable('Tenant the caller works in; null for a global admin who has not chosen one.'))
  currentTenant(@Ctx('ctx') ctx: Context): Promise<TenantView | null> {
    return readCurrentTenant(ctx)
  }

  @Query(() => TenantStats, { description: 'Record counts of a tenant.' })
  tenantStats(
    @Ctx('ctx') ctx: Context,
    @Arg('id', () => ID, nullable('Id of the tenant. Defaults to the current tenant.')) id: string | undefined,
  ): Promise<TenantStats> {
    return readTenantStats(ctx, id)
  }

  @Mutation(() => Tenant, { description: 'Creates a tenant. Only for global admins.' })
  createTenant(
    @Ctx('ctx') ctx: Context,
    @InputArg(CreateTenantInput, 'The tenant to create.') input: CreateTenantInput,
  ) {
    return createTenant(ctx, input)
  }

  @Mutation(() => Tenant, {
    description: 'Changes the given fields of a tenant: an owner of the own tenant, a global admin of any.',
  })
  updateTenant(
    @Ctx('ctx') ctx: Context,
    @IdArg('Id of the tenant.') id: string,
    @InputArg(UpdateTenantInput, 'Changes to apply.') input: UpdateTenantInput,
  ) {
    return updateTenant(ctx, id, input)
  }

  @Mutation(() => Tenant, {
    description: "Changes the given fields of the caller's or the chosen tenant, as `updateTenant`.",
  })
  updateCompany(
    @Ctx('ctx') ctx: Context,
    @InputArg(UpdateTenantInput, 'Changes to apply.') input: UpdateTenantInput,
  ): Promise<TenantView> {
    return updateCompany(ctx, input)
  }

  @Mutation(() => Tenant, {
    description: 'Removes the logo of the company, which `PUT /api/tenants/current/logo` sets.',
  })
  removeCompanyLogo(@Ctx('ctx') ctx: Context): Promise<TenantView> {
    return removeLogo(ctx)
  }

  @Mutation(() => Tenant, {
    description:
      'Archives a tenant: its users cannot sign in and nothing in it can be changed. No data is deleted. Only for global admins.',
  })
  archiveTenant(@Ctx('ctx') ctx: Context, @IdArg('Id of the tenant.') id: string): Promise<TenantView> {
    return archiveTenant(ctx, id)
  }

  @Mutation(() => Tenant, { description: 'Restores an archived tenant. Only for global admins.' })
  restoreTenant(@Ctx('ctx') ctx: Context, @IdArg('Id of the tenant.') id: string): Promise<TenantView> {
    return restoreTenant(ctx, id)
  }
}

@Resolver(() => TenantConnection)
export class TenantConnectionResolver {
  @FieldResolver(() => Int, { description: 'Total number of items on all pages.' })
  totalCount(@Ctx('ctx') ctx: Context): Promise<number> {
    return countTenants(ctx)
  }
}
