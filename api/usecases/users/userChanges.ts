import { v7 as uuidv7 } from 'uuid'
import type { Context } from '../../context.ts'
import type { EntityManager } from '../../database/connection.ts'
import { checkPassword, parseEmail, parseName, parsePhone, normalizeEmail } from '../../domain/accounts.ts'
import { Conflict, Forbidden, NotFound, Refused, check } from '../../domain/errors.ts'
import { parseId } from '../../domain/ids.ts'
import { hashPassword } from '../../domain/passwords.ts'
import { assignableRoles, authorize, requireInteractiveSession, requireTenant } from '../../domain/permissions.ts'
import type { Role } from '../../domain/enums.ts'
import { Session } from '../../entities/session.ts'
import { Tenant } from '../../entities/tenant.ts'
import { User } from '../../entities/user.ts'
import { platformTenantId } from '../../events/catalog.ts'
import { appendEvents } from '../../log/append.ts'
import { transact, type WriteTransaction } from '../../log/transact.ts'
import { lockAccounts } from '../auth/auth.ts'
import { invalidateSessions } from '../auth/sessions.ts'
import { findUser, readUser, type UserView } from './users.ts'

export interface NewUser {
  email: string
  password: string
  fullName: string
  role: Role
  /**
   * Left out: the actor's own tenant, or the one a global admin chose, or none. Null is none for a global admin; whoever
   * has one tenant adds to that one.
   */
  tenantId?: string | null
  phone?: string | null
}

/** What is left out stays as it is. */
export interface UserChange {
  fullName?: string | null
  role?: Role | null
  tenantId?: string | null
  phone?: string | null
  /** A blank one is dropped (spec §5). */
  password?: string | null
  /** True approves who waits and unblocks who is blocked; false blocks. */
  active?: boolean | null
}

/**
 * Makes an account that is active at once and has to change its password at the first sign-in. An owner adds reps and
 * admins of their own tenant. Throws `Refused` with the messages of spec §5, `Conflict` when the address has an account.
 */
export async function createUser(ctx: Context, input: NewUser): Promise<UserView> {
  authorize(ctx.actor, 'user.add')
  const actor = ctx.actor!
  if (!assignableRoles(actor).includes(input.role)) throw new Forbidden('You cannot add users with this role.')
  // Whoever has one tenant, or views as somebody who has, adds to that one; any other is as unknown as none.
  const isBoundToTenant = actor.role !== 'global_admin' || actor.viewedRole !== null
  const isWithoutTenant = input.tenantId === null && !isBoundToTenant
  const tenantId = input.tenantId ? parseId(input.tenantId, 'Tenant') : isWithoutTenant ? null : actor.tenantId
  if (isBoundToTenant && tenantId !== requireTenant(actor)) throw new NotFound('Tenant not found')
  const email = parseEmail(input.email)
  const fullName = parseName(input.fullName, 'Full name', 'full_name')
  const phone = parsePhone(input.phone)
  checkPassword(input.password, ctx.config.minimumPasswordLength, 'Password must be at least N characters', 'password')
  const passwordHash = await hashPassword(input.password)
  const id = uuidv7()
  return transact(ctx, { scope: 'platform', logTenantId: tenantId ?? platformTenantId }, async ({ em, record }) => {
    await lockAccounts(em)
    if (tenantId) await assertTenantExists(em, tenantId)
    if (await em.count(User, { emailKey: normalizeEmail(email) }))
      throw new Conflict('An account with this email already exists.')
    em.create(User, {
      id,
      email,
      emailKey: normalizeEmail(email),
      fullName,
      role: input.role,
      tenantId,
      phone,
      passwordHash,
      status: 'active',
      mustChangePassword: true,
      createdAt: ctx.now(),
      deletedAt: null,
    })
    await em.flush()
    record({ type: 'UserCreated', subjectId: id, data: { userId: id, role: input.role, tenantId } })
    return findUser(em, id)
  })
}

/** Changes an account of somebody else, approving, blocking or unblocking it where `active` says so. */
export async function updateUser(ctx: Context, id: string, input: UserChange): Promise<UserView> {
  authorize(ctx.actor, 'user.manage')
  if (input.password) requireInteractiveSession(ctx.actor)
  const fullName = input.fullName == null ? undefined : parseName(input.fullName, 'Full name', 'full_name')
  const phone = input.phone === undefined ? undefined : parsePhone(input.phone)
  const passwordHash = input.password ? await hashNewPassword(ctx, input.password, 'password') : undefined
  const tenantId = input.tenantId ? parseId(input.tenantId, 'Tenant') : input.tenantId
  return changeAccount(
    ctx,
    id,
    (user) => (tenantId === undefined ? user.tenantId : tenantId),
    async (user, writing) => {
      const isApproval = user.status === 'pending' && input.active === true
      if (isApproval) await approve(writing, user, input.role ?? user.role, tenantId ?? user.tenantId ?? null)
      else {
        await changeRole(writing, user, input.role ?? user.role)
        await changeTenant(ctx, writing, user, tenantId)
        if (typeof input.active === 'boolean') await setBlocked(ctx, writing, user, !input.active)
      }
      applyEdits(writing, user, { fullName, phone })
      if (passwordHash) await setPassword(ctx, writing, user, passwordHash)
    },
  )
}

/** Lets in who waits, as `role` in the tenant. Throws `Conflict` when the account does not wait. */
export async function approveUser(
  ctx: Context,
  id: string,
  input: { tenantId: string; role: Role },
): Promise<UserView> {
  authorize(ctx.actor, 'user.manage')
  const tenantId = parseId(input.tenantId, 'Tenant')
  return changeAccount(
    ctx,
    id,
    () => tenantId,
    (user, writing) => {
      if (user.status !== 'pending') throw new Conflict('This account has been approved already.')
      return approve(writing, user, input.role, tenantId)
    },
  )
}

/** Blocks or unblocks; toggles when `blocked` is null. A block ends every session of the account at once. */
export async function setUserBlocked(ctx: Context, id: string, blocked: boolean | null): Promise<UserView> {
  authorize(ctx.actor, 'user.manage')
  return changeAccount(ctx, id, currentTenantOf, (user, writing) =>
    setBlocked(ctx, writing, user, blocked ?? user.status !== 'blocked'),
  )
}

/** Gives a password that has to be changed at the next sign-in, and ends every session of the account. */
export async function resetUserPassword(ctx: Context, id: string, newPassword: string): Promise<void> {
  authorize(ctx.actor, 'user.manage')
  requireInteractiveSession(ctx.actor)
  const passwordHash = await hashNewPassword(ctx, newPassword, 'new_password')
  await changeAccount(ctx, id, currentTenantOf, (user, writing) => setPassword(ctx, writing, user, passwordHash))
}

/** Deletes the account and frees its address. What it made, and its name on it, stays. */
export async function deleteUser(ctx: Context, id: string): Promise<void> {
  authorize(ctx.actor, 'user.manage')
  await changeAccount(ctx, id, currentTenantOf, async (user, writing) => {
    await assertGlobalAdminRemains(writing.em, user, 'deleted')
    writing.record({ type: 'UserDeleted', subjectId: user.id, data: { userId: user.id, role: user.role } })
    Object.assign(user, {
      email: '',
      emailKey: `deleted ${user.id}`,
      phone: null,
      passwordHash: 'none',
      status: 'blocked',
      deletedAt: ctx.now(),
    })
    await endSessions(ctx, writing.em, user.id)
  })
}

const currentTenantOf = (user: { tenantId: string | null }) => user.tenantId

/**
 * Runs `work` on somebody else's account, one change of accounts at a time, and afterwards has every process look at
 * its sessions again. `logOf` says in which tenant's log it is told. Throws `NotFound`, and `Forbidden` for oneself.
 */
async function changeAccount(
  ctx: Context,
  id: string,
  logTenantOf: (user: UserView) => string | null,
  work: (user: User, writing: WriteTransaction) => Promise<void> | void,
): Promise<UserView> {
  const before = await readUser(ctx, id)
  if (before.id === ctx.actor!.userId) throw new Forbidden('You cannot change your own account here.')
  const transactionScope = { scope: 'platform', logTenantId: logTenantOf(before) ?? platformTenantId } as const
  const after = await transact(ctx, transactionScope, async (writing) => {
    await lockAccounts(writing.em)
    const user = await writing.em.findOne(User, { id: before.id, deletedAt: null })
    if (!user) throw new NotFound('User not found')
    if ((user.tenantId ?? null) !== before.tenantId)
      throw new Conflict('Somebody else has just changed this account. Try again.')
    await work(user, writing)
    await writing.em.flush()
    return user.deletedAt ? before : findUser(writing.em, user.id)
  })
  if (before.tenantId && before.tenantId !== transactionScope.logTenantId)
    ctx.live.announce(before.tenantId, ['UserTenantChanged'])
  invalidateSessions(ctx, before.id)
  return after
}

async function approve(
  { em, record }: WriteTransaction,
  user: User,
  role: Role,
  tenantId: string | null,
): Promise<void> {
  if (role === 'global_admin') throw new Refused('Nobody is approved as a global admin.', { role: 'Choose a role' })
  check(tenantId, 'Choose a tenant', { tenant_id: 'Choose a tenant' })
  await assertTenantExists(em, tenantId)
  Object.assign(user, { status: 'active', role, tenantId })
  record({ type: 'UserApproved', subjectId: user.id, data: { userId: user.id, role, tenantId } })
}

async function changeRole({ em, record }: WriteTransaction, user: User, role: Role): Promise<void> {
  if (role === user.role) return
  await assertGlobalAdminRemains(em, user, 'demoted')
  record({ type: 'UserRoleChanged', subjectId: user.id, data: { userId: user.id, from: user.role, to: role } })
  user.role = role
}

/** A global admin belongs to no tenant. The tenant that is left is told too. */
async function changeTenant(
  ctx: Context,
  { em, record }: WriteTransaction,
  user: User,
  requestedTenantId: string | null | undefined,
) {
  const from = user.tenantId ?? null
  const to = requestedTenantId === undefined ? from : requestedTenantId
  check(user.role !== 'global_admin' || !requestedTenantId, 'A global admin belongs to no tenant.', {
    tenant_id: 'A global admin belongs to no tenant.',
  })
  const newTenantId = user.role === 'global_admin' ? null : to
  if (newTenantId === from) return
  if (newTenantId) await assertTenantExists(em, newTenantId)
  user.tenantId = newTenantId
  const event = {
    type: 'UserTenantChanged',
    subjectId: user.id,
    data: { userId: user.id, from, to: newTenantId },
  } as const
  record(event)
  if (!from || requestedTenantId === undefined) return
  await em.flush()
  await ctx.database.setScope(em, { tenantId: from })
  const envelope = { actor: ctx.actor, requestId: ctx.requestId }
  await appendEvents(em, from, [{ ...event, eventId: uuidv7(), occurredAt: ctx.now(), envelope }])
  await ctx.database.setScope(em, 'platform')
}

async function setBlocked(ctx: Context, { em, record }: WriteTransaction, user: User, blocked: boolean): Promise<void> {
  if (user.status === 'pending') throw new Refused('This account waits for approval: approve or delete it.')
  if (blocked === (user.status === 'blocked')) return
  if (blocked) await assertGlobalAdminRemains(em, user, 'blocked')
  user.status = blocked ? 'blocked' : 'active'
  record({ type: blocked ? 'UserBlocked' : 'UserUnblocked', subjectId: user.id, data: { userId: user.id } })
  if (blocked) await endSessions(ctx, em, user.id)
}

async function setPassword(
  ctx: Context,
  { em, record }: WriteTransaction,
  user: User,
  passwordHash: string,
): Promise<void> {
  Object.assign(user, { passwordHash, mustChangePassword: true })
  record({ type: 'PasswordReset', subjectId: user.id, data: { userId: user.id } })
  await endSessions(ctx, em, user.id)
}

function applyEdits(
  { record }: WriteTransaction,
  user: User,
  edits: { fullName?: string; phone?: string | null },
): void {
  const fields: string[] = []
  if (edits.fullName !== undefined && edits.fullName !== user.fullName) {
    user.fullName = edits.fullName
    fields.push('full_name')
  }
  if (edits.phone !== undefined && edits.phone !== (user.phone ?? null)) {
    user.phone = edits.phone
    fields.push('phone')
  }
  if (fields.length > 0) record({ type: 'UserEdited', subjectId: user.id, data: { userId: user.id, fields } })
}

/** Two who block each other at the same moment must not leave nobody: the lock lets one go first. */
async function assertGlobalAdminRemains(em: EntityManager, user: User, action: string): Promise<void> {
  if (user.role !== 'global_admin' || user.status !== 'active') return
  const others = { role: 'global_admin', status: 'active', deletedAt: null, id: { $ne: user.id } } as const
  if ((await em.count(User, others)) === 0) throw new Refused(`The last active global admin cannot be ${action}.`)
}

async function assertTenantExists(em: EntityManager, id: string): Promise<void> {
  if (!(await em.count(Tenant, { id }))) throw new NotFound('Tenant not found')
}

async function endSessions(ctx: Context, em: EntityManager, userId: string): Promise<void> {
  await em.nativeUpdate(Session, { userId, endedAt: null }, { endedAt: ctx.now() })
}

function hashNewPassword(ctx: Context, password: string, field: string): Promise<string> {
  const message = 'Password must be at least N characters long'
  checkPassword(password, ctx.config.minimumPasswordLength, message, field)
  return hashPassword(password)
}
