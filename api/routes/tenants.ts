import type { Router } from 'express'
import { z } from 'zod'
import {
  countTenants,
  createTenant,
  listTenants,
  readCurrentTenant,
  readTenant,
  readTenantStats,
  updateTenant,
} from '../usecases/tenants.ts'
import { bodyOf, pageRequest, paging, pathPart, queryOf } from './body.ts'
import type { Serve } from './handler.ts'
import { presentTenant, presentTenantStats } from './presenters.ts'
import { answerNewUser, answerUsers } from './users.ts'

const tenant = z
  .object({
    name: z.string().max(1_000).nullish(),
    company_name: z.string().max(1_000).nullish(),
    time_zone: z.string().max(1_000).nullish(),
  })
  .transform(({ name, company_name, time_zone }) => ({ name, companyName: company_name, timeZone: time_zone }))

export function tenantRoutes(router: Router, serve: Serve): void {
  router.get(
    '/tenants',
    serve(async (ctx, request) => {
      const { items } = await listTenants(ctx, pageRequest(queryOf(request, z.object(paging))))
      return { data: items.map(presentTenant), total: await countTenants(ctx) }
    }),
  )
  router.post(
    '/tenants',
    serve(async (ctx, request) => ({ data: presentTenant(await createTenant(ctx, bodyOf(request, tenant))) }), 201),
  )
  router.get(
    '/tenants/current',
    serve(async (ctx) => {
      const current = await readCurrentTenant(ctx)
      return { data: current && presentTenant(current) }
    }),
  )
  router.get(
    '/tenants/:id',
    serve(async (ctx, request) => ({ data: presentTenant(await readTenant(ctx, pathPart(request, 'id'))) })),
  )
  router.put(
    '/tenants/:id',
    serve(async (ctx, request) => ({
      data: presentTenant(await updateTenant(ctx, pathPart(request, 'id'), bodyOf(request, tenant))),
    })),
  )
  router.get(
    '/tenants/:id/users',
    serve(async (ctx, request) => {
      const { id } = await readTenant(ctx, pathPart(request, 'id'))
      return answerUsers(ctx, request, id)
    }),
  )
  router.post(
    '/tenants/:id/users',
    serve((ctx, request) => answerNewUser(ctx, request, pathPart(request, 'id')), 201),
  )
  router.get(
    '/tenants/:id/stats',
    serve(async (ctx, request) => ({ data: presentTenantStats(await readTenantStats(ctx, pathPart(request, 'id'))) })),
  )
}
