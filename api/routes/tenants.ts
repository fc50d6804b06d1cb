import { z } from 'zod'
import { messages } from '../domain/messages.ts'
import { limitedText, optionalText, pagingParameters, toPageRequest } from '../rest/parameters.ts'
import { presentTenantStats } from '../rest/presenters.ts'
import { defineRoute } from '../rest/routeDefinition.ts'
import { listResponse, itemResponse, messageAndItemResponse, tenant, tenantStats, user } from '../rest/shapes.ts'
import {
  archiveTenant,
  countTenants,
  createTenant,
  listTenants,
  readCurrentTenant,
  readTenant,
  readTenantStats,
  restoreTenant,
  updateTenant,
} from '../usecases/tenants/tenants.ts'
import { addUser, listUsersPage, newUser, userQuery } from './users.ts'

const tenantInput = z
  .object({
    name: optionalText('name'),
    company_name: optionalText('company_name').describe('Full company name, printed on letters.'),
    time_zone: limitedText('time_zone')
      .nullish()
      .describe('IANA name of the time zone, such as `America/Indiana/Indianapolis`.'),
    team_doors_visible: z
      .boolean()
      .nullish()
      .describe('Whether reps see the properties of their colleagues on the map. Defaults to true.'),
    require_two_factors: z
      .boolean()
      .nullish()
      .describe('Whether its users must sign in with two factors. Defaults to false.'),
  })
  .meta({
    id: 'TenantInput',
    example: { name: 'Sample Roofing', company_name: 'Sample Roofing LLC', time_zone: 'America/New_York' },
  })
  .transform(({ name, company_name, time_zone, team_doors_visible, require_two_factors }) => ({
    name,
    companyName: company_name,
    timeZone: time_zone,
    teamDoorsVisible: team_doors_visible,
    requireTwoFactors: require_two_factors,
  }))

const params = { id: 'Id of the tenant.' }

export const tenantRoutes = [
  defineRoute('get', '/tenants', {
    graphqlOperation: 'Query.tenants',
    access: 'tenant.manage',
    summary: 'List tenants',
    description: 'Newest first.',
    query: z.object(pagingParameters),
    response: listResponse(tenant),
    async handle(ctx, { query }) {
      const { items } = await listTenants(ctx, toPageRequest(query))
      return { data: items, total: await countTenants(ctx) }
    },
  }),
  defineRoute('post', '/tenants', {
    graphqlOperation: 'Mutation.createTenant',
    access: 'tenant.manage',
    summary: 'Create a tenant',
    body: tenantInput,
    response: itemResponse(tenant),
    status: 201,
    errors: { 409: 'A tenant with this name exists.', 422: 'The name is missing or the time zone is unknown.' },
    handle: async (ctx, { body }) => ({ data: await createTenant(ctx, body) }),
  }),
  defineRoute('get', '/tenants/current', {
    graphqlOperation: 'Query.currentTenant',
    access: 'tenant.current',
    summary: 'Read the current tenant',
    response: z.object({ data: tenant.nullable().describe('Null for a global admin who has not chosen a tenant.') }),
    handle: async (ctx) => ({ data: await readCurrentTenant(ctx) }),
  }),
  defineRoute('get', '/tenants/:id', {
    graphqlOperation: 'Query.tenant',
    access: 'tenant.read',
    summary: 'Read a tenant',
    params,
    response: itemResponse(tenant),
    handle: async (ctx, { params: { id } }) => ({ data: await readTenant(ctx, id!) }),
  }),
  defineRoute('put', '/tenants/:id', {
    graphqlOperation: 'Mutation.updateTenant',
    access: 'tenant.changeSettings',
    summary: 'Change a tenant',
    description: 'Omitted fields are unchanged. An owner may change the own tenant, a global admin any.',
    params,
    body: tenantInput,
    response: itemResponse(tenant),
    errors: { 409: 'A tenant with this name exists.', 422: 'The name is empty or the time zone is unknown.' },
    handle: async (ctx, { params: { id }, body }) => ({ data: await updateTenant(ctx, id!, body) }),
  }),
  defineRoute('post', '/tenants/:id/archive', {
    graphqlOperation: 'Mutation.archiveTenant',
    access: 'tenant.manage',
    summary: 'Archive a tenant',
    description:
      'Its users cannot sign in, their sessions end, their API keys stop working, and changes in it are refused. No data is deleted.',
    params,
    response: messageAndItemResponse(tenant),
    handle: async (ctx, { params: { id } }) => ({
      message: messages.tenantArchived,
      data: await archiveTenant(ctx, id!),
    }),
  }),
  defineRoute('post', '/tenants/:id/restore', {
    graphqlOperation: 'Mutation.restoreTenant',
    access: 'tenant.manage',
    summary: 'Restore an archived tenant',
    description: 'Its users can sign in again, and their API keys work again.',
    params,
    response: messageAndItemResponse(tenant),
    handle: async (ctx, { params: { id } }) => ({
      message: messages.tenantRestored,
      data: await restoreTenant(ctx, id!),
    }),
  }),
  defineRoute('get', '/tenants/:id/users', {
    operationId: 'tenantUsers',
    access: 'tenant.read',
    summary: 'List the users of a tenant',
    params,
    query: userQuery.parameters,
    response: listResponse(user),
    async handle(ctx, { params: { id }, query }) {
      const { id: tenantId } = await readTenant(ctx, id!)
      return listUsersPage(ctx, query, tenantId)
    },
  }),
  defineRoute('post', '/tenants/:id/users', {
    operationId: 'createTenantUser',
    access: 'user.add',
    summary: 'Add a user to a tenant',
    params,
    body: newUser,
    response: itemResponse(user),
    status: 201,
    errors: {
      409: 'An account with this email address exists.',
      422: 'A field is missing or the password is too short.',
    },
    handle: (ctx, { params: { id }, body }) => addUser(ctx, { ...body, tenant_id: id }),
  }),
  defineRoute('get', '/tenants/:id/stats', {
    graphqlOperation: 'Query.tenantStats',
    access: 'tenant.readStats',
    summary: 'Count the records of a tenant',
    params,
    response: itemResponse(tenantStats),
    handle: async (ctx, { params: { id } }) => ({ data: presentTenantStats(await readTenantStats(ctx, id!)) }),
  }),
]
