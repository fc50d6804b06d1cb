import type { Request, Response } from 'express'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { messages } from '../domain/messages.ts'
import { limitedText } from '../rest/parameters.ts'
import { setDeviceCookie } from '../rest/deviceCookie.ts'
import { defineRoute } from '../rest/routeDefinition.ts'
import { pagingParameters, toPageRequest } from '../rest/parameters.ts'
import { id, messageResponse, me, itemResponse, listResponse, time } from '../rest/shapes.ts'
import { confirmTotp, disableTotp, startTotp } from '../usecases/auth/totp.ts'
import { changePassword, login, logout, register } from '../usecases/auth/auth.ts'
import { readSignInOptions, requestPasswordReset, resetPassword } from '../usecases/auth/forgottenPassword.ts'
import type { SignInResult } from '../usecases/auth/startSession.ts'
import { confirmPassword } from '../usecases/auth/passwordConfirmation.ts'
import { countSessions, endOtherSessions, endSession, listSessions } from '../usecases/auth/ownSessions.ts'
import { setChecklistPutAway } from '../usecases/users/setupChecklist.ts'
import { readMe } from '../usecases/users/users.ts'

const code = limitedText('code')

const credentials = z
  .object({
    email: limitedText('email'),
    password: limitedText('password'),
    code: code
      .nullish()
      .describe('Code of the authenticator app, or a recovery code; required if the account has two factors.'),
  })
  .meta({ id: 'Credentials', example: { email: 'quinn@maple-demo.example', password: 'porchlight' } })

const newAccount = z
  .object({
    email: limitedText('email'),
    password: limitedText('password'),
    full_name: limitedText('full_name'),
    setup_code: limitedText('setup_code')
      .nullish()
      .describe('Code that the server printed when it started; required for the first global admin, unless it is off.'),
  })
  .meta({
    id: 'NewAccount',
    example: { email: 'sam@sample.example', password: 'a sample password', full_name: 'Sam Sample' },
  })

export const signedIn = z
  .object({
    access_token: z.string().describe('Session token, sent as `Authorization: Bearer …`.'),
    token_type: z.literal('bearer'),
    expires_at: time.describe('When the session expires: 24 hours from now.'),
    must_change_password: z.boolean(),
    user: me,
  })
  .meta({ id: 'SignedIn' })

const signInOptions = z
  .object({ mail: z.boolean().describe('Whether links to choose a new password are sent by mail.') })
  .meta({ id: 'SignInOptions', description: 'What somebody who cannot sign in needs to know of the server.' })
/** Lets the device keep its token, and returns the response of a sign-in. */
export async function sendSignedIn(
  ctx: Context,
  { accessToken, deviceToken, expiresAt, actor }: SignInResult,
  request: Request,
  response: Response,
) {
  setDeviceCookie(request, response, deviceToken, ctx.config.trustedProxies)
  const user = await readMe(ctx, actor)
  return { accessToken, tokenType: 'bearer' as const, expiresAt, mustChangePassword: user.mustChangePassword, user }
}

const session = z
  .object({
    id: id.describe('Id of the session. It is not secret.'),
    device: z.string().describe("Browser and system in words: 'Chrome on Windows'; 'Unknown device' for a program."),
    address: z
      .string()
      .nullable()
      .describe("Network of the last use without its last part: '192.0.2.x'; null if unknown."),
    created_at: time.describe('When the user signed in.'),
    last_used_at: time.describe('Last use, accurate to five minutes.'),
    expires_at: time.describe('When the session expires: 24 hours after the sign-in.'),
    current: z.boolean().describe('Whether this is the session of the request.'),
  })
  .meta({ id: 'Session', description: 'A device on which the user is signed in.' })

const sessionOnly = 'Requires a signed-in session: an API key fails with 403.'

const totpSetup = z
  .object({
    secret: z.string().describe('The secret in base32, to be typed.'),
    url: z.string().describe('The same as an `otpauth:` URL, to be shown as a QR code.'),
  })
  .meta({ id: 'TotpSetup', description: 'What an authenticator app needs. It cannot be read again.' })

const recoveryCodes = z
  .object({ recovery_codes: z.array(z.string()).describe('Ten codes, each of which works once.') })
  .meta({
    id: 'RecoveryCodes',
    description: 'Codes that replace one of the authenticator app. They cannot be read again.',
  })

export const authRoutes = [
  defineRoute('post', '/auth/login', {
    graphqlOperation: 'Mutation.login',
    access: 'public',
    summary: 'Sign in',
    description:
      'Signs in and creates a session that is valid for 24 hours. If the account has two factors, a request without `code` fails with 401 and `code_required: true`. The cookie `porchlight_device` of the response (over TLS `__Host-porchlight_device`) lets this device sign in while the account is locked for others; it authenticates nobody.',
    body: credentials,
    response: signedIn,
    errors: {
      401: 'The email address, the password or the code is wrong, or the account has two factors and `code` is missing: then `code_required` is true.',
      403: 'The account is pending or blocked, or its company is archived.',
      422: 'The email address or the password is missing.',
      429: 'Too many failed sign-ins for this account, from this network address or on this device.',
    },
    async handle(ctx, { body, request, response }) {
      return sendSignedIn(ctx, await login(ctx, body), request, response)
    },
  }),
  defineRoute('post', '/auth/register', {
    graphqlOperation: 'Mutation.register',
    access: 'public',
    summary: 'Create an account',
    description: 'The account stays pending until a global admin approves it.',
    body: newAccount,
    response: messageResponse,
    status: 201,
    errors: {
      409: 'An account with this email address exists.',
      422: 'A field is missing, the password is too short or too common, or the set-up code is wrong.',
      429: 'Too many registrations from this network address.',
    },
    async handle(ctx, { body: { full_name: fullName, setup_code: setupCode, ...body } }) {
      const { pending } = await register(ctx, { ...body, fullName, setupCode })
      return { message: pending ? messages.registered : messages.appointed }
    },
  }),
  defineRoute('get', '/auth/options', {
    graphqlOperation: 'Query.signInOptions',
    access: 'public',
    summary: 'Read what can be done without signing in',
    response: itemResponse(signInOptions),
    handle: async (ctx) => ({ data: readSignInOptions(ctx) }),
  }),
  defineRoute('post', '/auth/forgot-password', {
    graphqlOperation: 'Mutation.requestPasswordReset',
    access: 'public',
    summary: 'Ask for a link to choose a new password',
    description:
      'Sends the link to the address, if an account has it that may sign in. The answer is the same for every address. The link works once, for 30 minutes.',
    body: z
      .object({ email: limitedText('email') })
      .meta({ id: 'PasswordRequest', example: { email: 'quinn@maple-demo.example' } }),
    response: messageResponse,
    errors: { 422: 'The email address is missing or none.', 429: 'Too many requests from this network address.' },
    async handle(ctx, { body }) {
      await requestPasswordReset(ctx, body)
      return { message: messages.passwordResetRequested }
    },
  }),
  defineRoute('post', '/auth/reset-password', {
    graphqlOperation: 'Mutation.resetPassword',
    access: 'public',
    summary: 'Choose a new password with a link',
    description: 'Ends all sessions and other links of the account. Two factors stay on.',
    body: z
      .object({
        token: limitedText('token').describe('Token of the link: its last path segment.'),
        new_password: limitedText('new_password'),
      })
      .meta({
        id: 'PasswordChoice',
        example: { token: 'vY3kq0b5t8m2x7n1c4w6z9', new_password: 'another sample password' },
      }),
    response: messageResponse,
    errors: {
      404: 'There is no such link.',
      410: 'The link was used, has expired or was ended by another password.',
      422: 'The new password is too short or too common. The link can still be used.',
    },
    async handle(ctx, { body: { token, new_password: newPassword } }) {
      await resetPassword(ctx, { token, newPassword })
      return { message: messages.passwordChosen }
    },
  }),
  defineRoute('post', '/auth/logout', {
    graphqlOperation: 'Mutation.logout',
    access: 'session',
    summary: 'Sign out',
    description: 'Ends the current session.',
    response: messageResponse,
    async handle(ctx) {
      await logout(ctx)
      return { message: messages.loggedOut }
    },
  }),
  defineRoute('get', '/auth/me', {
    graphqlOperation: 'Query.me',
    access: 'session',
    summary: 'Read the signed-in user',
    response: itemResponse(me),
    handle: async (ctx) => ({ data: await readMe(ctx) }),
  }),
  defineRoute('put', '/auth/checklist', {
    graphqlOperation: 'Mutation.setChecklistPutAway',
    access: 'session',
    summary: 'Put your set-up checklist away',
    description: 'Hides the list of what a new company has left to set up on all your devices, or brings it back.',
    body: z
      .object({ put_away: z.boolean().describe('Whether the list is hidden.') })
      .meta({ id: 'ChecklistChanges', example: { put_away: true } }),
    response: itemResponse(me),
    handle: async (ctx, { body }) => ({ data: await setChecklistPutAway(ctx, { putAway: body.put_away }) }),
  }),
  defineRoute('post', '/auth/change-password', {
    graphqlOperation: 'Mutation.changePassword',
    access: 'session',
    summary: 'Change your password',
    description: 'Keeps the current session and ends all others.',
    body: z
      .object({
        new_password: limitedText('new_password'),
        current_password: limitedText('current_password')
          .nullish()
          .describe('Required, unless `must_change_password` is true for the caller.'),
      })
      .meta({
        id: 'PasswordChange',
        example: { new_password: 'another sample password', current_password: 'porchlight' },
      }),
    response: messageResponse,
    errors: {
      422: 'The new password is too short, too common or the one that must be changed, or the current one is missing or wrong.',
      429: 'Too many failed sign-ins, which wrong current passwords count as.',
    },
    async handle(ctx, { body }) {
      await changePassword(ctx, { newPassword: body.new_password, currentPassword: body.current_password })
      return { message: messages.passwordChanged }
    },
  }),
  defineRoute('get', '/auth/sessions', {
    graphqlOperation: 'Query.sessions',
    access: 'session',
    summary: 'List your sessions',
    description: `The devices on which you are signed in, newest sign-in first. ${sessionOnly}`,
    query: z.object(pagingParameters),
    response: listResponse(session),
    async handle(ctx, { query }) {
      const { items } = await listSessions(ctx, toPageRequest(query))
      return { data: items, total: await countSessions(ctx) }
    },
  }),
  defineRoute('delete', '/auth/sessions/:id', {
    graphqlOperation: 'Mutation.endSession',
    access: 'session',
    summary: 'End one of your sessions',
    description: `Open WebSockets of the session close within a second. ${sessionOnly}`,
    params: { id: 'Id of the session.' },
    response: messageResponse,
    async handle(ctx, { params }) {
      await endSession(ctx, params['id']!)
      return { message: messages.sessionEnded }
    },
  }),
  defineRoute('delete', '/auth/sessions', {
    graphqlOperation: 'Mutation.endOtherSessions',
    access: 'session',
    summary: 'End all of your other sessions',
    description: `Keeps the session of this request. ${sessionOnly}`,
    response: messageResponse,
    async handle(ctx) {
      await endOtherSessions(ctx)
      return { message: messages.otherSessionsEnded }
    },
  }),
  defineRoute('post', '/auth/totp', {
    graphqlOperation: 'Mutation.startTotp',
    access: 'session',
    summary: 'Start to set up two factors',
    description: `Returns the secret for an authenticator app. Nothing changes until it is confirmed. ${sessionOnly}`,
    response: itemResponse(totpSetup),
    errors: { 409: 'Two factors are on already.' },
    handle: async (ctx) => ({ data: await startTotp(ctx) }),
  }),
  defineRoute('post', '/auth/totp/confirm', {
    graphqlOperation: 'Mutation.confirmTotp',
    access: 'session',
    summary: 'Turn two factors on',
    description: `From now on a sign-in needs a code. ${sessionOnly}`,
    body: z
      .object({ code: code.describe('Code that the authenticator app shows now. It cannot be used again.') })
      .meta({ id: 'TotpConfirmation', example: { code: '123456' } }),
    response: itemResponse(recoveryCodes),
    errors: { 409: 'Two factors are on already, or were not started.', 422: 'The code is wrong.' },
    handle: async (ctx, { body }) => ({ data: { recoveryCodes: await confirmTotp(ctx, body.code) } }),
  }),
  defineRoute('post', '/auth/totp/disable', {
    graphqlOperation: 'Mutation.disableTotp',
    access: 'session',
    summary: 'Turn two factors off',
    description: `Recovery codes stop working too. ${sessionOnly}`,
    body: z
      .object({ password: z.string().max(4_096).describe('Your password.') })
      .meta({ id: 'TotpRemoval', example: { password: 'porchlight' } }),
    response: messageResponse,
    errors: {
      409: 'Two factors are off.',
      422: 'The password is missing or wrong.',
      429: 'Too many failed sign-ins, which wrong passwords count as.',
    },
    async handle(ctx, { body }) {
      await disableTotp(ctx, body.password)
      return { message: messages.twoFactorsDisabled }
    },
  }),
  defineRoute('post', '/auth/confirm-password', {
    graphqlOperation: 'Mutation.confirmPassword',
    access: 'session',
    summary: 'Confirm your password',
    description: `For 15 minutes, the session may do what fails with 403 and \`password_required: true\` otherwise, as after signing in: create an API key or a webhook, change the URL of one, export everything, change a role, set up, turn off or reset two factors, end other sessions. ${sessionOnly}`,
    body: z
      .object({
        password: z.string().max(4_096).describe('Your password.'),
        code: code
          .nullish()
          .describe('Code of the authenticator app, or a recovery code; required if the account has two factors.'),
      })
      .meta({ id: 'PasswordConfirmation', example: { password: 'porchlight' } }),
    response: messageResponse,
    errors: {
      422: 'The password or the code is missing or wrong.',
      429: 'Too many failed sign-ins, which wrong passwords and codes count as.',
    },
    async handle(ctx, { body }) {
      await confirmPassword(ctx, body)
      return { message: messages.passwordConfirmed }
    },
  }),
]
