import type { Request, Router } from 'express'
import { z } from 'zod'
import { Refused } from '../domain/errors.ts'
import { messages } from '../domain/messages.ts'
import { accountStatuses, roles } from '../domain/words.ts'
import { emailKey } from '../domain/accounts.ts'
import { countUsers, listUsers, readUser } from '../usecases/users.ts'
import {
  approveUser,
  createUser,
  deleteUser,
  resetUserPassword,
  setUserBlocked,
  updateUser,
} from '../usecases/userChanges.ts'
import type { Context } from '../context.ts'
import { bodyOf, pageRequest, paging, pathPart, queryOf } from './body.ts'
import type { Serve } from './handler.ts'
import { presentUser } from './presenters.ts'

const role = z.enum(roles)
const yesOrNo = z.enum(['true', 'false', '1', '0']).transform((value) => value === 'true' || value === '1')

const filter = z.object({
  ...paging,
  tenant_id: z.string().optional(),
  role: role.optional(),
  status: z.enum(accountStatuses).optional(),
  is_active: yesOrNo.optional(),
})

const newUser = z.object({
  email: z.string().max(320),
  password: z.string().max(4_096),
  full_name: z.string().max(1_000),
  role,
  tenant_id: z.string().nullish(),
  phone: z.string().max(1_000).nullish(),
})

const change = newUser.partial().extend({ password: z.string().max(4_096).nullish(), is_active: z.boolean().nullish() })

/** The accounts that the query asks for; of `tenantId` where the path names one. */
export async function answerUsers(ctx: Context, request: Request, tenantId?: string) {
  const { limit, offset, ...query } = queryOf(request, filter)
  const wanted = {
    tenantId: tenantId ?? query.tenant_id,
    role: query.role,
    status: query.status,
    active: query.is_active,
  }
  const { items } = await listUsers(ctx, wanted, pageRequest({ limit, offset }))
  return { data: items.map(presentUser), total: await countUsers(ctx, wanted) }
}

/** The account that the body describes, made; in `tenantId` where the path names one. */
export async function answerNewUser(ctx: Context, request: Request, tenantId?: string) {
  const { full_name: fullName, tenant_id, ...body } = bodyOf(request, newUser)
  return { data: presentUser(await createUser(ctx, { ...body, fullName, tenantId: tenantId ?? tenant_id })) }
}

export function userRoutes(router: Router, serve: Serve): void {
  router.get(
    '/users',
    serve((ctx, request) => answerUsers(ctx, request)),
  )
  router.post(
    '/users',
    serve((ctx, request) => answerNewUser(ctx, request), 201),
  )
  router.get(
    '/users/:id',
    serve(async (ctx, request) => ({ data: presentUser(await readUser(ctx, pathPart(request, 'id'))) })),
  )
  router.put(
    '/users/:id',
    serve(async (ctx, request) => {
      const id = pathPart(request, 'id')
      const { email, full_name: fullName, tenant_id: tenantId, is_active: active, ...body } = bodyOf(request, change)
      if (email !== undefined) await refuseAnotherEmail(ctx, id, email)
      return { data: presentUser(await updateUser(ctx, id, { ...body, fullName, tenantId, active })) }
    }),
  )
  router.delete(
    '/users/:id',
    serve(async (ctx, request) => {
      await deleteUser(ctx, pathPart(request, 'id'))
      return { message: messages.userDeleted }
    }),
  )
  router.post(
    '/users/:id/approve',
    serve(async (ctx, request) => {
      const { tenant_id: tenantId, role: given } = bodyOf(request, z.object({ tenant_id: z.string(), role }))
      return { data: presentUser(await approveUser(ctx, pathPart(request, 'id'), { tenantId, role: given })) }
    }),
  )
  router.put(
    '/users/:id/block',
    serve(async (ctx, request) => {
      const { blocked } = z.object({ blocked: z.boolean().nullish() }).parse(request.body ?? {})
      const user = await setUserBlocked(ctx, pathPart(request, 'id'), blocked ?? null)
      const message = user.status === 'blocked' ? messages.userBlocked : messages.userUnblocked
      return { message, data: presentUser(user) }
    }),
  )
  router.post(
    '/users/:id/reset-password',
    serve(async (ctx, request) => {
      const password = z.object({ new_password: z.string().max(4_096).default('') })
      const { new_password } = password.parse({ ...request.query, ...(request.body as object | undefined) })
      await resetUserPassword(ctx, pathPart(request, 'id'), new_password)
      return { message: messages.passwordReset }
    }),
  )
}

/** Clients send the whole form back; its e-mail address is not editable (spec §5). */
async function refuseAnotherEmail(ctx: Context, id: string, email: string): Promise<void> {
  const user = await readUser(ctx, id)
  const message = 'The email address of an account cannot be changed.'
  if (emailKey(user.email) !== emailKey(email)) throw new Refused(message, { email: message })
}
