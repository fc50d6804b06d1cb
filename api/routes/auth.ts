import type { Router } from 'express'
import { z } from 'zod'
import { messages } from '../domain/messages.ts'
import { changePassword, login, logout, register } from '../usecases/auth.ts'
import { readMe } from '../usecases/users.ts'
import { bodyOf } from './body.ts'
import type { Serve } from './handler.ts'
import { presentMe } from './presenters.ts'

const credentials = z.object({ email: z.string().max(320), password: z.string().max(4_096) })

export function authRoutes(router: Router, serve: Serve): void {
  router.post(
    '/auth/login',
    serve(async (ctx, request) => {
      const { accessToken, expiresAt, actor } = await login(ctx, bodyOf(request, credentials))
      const me = await readMe(ctx, actor)
      return {
        access_token: accessToken,
        token_type: 'bearer',
        expires_at: expiresAt,
        must_change_password: me.mustChangePassword,
        user: presentMe(me),
      }
    }),
  )
  router.post(
    '/auth/register',
    serve(async (ctx, request) => {
      const body = bodyOf(request, credentials.extend({ full_name: z.string().max(200) }))
      const { pending } = await register(ctx, { ...body, fullName: body.full_name })
      return { message: pending ? messages.registered : messages.appointed }
    }, 201),
  )
  router.post(
    '/auth/logout',
    serve(async (ctx) => {
      await logout(ctx)
      return { message: messages.loggedOut }
    }),
  )
  router.get(
    '/auth/me',
    serve(async (ctx) => ({ data: presentMe(await readMe(ctx)) })),
  )
  router.post(
    '/auth/change-password',
    serve(async (ctx, request) => {
      const { new_password } = bodyOf(request, z.object({ new_password: z.string().max(4_096) }))
      await changePassword(ctx, { newPassword: new_password })
      return { message: messages.passwordChanged }
    }),
  )
}
