import { createHash, randomBytes } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import type { Context } from '../context.ts'
import { rows, type EntityManager } from '../database/connection.ts'
import { Conflict, Forbidden, Refused, Unauthenticated, check } from '../domain/errors.ts'
import { hashPassword, passwordMatches } from '../domain/passwords.ts'
import type { Actor } from '../domain/permissions.ts'
import { platformTenantId } from '../events/catalogue.ts'
import { Session } from '../entities/session.ts'
import { User } from '../entities/user.ts'
import { transact, type Writing } from '../log/transact.ts'
import { endedHere, forgetSession } from './sessions.ts'

const sessionHours = 24
const emailPattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

export interface SignedIn {
  accessToken: string
  expiresAt: Date
  actor: Actor
}

/** Opens a session of 24 hours. Throws `Unauthenticated` for a wrong pair, `Forbidden` for a pending or blocked account. */
export async function login(ctx: Context, input: { email: string; password: string }): Promise<SignedIn> {
  const user = await ctx.database.within('platform', (em) => em.findOne(User, { emailKey: emailKey(input.email) }))
  // The account's state is told only to who knows its password.
  if (!(await passwordMatches(input.password, user?.passwordHash ?? null)) || !user)
    throw new Unauthenticated('Incorrect email or password')
  if (user.status === 'pending') throw new Forbidden('Your account is waiting for admin approval.')
  if (user.status === 'blocked') throw new Forbidden('Your account is blocked. Please contact your admin.')

  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(ctx.now().getTime() + sessionHours * 3_600_000)
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
  const signedInContext = { ...ctx, actor }
  await transact(signedInContext, accountsOf(actor), async ({ em, record }) => {
    em.create(Session, { ...session, tokenHash: hashToken(token) })
    record({ type: 'UserSignedIn', data: { userId: user.id }, subjectId: user.id })
  })
  return { accessToken: token, expiresAt, actor }
}

/**
 * Makes an account that waits for approval; the first one with the configured address becomes the global admin instead.
 * Throws `Refused` with the messages of spec §5, `Conflict` when the address has an account.
 */
export async function register(
  ctx: Context,
  input: { email: string; password: string; fullName: string },
): Promise<{ pending: boolean }> {
  const email = input.email.trim()
  const fullName = input.fullName.trim()
  check(fullName, 'Full name is required', { full_name: 'Full name is required' })
  check(email, 'Email is required', { email: 'Email is required' })
  check(emailPattern.test(email), 'Invalid email address', { email: 'Invalid email address' })
  checkPassword(ctx, input.password, 'Password must be at least N characters', 'password')
  const passwordHash = await hashPassword(input.password)

  return transact(ctx, { scope: 'platform', logTenantId: platformTenantId }, async (writing) => {
    const { em, record } = writing
    // One at a time: of fifty that arrive together, one becomes the global admin.
    await rows(em, `select pg_advisory_xact_lock(hashtextextended('porchlight accounts', 0))`)
    const key = emailKey(email)
    if (await em.count(User, { emailKey: key })) throw new Conflict('An account with this email already exists.')
    const first = await isFirstGlobalAdmin(ctx, em, key)
    const user = em.create(User, {
      id: uuidv7(),
      email,
      emailKey: key,
      fullName,
      passwordHash,
      role: first ? 'global_admin' : 'sales_rep',
      status: first ? 'active' : 'pending',
      tenantId: null,
      phone: null,
      createdAt: ctx.now(),
    })
    record({ type: 'UserRegistered', data: { userId: user.id }, subjectId: user.id })
    if (first)
      record({ type: 'GlobalAdminAppointed', data: { userId: user.id, role: 'global_admin' }, subjectId: user.id })
    return { pending: !first }
  })
}

/** Ends the session that asks. Safe to repeat. */
export async function logout(ctx: Context): Promise<void> {
  const { actor } = ctx
  if (!actor) throw new Unauthenticated('Sign in to continue.')
  await transact(ctx, accountsOf(actor), async (writing) => {
    await endSessions(writing, ctx.now(), { id: actor.sessionId })
    writing.record({ type: 'UserSignedOut', data: { userId: actor.userId }, subjectId: actor.userId })
  })
  forgetSession(actor.sessionId)
}

/** Sets the password of who asks, keeps the session in use and ends the others. Allowed while a change is due. */
export async function changePassword(ctx: Context, input: { newPassword: string }): Promise<void> {
  const { actor } = ctx
  if (!actor) throw new Unauthenticated('Sign in to continue.')
  checkPassword(ctx, input.newPassword, 'Password must be at least N characters long', 'new_password')
  const passwordHash = await hashPassword(input.newPassword)
  await transact(ctx, accountsOf(actor), async (writing) => {
    await writing.em.nativeUpdate(User, { id: actor.userId }, { passwordHash, mustChangePassword: false })
    await endSessions(writing, ctx.now(), { userId: actor.userId, id: { $ne: actor.sessionId } })
    writing.record({ type: 'PasswordChanged', data: { userId: actor.userId }, subjectId: actor.userId })
  })
  endedHere(actor.userId)
}

/** Addresses that differ only in case, width or surrounding space are one account. */
export function emailKey(email: string): string {
  return email.trim().normalize('NFKC').toLowerCase()
}

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

function checkPassword(ctx: Context, password: string, sentence: string, field: string): void {
  const message = sentence.replace('N', String(ctx.config.minimumPasswordLength))
  check(password.length >= ctx.config.minimumPasswordLength, message, { [field]: message })
  if (password.length > 1_000) throw new Refused('Password must be at most 1,000 characters')
}

/** The demo's own global admin does not use up first-time set-up (design §7). */
async function isFirstGlobalAdmin(ctx: Context, em: EntityManager, key: string): Promise<boolean> {
  if (!ctx.config.globalAdminEmail || key !== emailKey(ctx.config.globalAdminEmail)) return false
  return (await em.count(User, { role: 'global_admin', demo: false })) === 0
}

/** Accounts are the platform's rows; what happened to them stands in the log of their tenant. */
function accountsOf(actor: Actor) {
  return { scope: 'platform', logTenantId: actor.tenantId ?? platformTenantId } as const
}

async function endSessions({ em }: Writing, now: Date, which: object): Promise<void> {
  await em.nativeUpdate(Session, { ...which, endedAt: null }, { endedAt: now })
}
