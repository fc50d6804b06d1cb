import { z } from 'zod'
import type { Context } from '../context.ts'
import { normalizeEmail } from '../domain/accounts.ts'
import { Refused } from '../domain/errors.ts'
import { messages } from '../domain/messages.ts'
import { accountStatuses, roles } from '../domain/enums.ts'
import {
  approveUser,
  createUser,
  deleteUser,
  resetUserPassword,
  setUserBlocked,
  updateUser,
} from '../usecases/users/userChanges.ts'
import { countUsers, listUsers, readUser } from '../usecases/users/users.ts'
import { toPageRequest, pagingParameters } from '../rest/parameters.ts'
import { defineRoute } from '../rest/routeDefinition.ts'
import { presentUser } from '../rest/presenters.ts'
import { messageResponse, messageAndItemResponse, listResponse, itemResponse, user } from '../rest/shapes.ts'

const role = z.enum(roles)
const booleanText = z.enum(['true', 'false', '1', '0']).transform((value) => value === 'true' || value === '1')

export const userFilter = z.object({
  ...pagingParameters,
  tenant_id: z.string().optional().describe('For a global admin: of this tenant.'),
  role: role.optional(),
  status: z.enum(accountStatuses).optional(),
  is_active: booleanText.optional().describe('`false` for the blocked and those who wait for approval.'),
})

export const newUser = z
  .object({
    email: z.string().max(320),
    password: z.string().max(4_096).describe('Has to be changed at the first sign-in.'),
    full_name: z.string().max(1_000),
    role,
    tenant_id: z
      .string()
      .nullish()
      .describe('Your own tenant, or the chosen one, when it is left out; null is none, for a global admin.'),
    phone: z.string().max(1_000).nullish(),
  })
  .meta({
    id: 'NewUser',
    example: {
      email: 'sam@sample.example',
      password: 'a sample password',
      full_name: 'Sam Sample',
      role: 'sales_rep',
      phone: '(555) 0100-101',
    },
  })

const userChange = newUser
  .partial()
  .extend({
    password: z.string().max(4_096).nullish().describe('A blank one is passed over.'),
    is_active: z.boolean().nullish().describe('`true` approves and unblocks, `false` blocks.'),
  })
  .meta({ id: 'UserChange', description: 'Omitted fields are unchanged.', example: { phone: '(555) 0100-102' } })

/** The accounts that a query asks for. */
export async function listUsersPage(ctx: Context, { limit, offset, ...query }: z.output<typeof userFilter>) {
  const { tenant_id: tenantId, role: given, status, is_active: active } = query
  const wanted = { tenantId, role: given, status, active }
  const { items } = await listUsers(ctx, wanted, toPageRequest({ limit, offset }))
  return { data: items.map(presentUser), total: await countUsers(ctx, wanted) }
}

/** The account that a body describes, made. */
export async function addUser(
  ctx: Context,
  { full_name: fullName, tenant_id: tenantId, ...body }: z.output<typeof newUser>,
) {
  return { data: presentUser(await createUser(ctx, { ...body, fullName, tenantId })) }
}

const params = { id: 'The id of the user.' }

export const userRoutes = [
  defineRoute({
    method: 'get',
    path: '/users',
    operationId: 'users',
    graphqlOperation: 'Query.users',
    access: 'user.list',
    summary: 'List users',
    description: 'Newest first.',
    query: userFilter,
    response: listResponse(user),
    handle: (ctx, { query }) => listUsersPage(ctx, query),
  }),
  defineRoute({
    method: 'post',
    path: '/users',
    operationId: 'createUser',
    graphqlOperation: 'Mutation.createUser',
    access: 'user.add',
    summary: 'Add a user',
    body: newUser,
    response: itemResponse(user),
    status: 201,
    errors: {
      404: 'The tenant is unknown.',
      409: 'The address has an account.',
      422: 'A field is missing or the password is too short.',
    },
    handle: (ctx, { body }) => addUser(ctx, body),
  }),
  defineRoute({
    method: 'get',
    path: '/users/:id',
    operationId: 'user',
    graphqlOperation: 'Query.user',
    access: 'user.list',
    summary: 'Read a user',
    params,
    response: itemResponse(user),
    handle: async (ctx, { params: { id } }) => ({ data: presentUser(await readUser(ctx, id!)) }),
  }),
  defineRoute({
    method: 'put',
    path: '/users/:id',
    operationId: 'updateUser',
    graphqlOperation: 'Mutation.updateUser',
    access: 'user.manage',
    summary: 'Change a user',
    description: 'Never yourself. The e-mail address cannot be changed; the same one may be sent back.',
    params,
    body: userChange,
    response: itemResponse(user),
    errors: {
      422: 'Another e-mail address, a field that a rule refuses, or the last active global admin would be gone.',
    },
    async handle(ctx, { params: { id }, body: given }) {
      const { email, full_name: fullName, tenant_id: tenantId, is_active: active, ...body } = given
      if (email !== undefined) await assertSameEmail(ctx, id!, email)
      return { data: presentUser(await updateUser(ctx, id!, { ...body, fullName, tenantId, active })) }
    },
  }),
  defineRoute({
    method: 'delete',
    path: '/users/:id',
    operationId: 'deleteUser',
    graphqlOperation: 'Mutation.deleteUser',
    access: 'user.manage',
    summary: 'Delete a user',
    description: 'Never yourself. What they did stays in the log, under their name.',
    params,
    response: messageResponse,
    errors: { 422: 'The last active global admin would be gone.' },
    async handle(ctx, { params: { id } }) {
      await deleteUser(ctx, id!)
      return { message: messages.userDeleted }
    },
  }),
  defineRoute({
    method: 'post',
    path: '/users/:id/approve',
    operationId: 'approveUser',
    graphqlOperation: 'Mutation.approveUser',
    access: 'user.manage',
    summary: 'Approve an account that waits',
    description: 'Gives it its tenant and its role.',
    params,
    body: z
      .object({ tenant_id: z.string(), role })
      .meta({ id: 'Approval', example: { tenant_id: '0198c7a0-0000-7000-8000-000000000002', role: 'sales_rep' } }),
    response: itemResponse(user),
    errors: { 409: 'The account does not wait for approval.', 422: 'The role cannot be given.' },
    async handle(ctx, { params: { id }, body: { tenant_id: tenantId, role: given } }) {
      return { data: presentUser(await approveUser(ctx, id!, { tenantId, role: given })) }
    },
  }),
  defineRoute({
    method: 'put',
    path: '/users/:id/block',
    operationId: 'setUserBlocked',
    graphqlOperation: 'Mutation.setUserBlocked',
    access: 'user.manage',
    summary: 'Block or unblock a user',
    description: 'Without a body it toggles. The sessions of a blocked user end within a second. Never yourself.',
    params,
    body: z.object({ blocked: z.boolean().nullish() }).optional(),
    response: messageAndItemResponse(user),
    errors: { 422: 'The last active global admin would be gone.' },
    async handle(ctx, { params: { id }, body }) {
      const changed = await setUserBlocked(ctx, id!, body?.blocked ?? null)
      const message = changed.status === 'blocked' ? messages.userBlocked : messages.userUnblocked
      return { message, data: presentUser(changed) }
    },
  }),
  defineRoute({
    method: 'post',
    path: '/users/:id/reset-password',
    operationId: 'resetUserPassword',
    graphqlOperation: 'Mutation.resetUserPassword',
    access: 'user.manage',
    summary: 'Give a user another password',
    description: 'In the query or, better, in the body. It has to be changed at the next sign-in.',
    params,
    query: z.object({ new_password: z.string().max(4_096).optional() }),
    body: z
      .object({ new_password: z.string().max(4_096).optional() })
      .meta({ id: 'PasswordReset', example: { new_password: 'a sample password' } })
      .optional(),
    response: messageResponse,
    errors: { 422: 'The password is too short.' },
    async handle(ctx, { params: { id }, query, body }) {
      await resetUserPassword(ctx, id!, body?.new_password ?? query.new_password ?? '')
      return { message: messages.passwordReset }
    },
  }),
]

/** Clients send the whole form back; its e-mail address is not editable (spec §5). */
async function assertSameEmail(ctx: Context, id: string, email: string): Promise<void> {
  const found = await readUser(ctx, id)
  const message = 'The email address of an account cannot be changed.'
  if (normalizeEmail(found.email) !== normalizeEmail(email)) throw new Refused(message, { email: message })
}
