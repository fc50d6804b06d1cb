import { v7 as uuidv7 } from 'uuid'
import type { Context } from '../../context.ts'
import { queryRows, type EntityManager } from '../../database/connection.ts'
import { checkPassword, parseName, parseNewEmail, parsePhone } from '../../domain/auth/accounts.ts'
import { Conflict, Forbidden, NotFound, Refused, check } from '../../domain/errors.ts'
import { parseId } from '../../domain/ids.ts'
import { hashPassword } from '../../domain/auth/passwords.ts'
import { assignableRoles, authorize, losesPermissions, requireTenant } from '../../domain/permissions.ts'
import type { Role } from '../../domain/enums.ts'
import { platformTenantId } from '../../events/catalog.ts'
import { appendEvents } from '../../log/append.ts'
import { transact, type WriteTransaction } from '../../log/transact.ts'
import { assignImported } from '../../records/importAssignees.ts'
import { assertHoldsNothing, endHoldings } from '../../records/territoryHoldings.ts'
import { linkTo, queueMail } from '../../records/mailWrites.ts'
import { deleteUsers, editUsers, findAccount, insertUsers, updateUsers, type User } from '../../records/userWrites.ts'
import { endAccess, endApiKeys, endSessions, lockAccounts, replacePassword } from '../auth/auth.ts'
import { requireRecentPassword, requireRecentPasswordOfPerson } from '../auth/passwordConfirmation.ts'
import { deleteSecondFactor } from '../auth/secondFactors.ts'
import { invalidateSessions } from '../auth/sessions.ts'
import { readToday } from '../tenants/calendar.ts'
import { findTenant } from '../tenants/tenants.ts'
import { findUser, readUser, type UserView } from './users.ts'

export interface NewUser {
  email: string
  password: string
  fullName: string
  role: Role
  /**
   * Undefined: the actor's tenant, or the one that a global admin chose. Null: no tenant, for a global admin only. Any other
   * actor can add users to their own tenant only.
   */
  tenantId?: string | null
  phone?: string | null
}

/** Undefined fields stay unchanged. */
export interface UserChange {
  fullName?: string | null
  role?: Role | null
  tenantId?: string | null
  phone?: string | null
  /** An empty password is ignored (spec §5). */
  password?: string | null
  /** True approves a pending account and unblocks a blocked one; false blocks. */
  active?: boolean | null
}

/** Changing a role needs the password. Approving an account, which gives it its first role, does not. */
async function requirePasswordForRole(ctx: Context, id: string, role: Role): Promise<void> {
  const user = await readUser(ctx, id)
  if (user.status !== 'pending' && user.role !== role) await requireRecentPassword(ctx)
}

/**
 * Creates an active account that must change its password at the first sign-in. Throws `Forbidden` for a role that the actor
 * may not assign, `Refused` with the messages of spec §5, `Conflict` when an account has this email.
 */
export async function createUser(ctx: Context, input: NewUser): Promise<UserView> {
  authorize(ctx.actor, 'user.add')
  const actor = ctx.actor!
  if (!assignableRoles(actor).includes(input.role)) throw new Forbidden('You cannot add users with this role.')
  // Any tenant but their own does not exist for these actors.
  const isBoundToTenant = actor.role !== 'global_admin' || actor.viewedRole !== null
  const isWithoutTenant = input.tenantId === null && !isBoundToTenant
  const tenantId = input.tenantId ? parseId(input.tenantId, 'Tenant') : isWithoutTenant ? null : actor.tenantId
  if (isBoundToTenant && tenantId !== requireTenant(actor)) throw new NotFound('Tenant not found')
  const email = parseNewEmail(input.email)
  const fullName = parseName(input.fullName, 'Full name', 'full_name')
  const phone = parsePhone(input.phone)
  checkPassword(input.password, ctx.config, 'Password must be at least N characters', 'password', { email, fullName })
  const passwordHash = await hashPassword(input.password)
  const id = uuidv7()
  return transact(ctx, { scope: 'platform', logTenantId: tenantId ?? platformTenantId }, async (writing) => {
    const { em, record } = writing
    await lockAccounts(em)
    if (tenantId) await findTenant(em, tenantId)
    const { role } = input
    const account = { status: 'active', mustChangePassword: true, createdAt: ctx.now() } as const
    await insertUsers(em, [{ id, email, fullName, role, tenantId, phone, passwordHash, ...account }])
    record({ type: 'UserCreated', subjectId: id, data: { userId: id, role, tenantId } })
    const user = await findUser(em, id)
    if (tenantId) {
      await ctx.database.setScope(em, { tenantId })
      await assignImported(ctx, writing, tenantId, user)
    }
    return user
  })
}

/**
 * Changes another user's account, and approves, blocks or unblocks it according to `active`. Throws `PasswordRequired` if that
 * changes the role or the password.
 */
export async function updateUser(ctx: Context, id: string, input: UserChange): Promise<UserView> {
  authorize(ctx.actor, 'user.manage')
  if (input.password) await requireRecentPasswordOfPerson(ctx)
  if (input.role != null) await requirePasswordForRole(ctx, id, input.role)
  const edits = {
    fullName: input.fullName == null ? undefined : parseName(input.fullName, 'Full name', 'full_name'),
    phone: input.phone === undefined ? undefined : parsePhone(input.phone),
  }
  const passwordHash = input.password ? await hashNewPassword(ctx, id, input.password, 'password') : undefined
  const tenantId = input.tenantId ? parseId(input.tenantId, 'Tenant') : input.tenantId
  return changeAccount(ctx, id, tenantId, async (user, writing) => {
    const isApproval = user.status === 'pending' && input.active === true
    if (isApproval) await approve(ctx, writing, user, input.role ?? user.role, tenantId ?? user.tenantId)
    else {
      await changeRole(ctx, writing, user, input.role ?? user.role)
      await changeTenant(ctx, writing, user, tenantId)
      if (typeof input.active === 'boolean') await setBlocked(ctx, writing, user, !input.active)
    }
    const { fullName = user.fullName, phone = user.phone } = edits
    await editUsers(writing, [{ before: user, after: { fullName, phone } }])
    if (passwordHash) await setPassword(ctx, writing, user, passwordHash)
  })
}

/** Approves a pending account with `role` in the tenant. Throws `Conflict` when the account is not pending. */
export async function approveUser(
  ctx: Context,
  id: string,
  input: { tenantId: string; role: Role },
): Promise<UserView> {
  authorize(ctx.actor, 'user.manage')
  const tenantId = parseId(input.tenantId, 'Tenant')
  return changeAccount(ctx, id, tenantId, async (user, writing) => {
    if (user.status !== 'pending') throw new Conflict('This account is already approved.')
    return approve(ctx, writing, user, input.role, tenantId)
  })
}

/** Blocks or unblocks an account; toggles when `blocked` is null. Blocking ends all sessions and API keys, and what the user holds. */
export async function setUserBlocked(ctx: Context, id: string, blocked: boolean | null): Promise<UserView> {
  authorize(ctx.actor, 'user.manage')
  return changeAccount(ctx, id, undefined, (user, writing) =>
    setBlocked(ctx, writing, user, blocked ?? user.status !== 'blocked'),
  )
}

/**
 * Sets a password that must be changed at the next sign-in, and ends all sessions of the account. Throws `PasswordRequired`, so that a
 * session that was left open does not let a stranger sign in as any other user.
 */
export async function resetUserPassword(ctx: Context, id: string, newPassword: string): Promise<void> {
  authorize(ctx.actor, 'user.manage')
  await requireRecentPasswordOfPerson(ctx)
  const passwordHash = await hashNewPassword(ctx, id, newPassword, 'new_password')
  await changeAccount(ctx, id, undefined, (user, writing) => setPassword(ctx, writing, user, passwordHash))
}

/**
 * Turns two factors off for a user who cannot make codes any more, and ends all sessions of the account. Its password stays. Throws
 * `PasswordRequired`, and `Conflict` if they are off.
 */
export async function resetTwoFactors(ctx: Context, id: string): Promise<void> {
  authorize(ctx.actor, 'user.manage')
  await requireRecentPasswordOfPerson(ctx)
  await changeAccount(ctx, id, undefined, async (user, writing) => {
    if (!(await deleteSecondFactor(writing.em, user.id))) throw new Conflict('Two factors are off for this account.')
    writing.record({ type: 'TwoFactorsReset', subjectId: user.id, data: { userId: user.id } })
    await endSessions(ctx, writing, user.id)
  })
}

/** Deletes the account so that its email can be used again, and ends what the user holds. Its name stays on everything it created. */
export async function deleteUser(ctx: Context, id: string): Promise<void> {
  authorize(ctx.actor, 'user.manage')
  await changeAccount(ctx, id, undefined, async (user, writing) => {
    await assertGlobalAdminRemains(writing.em, user, 'deleted')
    await deleteUsers(ctx, writing, [user])
    user.deletedAt = ctx.now()
    await deleteSecondFactor(writing.em, user.id)
    await endAccess(ctx, writing, user.id)
    await recordEndOfHoldings(ctx, writing, user, user.tenantId)
  })
}

/**
 * Runs `work` on another user's account while no other account can change, then invalidates the account's sessions. Records
 * events in the log of `newTenantId`; undefined stands for the current tenant of the account. Throws `NotFound`, or `Forbidden`
 * for the actor's own account.
 */
async function changeAccount(
  ctx: Context,
  id: string,
  newTenantId: string | null | undefined,
  work: (user: User, writing: WriteTransaction) => Promise<void>,
): Promise<UserView> {
  const before = await readUser(ctx, id)
  if (before.id === ctx.actor!.userId) throw new Forbidden('You cannot change your own account here.')
  const logTenantId = (newTenantId === undefined ? before.tenantId : newTenantId) ?? platformTenantId
  const after = await transact(ctx, { scope: 'platform', logTenantId }, async (writing) => {
    await lockAccounts(writing.em)
    const user = await findAccount(writing.em, { id: before.id })
    if (!user || user.deletedAt) throw new NotFound('User not found')
    if (user.tenantId !== before.tenantId) throw new Conflict('This account was changed by someone else. Try again.')
    await work(user, writing)
    return user.deletedAt ? before : findUser(writing.em, user.id)
  })
  if (before.tenantId && before.tenantId !== logTenantId)
    ctx.live.announce(before.tenantId, ['UserTenantChanged', 'TerritoryAssigned'], 0)
  invalidateSessions(ctx, before.id)
  return after
}

async function approve(
  ctx: Context,
  writing: WriteTransaction,
  user: User,
  role: Role,
  tenantId: string | null,
): Promise<void> {
  if (role === 'global_admin')
    throw new Refused('An account cannot be approved as a global admin.', { role: 'Choose a role' })
  check(tenantId, 'Choose a tenant', { tenant_id: 'Choose a tenant' })
  const { em, record } = writing
  const { companyName: company } = await findTenant(em, tenantId)
  await change(em, user, { status: 'active', role, tenantId })
  const content = { company, role, url: linkTo(ctx, '/login') }
  queueMail(ctx, writing, { kind: 'account_approved', to: user.email, content })
  record({ type: 'UserApproved', subjectId: user.id, data: { userId: user.id, role, tenantId } })
}

/**
 * Changes the role. Sessions go on with the new one. API keys end if that takes a permission away, because a program would fail
 * where nobody sees it, or do something else than before.
 */
async function changeRole(ctx: Context, writing: WriteTransaction, user: User, role: Role): Promise<void> {
  const from = user.role
  if (role === from) return
  await assertGlobalAdminRemains(writing.em, user, 'demoted')
  writing.record({ type: 'UserRoleChanged', subjectId: user.id, data: { userId: user.id, from, to: role } })
  await change(writing.em, user, { role })
  if (losesPermissions(from, role)) await endApiKeys(ctx, writing, user.id)
}

/**
 * Moves the user to another tenant, ends all sessions, API keys and territories that they hold, and records it in the logs of both. A global admin belongs to
 * no tenant.
 */
async function changeTenant(
  ctx: Context,
  writing: WriteTransaction,
  user: User,
  requestedTenantId: string | null | undefined,
) {
  const { em, record } = writing
  const from = user.tenantId
  const to = requestedTenantId === undefined ? from : requestedTenantId
  check(user.role !== 'global_admin' || !requestedTenantId, 'A global admin belongs to no tenant.', {
    tenant_id: 'A global admin belongs to no tenant.',
  })
  const newTenantId = user.role === 'global_admin' ? null : to
  if (newTenantId === from) return
  if (newTenantId) await findTenant(em, newTenantId)
  await change(em, user, { tenantId: newTenantId })
  const data = { userId: user.id, from, to: newTenantId }
  const event = { type: 'UserTenantChanged', subjectId: user.id, data } as const
  record(event)
  await endAccess(ctx, writing, user.id)
  if (requestedTenantId === undefined) await recordEndOfHoldings(ctx, writing, user, from)
  if (!from || requestedTenantId === undefined) return
  await ctx.database.setScope(em, { tenantId: from })
  const today = await readToday(em, ctx, from)
  const ended = await endHoldings(em, from, user.id, today)
  const envelope = { actor: ctx.actor, requestId: ctx.requestId }
  const events = [event, ...ended].map((each) => ({ ...each, eventId: uuidv7(), occurredAt: ctx.now(), envelope }))
  await appendEvents(em, from, events)
  await assertHoldsNothing(em, from, user.id, today)
  await ctx.database.setScope(em, 'platform')
}

async function setBlocked(ctx: Context, writing: WriteTransaction, user: User, blocked: boolean): Promise<void> {
  const { em, record } = writing
  if (user.status === 'pending') throw new Refused('This account is pending. Approve or delete it instead.')
  if (blocked === (user.status === 'blocked')) return
  if (blocked) await assertGlobalAdminRemains(em, user, 'blocked')
  await change(em, user, { status: blocked ? 'blocked' : 'active' })
  record({ type: blocked ? 'UserBlocked' : 'UserUnblocked', subjectId: user.id, data: { userId: user.id } })
  if (!blocked) return
  await endAccess(ctx, writing, user.id)
  await recordEndOfHoldings(ctx, writing, user, user.tenantId)
}

/** Ends what the user holds in the tenant whose log this transaction writes. Territories of people without access would look taken. */
async function recordEndOfHoldings(
  ctx: Context,
  { em, record, beforeCommit }: WriteTransaction,
  user: User,
  tenantId: string | null,
): Promise<void> {
  if (tenantId === null) return
  await ctx.database.setScope(em, { tenantId })
  const today = await readToday(em, ctx, tenantId)
  for (const event of await endHoldings(em, tenantId, user.id, today)) record(event)
  beforeCommit((last) => assertHoldsNothing(last, tenantId, user.id, today))
  await ctx.database.setScope(em, 'platform')
}

async function setPassword(ctx: Context, writing: WriteTransaction, user: User, passwordHash: string): Promise<void> {
  await replacePassword(ctx, writing, user.id, { passwordHash, mustChangePassword: true })
  writing.record({ type: 'PasswordReset', subjectId: user.id, data: { userId: user.id } })
}

/** Changes the account, and what was read of it. */
async function change(em: EntityManager, user: User, values: Partial<User>): Promise<void> {
  await updateUsers(em, [{ id: user.id, ...values }])
  Object.assign(user, values)
}

/** Throws `Refused` when `user` is the last active global admin. Two who block each other are serialized by `lockAccounts`. */
async function assertGlobalAdminRemains(em: EntityManager, user: User, action: string): Promise<void> {
  if (user.role !== 'global_admin' || user.status !== 'active') return
  const others = await queryRows(
    em,
    `select from users where role = 'global_admin' and status = 'active' and deleted_at is null and id <> $1 limit 1`,
    [user.id],
  )
  if (others.length === 0) throw new Refused(`The last active global admin cannot be ${action}.`)
}

async function hashNewPassword(ctx: Context, id: string, password: string, field: string): Promise<string> {
  const message = 'Password must be at least N characters long'
  checkPassword(password, ctx.config, message, field, await readUser(ctx, id))
  return hashPassword(password)
}
