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
} from '../usecases/tenants.ts'
import { CreateTenantInput, Tenant, TenantConnection, TenantStats, UpdateTenantInput } from '../schema/tenants.ts'
import { connectionOf } from './connections.ts'
import type { Request } from './request.ts'

@Resolver(() => Tenant)
export class TenantsResolver {
  @Query(() => TenantConnection, { description: 'Every tenant, newest first.' })
  async tenants(
    @Arg('first', () => Int, { nullable: true }) first: number | undefined,
    @Arg('after', () => String, { nullable: true }) after: string | undefined,
    @Ctx() { ctx }: Request,
  ) {
    return connectionOf(await listTenants(ctx, { limit: clampLimit(first), after }))
  }

  @Query(() => Tenant, { nullable: true, description: 'One tenant.' })
  tenant(@Arg('id', () => ID) id: string, @Ctx() { ctx }: Request): Promise<TenantView> {
    return readTenant(ctx, id)
  }

  @Query(() => Tenant, {
    nullable: true,
    description: 'The tenant one works in; null for a global admin who chose none.',
  })
  currentTenant(@Ctx() { ctx }: Request): Promise<TenantView | null> {
    return readCurrentTenant(ctx)
  }

  @Query(() => TenantStats, { description: 'What stands in a tenant; in the current one where no id is given.' })
  tenantStats(
    @Arg('id', () => ID, { nullable: true }) id: string | undefined,
    @Ctx() { ctx }: Request,
  ): Promise<TenantStats> {
    return readTenantStats(ctx, id)
  }

  @Mutation(() => Tenant)
  createTenant(
    @Arg('input', () => CreateTenantInput) input: CreateTenantInput,
    @Ctx() { ctx }: Request,
  ): Promise<TenantView> {
    return createTenant(ctx, input)
  }

  @Mutation(() => Tenant)
  updateTenant(
    @Arg('id', () => ID) id: string,
    @Arg('input', () => UpdateTenantInput) input: UpdateTenantInput,
    @Ctx() { ctx }: Request,
  ): Promise<TenantView> {
    return updateTenant(ctx, id, input)
  }
}

@Resolver(() => TenantConnection)
export class TenantConnectionResolver {
  @FieldResolver(() => Int, { description: 'How many there are in all pages.' })
  totalCount(@Ctx() { ctx }: Request): Promise<number> {
    return countTenants(ctx)
  }
}
