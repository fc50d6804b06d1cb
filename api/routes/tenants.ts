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
import { pageRequest, paging } from './body.ts'
import { route } from './handler.ts'
import { presentTenant, presentTenantStats } from './presenters.ts'
import { many, one, tenant, tenantStats, user } from './shapes.ts'
import { addUser, findUsers, newUser, userFilter } from './users.ts'

const given = z
  .object({
    name: z.string().max(1_000).nullish(),
    company_name: z.string().max(1_000).nullish().describe('The name that documents carry.'),
    time_zone: z.string().max(1_000).nullish().describe('IANA name: `America/Indiana/Indianapolis`.'),
  })
  .meta({
    id: 'TenantInput',
    example: { name: 'Sample Roofing', company_name: 'Sample Roofing LLC', time_zone: 'America/New_York' },
  })
  .transform(({ name, company_name, time_zone }) => ({ name, companyName: company_name, timeZone: time_zone }))

const params = { id: 'The id of the tenant.' }

export const tenantRoutes = [
  route({
    method: 'get',
    path: '/tenants',
    operationId: 'tenants',
    twin: 'Query.tenants',
    access: 'tenant.manage',
    summary: 'List tenants',
    description: 'Newest first.',
    query: z.object(paging),
    answer: many(tenant),
    async handle(ctx, { query }) {
      const { items } = await listTenants(ctx, pageRequest(query))
      return { data: items.map(presentTenant), total: await countTenants(ctx) }
    },
  }),
  route({
    method: 'post',
    path: '/tenants',
    operationId: 'createTenant',
    twin: 'Mutation.createTenant',
    access: 'tenant.manage',
    summary: 'Make a tenant',
    body: given,
    answer: one(tenant),
    status: 201,
    errors: { 409: 'A tenant has this name.', 422: 'The name is missing or the time zone is unknown.' },
    handle: async (ctx, { body }) => ({ data: presentTenant(await createTenant(ctx, body)) }),
  }),
  route({
    method: 'get',
    path: '/tenants/current',
    operationId: 'currentTenant',
    twin: 'Query.currentTenant',
    access: 'tenant.current',
    summary: 'Read your own tenant, or the chosen one',
    answer: z.object({ data: tenant.nullable().describe('Null for a global admin who chose none.') }),
    async handle(ctx) {
      const current = await readCurrentTenant(ctx)
      return { data: current && presentTenant(current) }
    },
  }),
  route({
    method: 'get',
    path: '/tenants/:id',
    operationId: 'tenant',
    twin: 'Query.tenant',
    access: 'tenant.read',
    summary: 'Read a tenant',
    params,
    answer: one(tenant),
    handle: async (ctx, { params: { id } }) => ({ data: presentTenant(await readTenant(ctx, id!)) }),
  }),
  route({
    method: 'put',
    path: '/tenants/:id',
    operationId: 'updateTenant',
    twin: 'Mutation.updateTenant',
    access: 'tenant.manage',
    summary: 'Change a tenant',
    description: 'What is left out stays as it is.',
    params,
    body: given,
    answer: one(tenant),
    errors: { 409: 'A tenant has this name.', 422: 'The name is empty or the time zone is unknown.' },
    handle: async (ctx, { params: { id }, body }) => ({ data: presentTenant(await updateTenant(ctx, id!, body)) }),
  }),
  route({
    method: 'get',
    path: '/tenants/:id/users',
    operationId: 'tenantUsers',
    access: 'tenant.read',
    summary: 'List the users of a tenant',
    params,
    query: userFilter,
    answer: many(user),
    async handle(ctx, { params: { id }, query }) {
      const { id: tenantId } = await readTenant(ctx, id!)
      return findUsers(ctx, { ...query, tenant_id: tenantId })
    },
  }),
  route({
    method: 'post',
    path: '/tenants/:id/users',
    operationId: 'createTenantUser',
    access: 'user.add',
    summary: 'Add a user to a tenant',
    params,
    body: newUser,
    answer: one(user),
    status: 201,
    errors: { 409: 'The address has an account.', 422: 'A field is missing or the password is too short.' },
    handle: (ctx, { params: { id }, body }) => addUser(ctx, { ...body, tenant_id: id }),
  }),
  route({
    method: 'get',
    path: '/tenants/:id/stats',
    operationId: 'tenantStats',
    twin: 'Query.tenantStats',
    access: 'tenant.readStats',
    summary: 'Count what a tenant has',
    params,
    answer: one(tenantStats),
    handle: async (ctx, { params: { id } }) => ({ data: presentTenantStats(await readTenantStats(ctx, id!)) }),
  }),
]
