import pLimit from 'p-limit'
import { v7 as uuidv7 } from 'uuid'
import type { Context } from '../../context.ts'
import { runToCompletion } from '../../database/cancellation.ts'
import { queryRows, type EntityManager } from '../../database/connection.ts'
import { checkPassword, parseEmail, parseName, parseNewEmail, normalizeEmail } from '../../domain/auth/accounts.ts'
import {
  archivedMessage,
  CodeRequired,
  Conflict,
  Forbidden,
  Refused,
  Unauthenticated,
  check,
} from '../../domain/errors.ts'
import { describeDevice } from '../../domain/auth/devices.ts'
import { shortAddressOf } from '../../domain/networks.ts'
import { hashPassword, verifyPassword } from '../../domain/auth/passwords.ts'
import { requireInteractiveSession, requireSignedIn, type Actor } from '../../domain/permissions.ts'
import { platformTenantId, type SignInFailureReason } from '../../events/catalog.ts'
import { lockOnEveryNode, transact, type WriteTransaction } from '../../log/transact.ts'
import { addressesOfGlobalAdmins, linkTo, queueMail } from '../../records/mailWrites.ts'
import { findAccount, insertUsers, updateUsers, type User } from '../../records/userWrites.ts'
import { accountScope } from './accountScope.ts'
import { findDevice, forgetDevices, hasDevices } from './signInDevices.ts'
import { findSecondFactor, matchCode, useCode } from './secondFactors.ts'
import { endPasswordLinks } from './passwordLinks.ts'
import { checkSetupCode, endFirstSetup, isGlobalAdminMissing } from './setupCode.ts'
import { invalidateSessions } from './sessions.ts'
import { startSession, type SignInResult } from './startSession.ts'
import {
  recordFailure,
  recordRegistration,
  assertSignInAllowed,
  signInLimits,
  toSignInAttempt,
  type SignInAttempt,
} from './signInLimits.ts'

/**
 * Creates a session that lasts 24 hours. Throws `Unauthenticated` for a wrong email, password or code, `CodeRequired` if the
 * account has two factors and no code was given, `Forbidden` for a pending or blocked account or an archived tenant,
 * `TooManyRequests` after too many failures. Each failure is counted and recorded in the log.
 */
export async function login(
  ctx: Context,
  input: { email: string; password: string; code?: string | null },
): Promise<SignInResult> {
  const email = parseEmail(input.email)
  check(input.password, 'Password is required', { password: 'Password is required' })
  const { user, attempt, secondFactor } = await ctx.database.within('accounts', async (em) => {
    const attempt = toSignInAttempt(ctx, normalizeEmail(email), await findDevice(ctx, em, normalizeEmail(email)))
    await assertSignInAllowed(ctx, em, attempt)
    const found = await findAccount(em, { emailKey: normalizeEmail(email) })
    return {
      user: found,
      attempt,
      secondFactor: found && (await findSecondFactor(em, found.id)),
    }
  })
  // Check the password before the status, and also for an unknown email: otherwise the error or the response time would
  // reveal which accounts exist and which are blocked.
  const isPasswordCorrect = await verifyPassword(input.password, user?.passwordHash ?? null)
  if (!isPasswordCorrect || !user) throw await recordFailedSignIn(ctx, attempt, user, 'wrong')
  if (user.status !== 'active') throw await recordFailedSignIn(ctx, attempt, user, user.status)
  if (user.isTenantArchived && user.role !== 'global_admin')
    throw await recordFailedSignIn(ctx, attempt, user, 'archived')
  // The passwords of demo accounts are public, so they work only while the demo is on (design §7).
  if (user.demo && !ctx.config.demo) throw await recordFailedSignIn(ctx, attempt, user, 'demo')

  if (secondFactor && !input.code?.trim()) throw new CodeRequired()
  const code = secondFactor && (await matchCode(secondFactor, input.code!, ctx.now()))
  if (secondFactor && !code) throw await recordFailedSignIn(ctx, attempt, user, 'code')

  const started = await startSession(ctx, user, async (writing) => {
    const { em, record } = writing
    // Check again: the limit may have been reached by concurrent attempts while the password was being verified.
    await assertSignInAllowed(ctx, em, attempt)
    const codesLeft = code && (await useCode(em, user.id, code))
    if (codesLeft === false) return false
    if (codesLeft !== null)
      record({ type: 'RecoveryCodeUsed', data: { userId: user.id, codesLeft }, subjectId: user.id })
    if (ctx.config.mail && !attempt.device && (await hasDevices(em, user.id)))
      queueMail(ctx, writing, {
        ...{ kind: 'new_device', to: user.email },
        content: {
          device: describeDevice(ctx.userAgent),
          address: shortAddressOf(ctx.address) ?? 'unknown address',
          url: linkTo(ctx, '/account'),
        },
      })
    return true
  })
  if (!started) throw await recordFailedSignIn(ctx, attempt, user, 'code')
  return started
}

const signInErrors = {
  wrong: () => new Unauthenticated('Incorrect email or password'),
  code: () => new Unauthenticated('Incorrect code. Each code works once.'),
  pending: () => new Forbidden('Your account is waiting for admin approval.'),
  blocked: () => new Forbidden('Your account is blocked. Please contact your admin.'),
  archived: () => new Forbidden(archivedMessage),
  demo: () => new Forbidden('Demo accounts can sign in only while the demo is enabled.'),
}

/**
 * Counts a failed sign-in, records it in the log without an actor, and returns the error to throw. The count comes first, in
 * a transaction of its own: one that writes a log runs on the node of that log in a distributed database, where the locks of
 * `recordFailure` would not hold for the accounts of other tenants.
 */
export async function recordFailedSignIn(
  ctx: Context,
  attempt: SignInAttempt,
  user: Pick<User, 'id' | 'role' | 'tenantId' | 'email'> | null,
  reason: SignInFailureReason,
) {
  const userId = user?.id ?? null
  await runToCompletion(async () => {
    const limitReached = await ctx.database.within('accounts', (em) => recordFailure(ctx, em, attempt))
    await transact({ ...ctx, actor: null }, accountScope(user), async (writing) => {
      writing.record({ type: 'SignInRefused', subjectId: userId, data: { userId, reason, limitReached } })
      if (user && limitReached)
        queueMail(ctx, writing, {
          ...{ kind: 'locked_out', to: user.email },
          content: { minutes: signInLimits.windowMinutes, url: linkTo(ctx, '/forgot-password') },
        })
    })
  })
  return signInErrors[reason]()
}

/** Where only invited people may have an account. */
export const invitationMessage = 'Ask your company for an invitation.'

// Registrations hash one password at a time, so that a burst of them does not delay the password checks of sign-ins.
const registrationQueue = pLimit(1)

/** Hashes the password of somebody who makes an account, after those who came before. */
export function hashRegisteredPassword(password: string): Promise<string> {
  return registrationQueue(() => hashPassword(password))
}

/**
 * Creates a pending account. The first account with the configured global admin email becomes an active global admin
 * instead, if `setupCode` is right or none is needed. Throws `Refused` with the messages of spec §5, `Conflict` when an account has this email, `TooManyRequests`
 * after too many registrations from one network address, and `Forbidden` where only invited people may register.
 */
export async function register(
  ctx: Context,
  input: { email: string; password: string; fullName: string; setupCode?: string | null },
): Promise<{ pending: boolean }> {
  const fullName = parseName(input.fullName, 'Full name', 'full_name')
  const email = parseNewEmail(input.email)
  checkPassword(input.password, ctx.config, 'Password must be at least N characters', 'password', { email, fullName })
  const key = normalizeEmail(email)
  await ctx.database.within('accounts', (em) => recordRegistration(ctx, em, key))
  if (ctx.config.signUp === 'invite' && !(await ctx.database.within('platform', (em) => isAwaited(ctx, em, key))))
    throw new Forbidden(invitationMessage)
  const passwordHash = await hashRegisteredPassword(input.password)

  return transact(ctx, { scope: 'platform', logTenantId: platformTenantId }, async (writing) => {
    const { em, record } = writing
    // Without the lock, two concurrent registrations could both become the global admin.
    await lockAccounts(em)
    if (await findAccount(em, { emailKey: key })) throw new Conflict('An account with this email already exists.')
    const isFirst = await claimFirstGlobalAdmin(ctx, em, key, input.setupCode)
    const id = uuidv7()
    const role = isFirst ? 'global_admin' : 'sales_rep'
    const account = { tenantId: null, phone: null, mustChangePassword: false, createdAt: ctx.now() }
    const status = isFirst ? 'active' : 'pending'
    await insertUsers(em, [{ id, email, fullName, passwordHash, role, status, ...account }])
    record({ type: 'UserRegistered', data: { userId: id }, subjectId: id })
    if (!isFirst && ctx.config.mail)
      for (const to of await addressesOfGlobalAdmins(em))
        queueMail(ctx, writing, {
          ...{ kind: 'approval_wanted', to },
          content: { person: fullName, email, url: linkTo(ctx, '/users?status=PENDING') },
        })
    if (isFirst) record({ type: 'GlobalAdminAppointed', data: { userId: id, role }, subjectId: id })
    return { pending: !isFirst }
  })
}

/** Ends the actor's session. */
export async function logout(ctx: Context): Promise<void> {
  const { actor } = ctx
  if (!actor) throw new Unauthenticated('Sign in to continue.')
  requireInteractiveSession(actor)
  await transact(ctx, accountScope(actor), async (writing) => {
    await queryRows(writing.em, 'update sessions set ended_at = $2 where id = $1 and ended_at is null', [
      actor.sessionId,
      ctx.now(),
    ])
    writing.record({ type: 'UserSignedOut', data: { userId: actor.userId }, subjectId: actor.userId })
  })
  invalidateSessions(ctx, actor.userId)
}

/**
 * Sets the actor's password and ends all of their other sessions. Requires the current password, except while a password change
 * is required. Throws `Refused` for a wrong one, which counts as a failed sign-in, or `TooManyRequests`.
 */
export async function changePassword(
  ctx: Context,
  input: { newPassword: string; currentPassword?: string | null },
): Promise<void> {
  const { actor } = ctx
  if (!actor) throw new Unauthenticated('Sign in to continue.')
  requireInteractiveSession(actor)
  if (!actor.mustChangePassword) requireSignedIn(actor)
  const message = 'Password must be at least N characters long'
  checkPassword(input.newPassword, ctx.config, message, 'new_password', actor)
  if (actor.mustChangePassword) await assertPasswordDiffers(ctx, actor, input.newPassword)
  else await verifyOwnPassword(ctx, actor, input.currentPassword, 'current_password')
  const passwordHash = await hashPassword(input.newPassword)
  await transact(ctx, accountScope(actor), async (writing) => {
    await replacePassword(ctx, writing, actor.userId, { passwordHash, mustChangePassword: false }, actor.sessionId)
    writing.record({ type: 'PasswordChanged', data: { userId: actor.userId }, subjectId: actor.userId })
  })
  invalidateSessions(ctx, actor.userId)
}

/**
 * Checks the actor's own password. Throws `Refused` with a message for `field` if it is missing or wrong. A wrong one counts as a
 * failed sign-in, so that a session that was left open cannot be used to guess it.
 */
export async function verifyOwnPassword(
  ctx: Context,
  actor: Actor,
  password: string | null | undefined,
  field: string,
): Promise<void> {
  check(password, 'Your current password is required', { [field]: 'Your current password is required' })
  const attempt = toSignInAttempt(ctx, normalizeEmail(actor.email))
  const user = await ctx.database.within('accounts', async (em) => {
    await assertSignInAllowed(ctx, em, attempt)
    return findAccount(em, { id: actor.userId })
  })
  if (!(await verifyPassword(password, user!.passwordHash))) {
    await recordFailedSignIn(ctx, attempt, user, 'wrong')
    throw new Refused('Incorrect password', { [field]: 'Incorrect password' })
  }
  // Check again: the limit may have been reached by concurrent attempts while the password was being verified.
  await ctx.database.within('accounts', (em) => assertSignInAllowed(ctx, em, attempt))
}

/** Throws `Refused` for the password that an admin assigned: the required change must replace it. */
async function assertPasswordDiffers(ctx: Context, actor: Actor, password: string): Promise<void> {
  const user = await ctx.database.within('accounts', (em) => findAccount(em, { id: actor.userId }))
  const message = 'Please choose a password that differs from the one you were given'
  check(!(await verifyPassword(password, user!.passwordHash)), message, { new_password: message })
}

/** Serializes changes of accounts until the end of the transaction, for rules that span several accounts. */
export async function lockAccounts(em: EntityManager): Promise<void> {
  await lockOnEveryNode(em, 'accounts')
}

/**
 * Whether the account with this email key becomes the global admin; true at most once per installation. Throws `Refused` if that
 * needs another `setupCode`.
 */
async function claimFirstGlobalAdmin(
  ctx: Context,
  em: EntityManager,
  key: string,
  setupCode: string | null | undefined,
): Promise<boolean> {
  if (!(await isAwaited(ctx, em, key))) return false
  if (ctx.config.setupCodeRequired) await checkSetupCode(em, setupCode)
  await endFirstSetup(em)
  return true
}

/** Whether the configured global admin, who has not registered yet, has this email key. */
async function isAwaited({ config }: Pick<Context, 'config'>, em: EntityManager, key: string): Promise<boolean> {
  if (!config.globalAdminEmail || key !== normalizeEmail(config.globalAdminEmail)) return false
  return isGlobalAdminMissing(em)
}

/**
 * Gives an account another password: every way to one leads here. Ends its sessions, except that with the id `exceptId`, and the links
 * with which its password could be set. Call `invalidateSessions` after the commit.
 */
export async function replacePassword(
  ctx: Context,
  writing: WriteTransaction,
  userId: string,
  password: Pick<User, 'passwordHash' | 'mustChangePassword'>,
  exceptId: string | null = null,
): Promise<void> {
  await updateUsers(writing.em, [{ id: userId, ...password }])
  await endSessions(ctx, writing, userId, exceptId)
  await endPasswordLinks(ctx, writing.em, userId)
}

/** Ends all sessions and API keys of an account. Call `invalidateSessions` after the commit. */
export async function endAccess(ctx: Context, writing: WriteTransaction, userId: string): Promise<void> {
  await endSessions(ctx, writing, userId)
  await endApiKeys(ctx, writing, userId)
}

/** Ends all API keys of an account, and records each. Call `invalidateSessions` after the commit. */
export async function endApiKeys(ctx: Context, writing: WriteTransaction, userId: string): Promise<void> {
  const keys = await queryRows<{ id: string }>(
    writing.em,
    'update api_keys set revoked_at = $2 where user_id = $1 and revoked_at is null returning id',
    [userId, ctx.now()],
  )
  for (const { id } of keys) writing.record({ type: 'ApiKeyRevoked', subjectId: userId, data: { keyId: id, userId } })
}

/**
 * Ends the open sessions of an account, except that with the id `exceptId`, and forgets its devices. Call `invalidateSessions` after
 * the commit.
 */
export async function endSessions(
  ctx: Context,
  { em }: WriteTransaction,
  userId: string,
  exceptId: string | null = null,
): Promise<void> {
  await queryRows(
    em,
    'update sessions set ended_at = $3 where user_id = $1 and id is distinct from $2::uuid and ended_at is null',
    [userId, exceptId, ctx.now()],
  )
  await forgetDevices(em, userId)
}
