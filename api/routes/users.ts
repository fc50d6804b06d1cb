import { z } from 'zod'
import type { Context } from '../context.ts'
import { normalizeEmail } from '../domain/auth/accounts.ts'
import { roles, userOrderFields } from '../domain/enums.ts'
import { Refused } from '../domain/errors.ts'
import { messages } from '../domain/messages.ts'
import { idText, limitedText, optionalText, toPageRequest } from '../rest/parameters.ts'
import { presentUser } from '../rest/presenters.ts'
import { listQuery, pagedListResponse, toPagedList } from '../rest/listQuery.ts'
import { defineRoute } from '../rest/routeDefinition.ts'
import { messageResponse, messageAndItemResponse, itemResponse, time, user } from '../rest/shapes.ts'
import {
  approveUser,
  createUser,
  deleteUser,
  resetTwoFactors,
  resetUserPassword,
  setUserBlocked,
  updateUser,
} from '../usecases/users/userChanges.ts'
import { createPasswordLink } from '../usecases/users/passwordLinks.ts'
import { countUsers, listUsers, readUser } from '../usecases/users/users.ts'
import { userFilters } from '../usecases/users/userFilters.ts'

const role = z.enum(roles)

export const userQuery = listQuery(userFilters, userOrderFields)

export const newUser = z
  .object({
    email: limitedText('email'),
    password: limitedText('password').describe('Initial password; the user must change it at the first sign-in.'),
    full_name: limitedText('full_name'),
    role,
    tenant_id: idText
      .nullish()
      .describe(
        "Tenant of the account. Defaults to the caller's tenant or the chosen tenant; set to null for a global admin.",
      ),
    phone: optionalText('phone'),
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
    password: optionalText('password').describe('New password; a blank value is ignored.'),
    is_active: z.boolean().nullish().describe('`true` to approve or unblock the account, `false` to block it.'),
  })
  .meta({ id: 'UserChange', description: 'Omitted fields are unchanged.', example: { phone: '(555) 0100-102' } })

/** Returns a page of the users that match a query, and of the tenant if it is given. */
export async function listUsersPage(ctx: Context, query: z.output<typeof userQuery.parameters>, tenantId?: string) {
  const { filter: given, order } = userQuery.select(query)
  const filter = tenantId ? { ...given, tenantId } : given
  const page = await listUsers(ctx, filter, toPageRequest(query), order)
  return toPagedList(page, presentUser, await countUsers(ctx, filter))
}

/** Creates a user from a request body. */
export async function addUser(
  ctx: Context,
  { full_name: fullName, tenant_id: tenantId, ...body }: z.output<typeof newUser>,
) {
  return { data: presentUser(await createUser(ctx, { ...body, fullName, tenantId })) }
}

const passwordLink = z
  .object({
    url: z.string().describe('The link, whose last path segment is its token. It cannot be read again.'),
    expires_at: time.describe('When it ends, if it was not used before: 30 minutes from now.'),
  })
  .meta({ id: 'PasswordLink', description: 'A link with which a person chooses a password.' })

const params = { id: 'Id of the user.' }

export const userRoutes = [
  defineRoute('get', '/users', {
    graphqlOperation: 'Query.users',
    access: 'user.list',
    summary: 'List users',
    description: 'By default newest first.',
    query: userQuery.parameters,
    response: pagedListResponse(user),
    handle: (ctx, { query }) => listUsersPage(ctx, query),
  }),
  defineRoute('post', '/users', {
    graphqlOperation: 'Mutation.createUser',
    access: 'user.add',
    summary: 'Add a user',
    body: newUser,
    response: itemResponse(user),
    status: 201,
    errors: {
      404: 'The tenant does not exist.',
      409: 'An account with this email address exists.',
      422: 'A field is missing or the password is too short.',
    },
    handle: (ctx, { body }) => addUser(ctx, body),
  }),
  defineRoute('get', '/users/:id', {
    graphqlOperation: 'Query.user',
    access: 'user.list',
    summary: 'Read a user',
    params,
    response: itemResponse(user),
    handle: async (ctx, { params: { id } }) => ({ data: presentUser(await readUser(ctx, id!)) }),
  }),
  defineRoute('put', '/users/:id', {
    graphqlOperation: 'Mutation.updateUser',
    access: 'user.manage',
    summary: 'Change a user',
    description:
      'Users cannot change their own account. The email address cannot be changed, but sending the current one is accepted.',
    params,
    body: userChange,
    response: itemResponse(user),
    errors: { 422: 'The email address differs, a field is invalid, or no active global admin would remain.' },
    async handle(ctx, { params: { id }, body: changes }) {
      const { email, full_name: fullName, tenant_id: tenantId, is_active: active, ...body } = changes
      if (email !== undefined) await assertSameEmail(ctx, id!, email)
      return { data: presentUser(await updateUser(ctx, id!, { ...body, fullName, tenantId, active })) }
    },
  }),
  defineRoute('delete', '/users/:id', {
    graphqlOperation: 'Mutation.deleteUser',
    access: 'user.manage',
    summary: 'Delete a user',
    description: "Users cannot delete their own account. The user's events stay in the activity log under their name.",
    params,
    response: messageResponse,
    errors: { 422: 'No active global admin would remain.' },
    async handle(ctx, { params: { id } }) {
      await deleteUser(ctx, id!)
      return { message: messages.userDeleted }
    },
  }),
  defineRoute('post', '/users/:id/approve', {
    graphqlOperation: 'Mutation.approveUser',
    access: 'user.manage',
    summary: 'Approve a pending account',
    description: 'Sets the tenant and the role of the account.',
    params,
    body: z
      .object({ tenant_id: idText, role })
      .meta({ id: 'Approval', example: { tenant_id: '0198c7a0-0000-7000-8000-000000000002', role: 'sales_rep' } }),
    response: itemResponse(user),
    errors: { 409: 'The account is not pending.', 422: 'The role cannot be assigned.' },
    async handle(ctx, { params: { id }, body: { tenant_id: tenantId, role: assignedRole } }) {
      return { data: presentUser(await approveUser(ctx, id!, { tenantId, role: assignedRole })) }
    },
  }),
  defineRoute('put', '/users/:id/block', {
    graphqlOperation: 'Mutation.setUserBlocked',
    access: 'user.manage',
    summary: 'Block or unblock a user',
    description:
      'Without a body, toggles the status. The sessions of a blocked user end within a second. Users cannot block themselves.',
    params,
    body: z.object({ blocked: z.boolean().nullish() }).optional(),
    response: messageAndItemResponse(user),
    errors: { 422: 'No active global admin would remain.' },
    async handle(ctx, { params: { id }, body }) {
      const changed = await setUserBlocked(ctx, id!, body?.blocked ?? null)
      const message = changed.status === 'blocked' ? messages.userBlocked : messages.userUnblocked
      return { message, data: presentUser(changed) }
    },
  }),
  defineRoute('post', '/users/:id/reset-password', {
    graphqlOperation: 'Mutation.resetUserPassword',
    access: 'user.manage',
    summary: 'Reset the password of a user',
    description:
      'The password can be sent in the query, but should be sent in the body. The user must change it at the next sign-in.',
    params,
    query: z.object({ new_password: limitedText('new_password').optional() }),
    body: z
      .object({ new_password: limitedText('new_password').optional() })
      .meta({ id: 'PasswordReset', example: { new_password: 'a sample password' } })
      .optional(),
    response: messageResponse,
    errors: { 422: 'The password is too short or too common.' },
    async handle(ctx, { params: { id }, query, body }) {
      await resetUserPassword(ctx, id!, body?.new_password ?? query.new_password ?? '')
      return { message: messages.passwordReset }
    },
  }),
  defineRoute('post', '/users/:id/password-link', {
    graphqlOperation: 'Mutation.createPasswordLink',
    access: 'user.linkPassword',
    summary: 'Make a link to choose a password',
    description:
      'For a person whose role is below yours, to be passed on. It works once, for 30 minutes; then all sessions of the account end.',
    params,
    response: itemResponse(passwordLink),
    status: 201,
    errors: { 409: 'The account is pending or blocked.', 429: 'The account has got five links in the last hour.' },
    handle: async (ctx, { params: { id } }) => ({ data: await createPasswordLink(ctx, id!) }),
  }),
  defineRoute('post', '/users/:id/reset-two-factors', {
    graphqlOperation: 'Mutation.resetUserTwoFactors',
    access: 'user.manage',
    summary: 'Turn two factors off for a user',
    description: 'For a user who has lost their phone and recovery codes. Ends all sessions of the account.',
    params,
    response: messageResponse,
    errors: { 409: 'Two factors are off for this account.' },
    async handle(ctx, { params: { id } }) {
      await resetTwoFactors(ctx, id!)
      return { message: messages.twoFactorsReset }
    },
  }),
]

/** Clients send the whole form, including the email address, which cannot be changed (spec §5). */
async function assertSameEmail(ctx: Context, id: string, email: string): Promise<void> {
  const found = await readUser(ctx, id)
  const message = 'The email address of an account cannot be changed.'
  if (normalizeEmail(found.email) !== normalizeEmail(email)) throw new Refused(message, { email: message })
}
