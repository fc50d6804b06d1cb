import { z } from 'zod'
import { messages } from '../domain/messages.ts'
import { etagOf, isNotModified } from '../rest/etags.ts'
import { limitedText, optionalText, pagingParameters, toPageRequest } from '../rest/parameters.ts'
import { presentTenantStats } from '../rest/presenters.ts'
import { defineRoute } from '../rest/routeDefinition.ts'
import { pagedListResponse } from '../rest/listQuery.ts'
import {
  quotaUsedUp,
  listResponse,
  itemResponse,
  messageAndItemResponse,
  tenant,
  tenantStats,
  user,
} from '../rest/shapes.ts'
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
} from '../usecases/tenants/tenants.ts'
import { logoTooLargeMessage, maxLogoBytes, readLogo, removeLogo, saveLogo } from '../usecases/tenants/logos.ts'
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
    allow_nearest_doors: z
      .boolean()
      .nullish()
      .describe('Whether a rep without a territory may take the nearest open doors for a day. Defaults to false.'),
    address: optionalText('address').describe('Where its office is, on one line. An empty text removes it.'),
  })
  .meta({
    id: 'TenantInput',
    example: { name: 'Sample Roofing', company_name: 'Sample Roofing LLC', time_zone: 'America/New_York' },
  })
  .transform(
    ({ name, company_name, time_zone, team_doors_visible, require_two_factors, allow_nearest_doors, address }) => ({
      name,
      companyName: company_name,
      timeZone: time_zone,
      teamDoorsVisible: team_doors_visible,
      requireTwoFactors: require_two_factors,
      allowNearestDoors: allow_nearest_doors,
      address,
    }),
  )

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
  defineRoute('put', '/tenants/current', {
    graphqlOperation: 'Mutation.updateCompany',
    access: 'tenant.changeSettings',
    summary: 'Change the current tenant',
    description: 'Omitted fields are unchanged.',
    body: tenantInput,
    response: itemResponse(tenant),
    errors: {
      409: 'A tenant with this name exists.',
      422: 'The name is empty, the time zone is unknown, or no tenant was chosen.',
    },
    handle: async (ctx, { body }) => ({ data: await updateCompany(ctx, body) }),
  }),
  defineRoute('put', '/tenants/current/logo', {
    operationId: 'saveLogo',
    access: 'tenant.changeSettings',
    summary: 'Set the logo of the current tenant',
    description: 'The image is stored as a PNG of at most 512 pixels on its longer side, without its metadata.',
    form: {
      file: 'A PNG, JPEG or SVG image of at most 512 kB. An SVG image refers to nothing outside itself and has no scripts.',
      fields: {},
      maxBytes: maxLogoBytes,
      missingMessage: 'Please select a logo',
      tooLargeMessage: logoTooLargeMessage,
    },
    response: itemResponse(tenant),
    errors: {
      413: 'The file is larger than 512 kB.',
      415: 'The file is not a PNG, JPEG or SVG image, or the content type of the body is not multipart/form-data.',
      422: 'The file is missing, damaged or not safe, has too many pixels, or no tenant was chosen.',
      429: quotaUsedUp,
    },
    handle: async (ctx, { upload }) => ({ data: await saveLogo(ctx, upload.content) }),
  }),
  defineRoute('delete', '/tenants/current/logo', {
    graphqlOperation: 'Mutation.removeCompanyLogo',
    access: 'tenant.changeSettings',
    summary: 'Remove the logo of the current tenant',
    response: itemResponse(tenant),
    errors: { 422: 'No tenant was chosen.' },
    handle: async (ctx) => ({ data: await removeLogo(ctx) }),
  }),
  defineRoute('get', '/tenants/:id/logo', {
    operationId: 'readLogo',
    access: 'public',
    summary: 'Read the logo of a tenant',
    description: 'Needs no session, because invitations and mails show it.',
    params,
    query: z.object({
      v: limitedText('v').optional().describe('Changes with the logo, so that a browser keeps each for a year.'),
    }),
    response: { files: { 'image/png': 'The logo, at most 512 pixels on its longer side.' } },
    errors: { 404: 'The tenant does not exist or has no logo.' },
    async handle(ctx, { params: { id }, query: { v }, request, response }) {
      const logo = await readLogo(ctx, id!)
      const etag = etagOf(logo)
      response.setHeader('Cache-Control', v ? 'public, max-age=31536000, immutable' : 'public, max-age=300')
      response.setHeader('ETag', etag)
      if (isNotModified(request, etag)) {
        response.status(304).end()
        return
      }
      response.setHeader('Content-Type', 'image/png')
      response.send(logo)
    },
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
    response: pagedListResponse(user),
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
