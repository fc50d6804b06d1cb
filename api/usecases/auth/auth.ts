import { createHash, randomBytes } from 'node:crypto'
import pLimit from 'p-limit'
import { v7 as uuidv7 } from 'uuid'
import type { Context } from '../../context.ts'
import { queryRows, type EntityManager } from '../../database/connection.ts'
import { checkPassword, parseEmail, parseName, normalizeEmail } from '../../domain/accounts.ts'
import { Conflict, Forbidden, Unauthenticated, check } from '../../domain/errors.ts'
import { hashPassword, verifyPassword } from '../../domain/passwords.ts'
import { requireInteractiveSession, type Actor } from '../../domain/permissions.ts'
import type { Role } from '../../domain/enums.ts'
import { platformTenantId, type SignInFailureReason } from '../../events/catalog.ts'
import { Session } from '../../entities/session.ts'
import { User } from '../../entities/user.ts'
import { transact, type WriteTransaction } from '../../log/transact.ts'
import { deleteExpiredKeys } from './idempotency.ts'
import { invalidateSessions } from './sessions.ts'
import {
  recordFailure,
  recordRegistration,
  assertSignInAllowed,
  toSignInAttempt,
  type SignInAttempt,
} from './signInLimits.ts'

const sessionLifetimeHours = 24

export interface SignInResult {
  accessToken: string
  expiresAt: Date
  actor: Actor
}

/**
 * Opens a session of 24 hours. Throws `Unauthenticated` for a wrong pair, `Forbidden` for a pending or blocked account,
 * `TooMany` after too many failures. Each failure is counted and told in the log.
 */
export async function login(ctx: Context, input: { email: string; password: string }): Promise<SignInResult> {
  const email = parseEmail(input.email)
  check(input.password, 'Password is required', { password: 'Password is required' })
  const attempt = toSignInAttempt(ctx, normalizeEmail(email))
  const user = await ctx.database.within('platform', async (em) => {
    await assertSignInAllowed(ctx, em, attempt)
    return em.findOne(User, { emailKey: normalizeEmail(email) })
  })
  // The account's state is told only to who knows its password, and an unknown account takes as long.
  const isPasswordCorrect = await verifyPassword(input.password, user?.passwordHash ?? null)
  if (!isPasswordCorrect || !user) throw await recordFailedSignIn(ctx, attempt, user, 'wrong')
  if (user.status !== 'active') throw await recordFailedSignIn(ctx, attempt, user, user.status)
  // Everybody knows its password, and only where the demo runs is nobody let in from elsewhere (design §7).
  if (user.demo && !ctx.config.demo) throw await recordFailedSignIn(ctx, attempt, user, 'demo')

  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(ctx.now().getTime() + sessionLifetimeHours * 3_600_000)
  const session = { id: uuidv7(), userId: user.id, createdAt: ctx.now(), expiresAt, endedAt: null }
  const actor: Actor = {
    userId: user.id,
    sessionId: session.id,
    email: user.email,
    fullName: user.fullName,
    role: user.role,
    viewedRole: null,
    tenantId: user.tenantId ?? null,
    mustChangePassword: user.mustChangePassword,
  }
  await transact({ ...ctx, actor }, accountScope(user), async ({ em, record }) => {
    // A right guess among a crowd of wrong ones comes too late, as it would have in a queue.
    await assertSignInAllowed(ctx, em, attempt)
    // Here, since every session begins here: nobody can use those that ran out, and nothing points at them.
    await queryRows(
      em,
      `delete from sessions where token_hash in
         (select token_hash from sessions where expires_at <= $1 limit 1000 for update skip locked)`,
      [ctx.now()],
    )
    await deleteExpiredKeys(em, ctx.now())
    em.create(Session, { ...session, tokenHash: hashToken(token) })
    record({ type: 'UserSignedIn', data: { userId: user.id }, subjectId: user.id })
  })
  return { accessToken: token, expiresAt, actor }
}

const signInErrors = {
  wrong: () => new Unauthenticated('Incorrect email or password'),
  pending: () => new Forbidden('Your account is waiting for admin approval.'),
  blocked: () => new Forbidden('Your account is blocked. Please contact your admin.'),
  demo: () => new Forbidden('Demo accounts sign in only where the demo runs.'),
}

/** Counts and tells a failed sign-in, and gives back what to throw: nobody is signed in, so nobody is its actor. */
async function recordFailedSignIn(
  ctx: Context,
  attempt: SignInAttempt,
  user: User | null,
  reason: SignInFailureReason,
) {
  const userId = user?.id ?? null
  await transact({ ...ctx, actor: null }, accountScope(user), async ({ em, record }) => {
    const limitReached = await recordFailure(ctx, em, attempt)
    record({ type: 'SignInRefused', subjectId: userId, data: { userId, reason, limitReached } })
  })
  return signInErrors[reason]()
}

// A crowd of newcomers waits for its hashes in a queue of its own: one of them at most stands before whoever signs in.
const registrationQueue = pLimit(1)

/**
 * Makes an account that waits for approval; the first one with the configured address becomes the global admin instead.
 * Throws `Refused` with the messages of spec §5, `Conflict` when the address has an account, `TooMany` when many were asked
 * for from the same network address.
 */
export async function register(
  ctx: Context,
  input: { email: string; password: string; fullName: string },
): Promise<{ pending: boolean }> {
  const fullName = parseName(input.fullName, 'Full name', 'full_name')
  const email = parseEmail(input.email)
  checkPassword(input.password, ctx.config.minimumPasswordLength, 'Password must be at least N characters', 'password')
  await ctx.database.within('platform', (em) => recordRegistration(ctx, em, normalizeEmail(email)))
  const passwordHash = await registrationQueue(() => hashPassword(input.password))

  return transact(ctx, { scope: 'platform', logTenantId: platformTenantId }, async (writing) => {
    const { em, record } = writing
    // One at a time: of fifty that arrive together, one becomes the global admin.
    await lockAccounts(em)
    const key = normalizeEmail(email)
    if (await em.count(User, { emailKey: key })) throw new Conflict('An account with this email already exists.')
    const isFirst = await claimFirstGlobalAdmin(ctx, em, key)
    const user = em.create(User, {
      id: uuidv7(),
      email,
      emailKey: key,
      fullName,
      passwordHash,
      role: isFirst ? 'global_admin' : 'sales_rep',
      status: isFirst ? 'active' : 'pending',
      tenantId: null,
      phone: null,
      createdAt: ctx.now(),
      deletedAt: null,
    })
    record({ type: 'UserRegistered', data: { userId: user.id }, subjectId: user.id })
    if (isFirst)
      record({ type: 'GlobalAdminAppointed', data: { userId: user.id, role: 'global_admin' }, subjectId: user.id })
    return { pending: !isFirst }
  })
}

/** Ends the session that asks. Safe to repeat. */
export async function logout(ctx: Context): Promise<void> {
  const { actor } = ctx
  if (!actor) throw new Unauthenticated('Sign in to continue.')
  requireInteractiveSession(actor)
  await transact(ctx, accountScope(actor), async (writing) => {
    await endSessions(writing, ctx.now(), { id: actor.sessionId })
    writing.record({ type: 'UserSignedOut', data: { userId: actor.userId }, subjectId: actor.userId })
  })
  invalidateSessions(ctx, actor.userId)
}

/** Sets the password of who asks, keeps the session in use and ends the others. Allowed while a change is due. */
export async function changePassword(ctx: Context, input: { newPassword: string }): Promise<void> {
  const { actor } = ctx
  if (!actor) throw new Unauthenticated('Sign in to continue.')
  requireInteractiveSession(actor)
  const message = 'Password must be at least N characters long'
  checkPassword(input.newPassword, ctx.config.minimumPasswordLength, message, 'new_password')
  if (actor.mustChangePassword) await assertPasswordDiffers(ctx, actor, input.newPassword)
  const passwordHash = await hashPassword(input.newPassword)
  await transact(ctx, accountScope(actor), async (writing) => {
    await writing.em.nativeUpdate(User, { id: actor.userId }, { passwordHash, mustChangePassword: false })
    await endSessions(writing, ctx.now(), { userId: actor.userId, id: { $ne: actor.sessionId } })
    writing.record({ type: 'PasswordChanged', data: { userId: actor.userId }, subjectId: actor.userId })
  })
  invalidateSessions(ctx, actor.userId)
}

/** The password that somebody else gave is not one's own, so keeping it is no change. */
async function assertPasswordDiffers(ctx: Context, actor: Actor, password: string): Promise<void> {
  const user = await ctx.database.within('platform', (em) => em.findOneOrFail(User, { id: actor.userId }))
  const message = 'Please choose a password that differs from the one you were given'
  check(!(await verifyPassword(password, user.passwordHash)), message, { new_password: message })
}

/** Changes of accounts take turns, so that their rules hold against each other. */
export async function lockAccounts(em: EntityManager): Promise<void> {
  await queryRows(em, `select pg_advisory_xact_lock(hashtextextended('porchlight accounts', 0))`)
}

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** The demo's own global admin does not use up first-time set-up (design §7). */
async function claimFirstGlobalAdmin(ctx: Context, em: EntityManager, key: string): Promise<boolean> {
  if (!ctx.config.globalAdminEmail || key !== normalizeEmail(ctx.config.globalAdminEmail)) return false
  if (await em.count(User, { role: 'global_admin', demo: false })) return false
  // Once is once, also when that account is no global admin any more.
  const inserted = await queryRows(
    em,
    `insert into installation values ('global_admin', 'true') on conflict do nothing returning 1`,
  )
  return inserted.length === 1
}

/** Accounts are the platform's rows; what happened to them stands in the log of their tenant, not of one they chose. */
export function accountScope(account: { role: Role; tenantId?: string | null } | null) {
  const tenantId = account?.role === 'global_admin' ? null : account?.tenantId
  return { scope: 'platform', logTenantId: tenantId ?? platformTenantId } as const
}

async function endSessions({ em }: WriteTransaction, now: Date, filter: object): Promise<void> {
  await em.nativeUpdate(Session, { ...filter, endedAt: null }, { endedAt: now })
}
