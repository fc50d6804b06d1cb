import type { ServerResponse } from 'node:http'
import { Arg, Args, Ctx, FieldResolver, Int, Mutation, Query, Resolver } from 'type-graphql'
import type { Context } from '../context.ts'
import { messages } from '../domain/messages.ts'
import { clampLimit } from '../domain/paging.ts'
import { toConnection } from '../graphql/connections.ts'
import { setDeviceCookie } from '../rest/deviceCookie.ts'
import { LoginResult, Me, RecoveryCodes, SessionConnection, SignInOptions, TotpSetup } from '../schema/auth.ts'
import { IdArg, MessageResult, nullable, PageArgs } from '../schema/common.ts'
import { confirmTotp, disableTotp, startTotp } from '../usecases/auth/totp.ts'
import { changePassword, login, logout, register } from '../usecases/auth/auth.ts'
import { readSignInOptions, requestPasswordReset, resetPassword } from '../usecases/auth/forgottenPassword.ts'
import type { SignInResult } from '../usecases/auth/startSession.ts'
import { confirmPassword } from '../usecases/auth/passwordConfirmation.ts'
import { countSessions, endOtherSessions, endSession, listSessions } from '../usecases/auth/ownSessions.ts'
import { setChecklistPutAway } from '../usecases/users/setupChecklist.ts'
import { readMe } from '../usecases/users/users.ts'

const sessionOnly = 'Requires a signed-in session: an API key fails with FORBIDDEN.'

/** Lets the device keep its token, and returns the result of a sign-in. */
export async function toLoginResult(
  ctx: Context,
  { accessToken, deviceToken, expiresAt, actor }: SignInResult,
  response: ServerResponse | undefined,
): Promise<LoginResult> {
  if (response) setDeviceCookie(response.req, response, deviceToken, ctx.config.trustedProxies)
  const user = await readMe(ctx, actor)
  return { accessToken, tokenType: 'bearer', expiresAt, mustChangePassword: user.mustChangePassword, user }
}

@Resolver()
export class AuthResolver {
  @Query(() => Me, nullable('The signed-in user; null if no one is signed in.'))
  me(@Ctx('ctx') ctx: Context): Promise<Me | null> {
    return ctx.actor ? readMe(ctx) : Promise.resolve(null)
  }

  @Mutation(() => LoginResult, { description: 'Signs in and creates a session that is valid for 24 hours.' })
  async login(
    @Ctx('ctx') ctx: Context,
    @Arg('email', { description: 'Email address of the account, case-insensitive.' }) email: string,
    @Arg('password', {
      description:
        'Password. After ten failed attempts from one network within 15 minutes, sign-in fails with RATE_LIMITED for a while, except on a device that has signed in to the account before and sends the cookie it got then.',
    })
    password: string,
    @Arg('code', () => String, {
      nullable: true,
      description:
        'Code of the authenticator app, or a recovery code. If the account has two factors, sign-in without it fails with CODE_REQUIRED.',
    })
    code?: string | null,
    @Ctx('response') response?: ServerResponse,
  ): Promise<LoginResult> {
    return toLoginResult(ctx, await login(ctx, { email, password, code }), response)
  }

  @Mutation(() => MessageResult, {
    description: 'Creates an account, which stays pending until a global admin approves it.',
  })
  async register(
    @Ctx('ctx') ctx: Context,
    @Arg('email', { description: 'Email address used to sign in.' }) email: string,
    @Arg('password', { description: 'New password, with at least the configured minimum length.' }) password: string,
    @Arg('fullName', { description: 'Name shown to the team, at most 200 characters.' }) fullName: string,
    @Arg('setupCode', () => String, {
      nullable: true,
      description:
        'Code that the server printed when it started; required for the first global admin, unless it is off.',
    })
    setupCode?: string | null,
  ): Promise<MessageResult> {
    const { pending } = await register(ctx, { email, password, fullName, setupCode })
    return { message: pending ? messages.registered : messages.appointed }
  }

  @Query(() => SignInOptions, { description: 'What somebody who cannot sign in needs to know of the server.' })
  signInOptions(@Ctx('ctx') ctx: Context): SignInOptions {
    return readSignInOptions(ctx)
  }

  @Mutation(() => MessageResult, {
    description:
      'Sends a link to choose a new password to the address, if an account has it that may sign in. The answer is the same for every address. The link works once, for 30 minutes.',
  })
  async requestPasswordReset(
    @Ctx('ctx') ctx: Context,
    @Arg('email', { description: 'Email address of the account, case-insensitive.' }) email: string,
  ): Promise<MessageResult> {
    await requestPasswordReset(ctx, { email })
    return { message: messages.passwordResetRequested }
  }

  @Mutation(() => MessageResult, {
    description:
      'Sets a new password with the token of a link, and ends all sessions and other links of the account. Two factors stay on. Fails with NOT_FOUND for an unknown token, and with GONE for one that was used or has ended.',
  })
  async resetPassword(
    @Ctx('ctx') ctx: Context,
    @Arg('token', { description: 'Token of the link: its last path segment.' }) token: string,
    @Arg('newPassword', { description: 'New password, with at least the configured minimum length.' })
    newPassword: string,
  ): Promise<MessageResult> {
    await resetPassword(ctx, { token, newPassword })
    return { message: messages.passwordChosen }
  }

  @Mutation(() => MessageResult, { description: 'Ends the current session.' })
  async logout(@Ctx('ctx') ctx: Context): Promise<MessageResult> {
    await logout(ctx)
    return { message: messages.loggedOut }
  }

  @Mutation(() => MessageResult, { description: "Changes the caller's password and ends all other sessions." })
  async changePassword(
    @Ctx('ctx') ctx: Context,
    @Arg('newPassword', {
      description:
        'New password, with at least the configured minimum length. If a change is required, it must differ from the current password.',
    })
    newPassword: string,
    @Arg('currentPassword', () => String, {
      nullable: true,
      description: 'Current password. Required, unless a change is required. A wrong one counts as a failed sign-in.',
    })
    currentPassword?: string | null,
  ): Promise<MessageResult> {
    await changePassword(ctx, { newPassword, currentPassword })
    return { message: messages.passwordChanged }
  }

  @Query(() => SessionConnection, {
    description: `The devices on which the caller is signed in, newest sign-in first. ${sessionOnly}`,
  })
  async sessions(@Ctx('ctx') ctx: Context, @Args(() => PageArgs) { first, after }: PageArgs) {
    return toConnection(await listSessions(ctx, { limit: clampLimit(first), after }), after)
  }

  @Mutation(() => MessageResult, {
    description: `Ends one of the caller's sessions; its open WebSockets close within a second. ${sessionOnly}`,
  })
  async endSession(@Ctx('ctx') ctx: Context, @IdArg('Id of the session.') id: string): Promise<MessageResult> {
    await endSession(ctx, id)
    return { message: messages.sessionEnded }
  }

  @Mutation(() => MessageResult, {
    description: `Ends all of the caller's sessions but the one of this request. ${sessionOnly}`,
  })
  async endOtherSessions(@Ctx('ctx') ctx: Context): Promise<MessageResult> {
    await endOtherSessions(ctx)
    return { message: messages.otherSessionsEnded }
  }

  @Mutation(() => MessageResult, {
    description: `Confirms the caller's password. For 15 minutes, the session may do what fails with PASSWORD_REQUIRED otherwise, as after signing in. ${sessionOnly}`,
  })
  async confirmPassword(
    @Ctx('ctx') ctx: Context,
    @Arg('password', { description: 'Password of the caller. A wrong one counts as a failed sign-in.' })
    password: string,
    @Arg('code', () => String, {
      nullable: true,
      description:
        'Code of the authenticator app, or a recovery code; required if the account has two factors. A wrong one counts as a failed sign-in.',
    })
    code?: string | null,
  ): Promise<MessageResult> {
    await confirmPassword(ctx, { password, code })
    return { message: messages.passwordConfirmed }
  }

  @Mutation(() => Me, {
    description: 'Puts the list of what a new company has left to set up away for the caller, or brings it back.',
  })
  setChecklistPutAway(
    @Ctx('ctx') ctx: Context,
    @Arg('putAway', { description: 'Whether the list is hidden, on all devices.' }) putAway: boolean,
  ): Promise<Me> {
    return setChecklistPutAway(ctx, { putAway })
  }

  @Mutation(() => TotpSetup, {
    description: `Starts to set up two factors; nothing changes until \`confirmTotp\`. Fails with CONFLICT if they are on. ${sessionOnly}`,
  })
  startTotp(@Ctx('ctx') ctx: Context): Promise<TotpSetup> {
    return startTotp(ctx)
  }

  @Mutation(() => RecoveryCodes, {
    description: `Turns two factors on: from now on a sign-in needs a code. ${sessionOnly}`,
  })
  async confirmTotp(
    @Ctx('ctx') ctx: Context,
    @Arg('code', { description: 'Code that the authenticator app shows now. It cannot be used again.' }) code: string,
  ): Promise<RecoveryCodes> {
    return { recoveryCodes: await confirmTotp(ctx, code) }
  }

  @Mutation(() => MessageResult, {
    description: `Turns two factors off; recovery codes stop working too. ${sessionOnly}`,
  })
  async disableTotp(
    @Ctx('ctx') ctx: Context,
    @Arg('password', { description: 'Password of the caller. A wrong one counts as a failed sign-in.' })
    password: string,
  ): Promise<MessageResult> {
    await disableTotp(ctx, password)
    return { message: messages.twoFactorsDisabled }
  }
}

@Resolver(() => SessionConnection)
export class SessionConnectionResolver {
  @FieldResolver(() => Int, { description: 'Total number of items on all pages.' })
  totalCount(@Ctx('ctx') ctx: Context): Promise<number> {
    return countSessions(ctx)
  }
}
