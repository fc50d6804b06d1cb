import { v7 as uuidv7 } from 'uuid'
import type { Context } from '../../context.ts'
import { queryRows, type EntityManager } from '../../database/connection.ts'
import { normalizeEmail, parseNewEmail } from '../../domain/auth/accounts.ts'
import { isMailAddress } from '../../domain/auth/emails.ts'
import type { InvitationState, Role } from '../../domain/enums.ts'
import { Conflict, Forbidden, NotFound } from '../../domain/errors.ts'
import { parseId } from '../../domain/ids.ts'
import {
  daysUntil,
  invitationState,
  makeInvitationToken,
  parseInvitationExpiry,
  parseUses,
  type Inviter,
} from '../../domain/invitations/invitations.ts'
import { decodeCursor, pageOf, type Page, type PageRequest } from '../../domain/paging.ts'
import { authorize, invitableRoles, requireTenant } from '../../domain/permissions.ts'
import { countUse } from '../../log/quotas.ts'
import { transactInTenant } from '../../log/transact.ts'
import { linkForCaller, linkTo, queueMail } from '../../records/mailWrites.ts'
import { findAccount } from '../../records/userWrites.ts'
import { hashToken } from '../auth/sessions.ts'
import { findTenant } from '../tenants/tenants.ts'
import { readUserRefs, userRefOf, type UserRef } from '../users/userRefs.ts'

/** An invitation as the managers of its tenant see it. */
export interface InvitationView {
  id: string
  role: Role
  /** The only address that can come with it; null for any. */
  email: string | null
  uses: number
  usesLeft: number
  state: InvitationState
  createdAt: Date
  expiresAt: Date
  revokedAt: Date | null
  createdBy: UserRef
  /** Who came with it, in this order. */
  acceptedBy: UserRef[]
}

export interface NewInvitation {
  email?: string | null
  role: Role
  /** One by default. */
  uses?: number | null
  /** Seven by default. */
  expiresInDays?: number | null
  /** Undefined: the actor's tenant, or the one that a global admin chose. */
  tenantId?: string | null
}

/** An invitation as it is stored. */
export interface InvitationRow {
  tenantId: string
  id: string
  role: Role
  email: string | null
  uses: number
  createdById: string
  createdAt: Date
  expiresAt: Date
  revokedAt: Date | null
  acceptedIds: string[]
  cursorAt: string
}

/** Of an invitation `i` of the tenant $1. */
export const invitationColumns = `i.tenant_id as "tenantId", i.id, i.role, i.email, i.uses, i.created_by as "createdById",
  i.created_at as "createdAt", i.expires_at as "expiresAt", i.revoked_at as "revokedAt", i.created_at::text as "cursorAt",
  array(select u.user_id from invitation_uses u where u.tenant_id = $1 and u.invitation_id = i.id
    order by u.used_at, u.user_id) as "acceptedIds"`

export const usesLeftOf = ({ uses, acceptedIds }: InvitationRow): number => uses - acceptedIds.length

/** The invitations of the tenant, newest first. */
export async function listInvitations(ctx: Context, page: PageRequest): Promise<Page<InvitationView>> {
  authorize(ctx.actor, 'invitation.manage')
  const tenantId = requireTenant(ctx.actor)
  const after = page.after ? decodeCursor(page.after) : null
  const found = await ctx.database.within({ tenantId }, (em) =>
    queryRows<InvitationRow>(
      em,
      `select ${invitationColumns} from invitations i
       where i.tenant_id = $1 and ($2::timestamptz is null or (i.created_at, i.id) < ($2, $3::uuid))
       order by i.created_at desc, i.id desc limit $4 offset $5`,
      [tenantId, after?.at ?? null, after?.id ?? null, page.limit + 1, page.offset ?? 0],
    ),
  )
  const { items, ...rest } = pageOf(found, page.limit)
  return { ...rest, items: await toViews(ctx, tenantId, items) }
}

/** The number of invitations that `listInvitations` returns over all pages. */
export async function countInvitations(ctx: Context): Promise<number> {
  authorize(ctx.actor, 'invitation.manage')
  const tenantId = requireTenant(ctx.actor)
  const [row] = await ctx.database.within({ tenantId }, (em) =>
    queryRows<{ n: number }>(em, 'select count(*)::int as n from invitations where tenant_id = $1', [tenantId]),
  )
  return row!.n
}

/**
 * Creates an invitation. The token is in `url` and cannot be read again; an invitation that names an address is also `mailed`, if the
 * server sends mails. Throws `Forbidden` for a role that the actor may not invite,
 * `NotFound` for another tenant, `Conflict` when an account has the address, `Refused`, and `QuotaExceeded`.
 */
export async function createInvitation(
  ctx: Context,
  input: NewInvitation,
): Promise<{ url: string; mailed: boolean; invitation: InvitationView }> {
  authorize(ctx.actor, 'invitation.manage')
  const actor = ctx.actor!
  const choosesTenant = actor.role === 'global_admin' && actor.viewedRole === null
  const tenantId = input.tenantId ? parseId(input.tenantId, 'Tenant') : requireTenant(actor)
  if (!choosesTenant && tenantId !== requireTenant(actor)) throw new NotFound('Tenant not found')
  const { role } = input
  if (!invitableRoles(actor).includes(role)) throw new Forbidden('You cannot invite users with this role.')
  const email = input.email?.trim() ? parseNewEmail(input.email) : null
  const uses = parseUses(input.uses, email)
  const expiresAt = parseInvitationExpiry(input.expiresInDays, ctx.now())
  if (email) await assertAddressAvailable(ctx, email)
  const token = makeInvitationToken(tenantId)
  const path = `/invitation/${token}`
  const id = uuidv7()
  const mailed = email !== null && ctx.config.mail !== null && isMailAddress(email)
  const row = await transactInTenant(ctx, tenantId, async (writing) => {
    const { em, record } = writing
    const { companyName: company } = await findTenant(em, tenantId)
    await countUse(em, ctx, tenantId, 'invitations')
    await queryRows(
      em,
      `insert into invitations (tenant_id, id, token_hash, role, email, uses, created_by, created_at, expires_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [tenantId, id, hashToken(token), role, email, uses, actor.userId, ctx.now(), expiresAt],
    )
    const data = { invitationId: id, role, uses, expiresAt: expiresAt.toISOString() }
    record({ type: 'InvitationCreated', subjectId: id, data })
    if (mailed) {
      const content = {
        company,
        inviter: actor.fullName,
        role,
        url: linkTo(ctx, path),
        days: daysUntil(expiresAt, ctx.now()),
      }
      queueMail(ctx, writing, { kind: 'invitation', to: email, content, expiresAt })
    }
    return findInvitation(em, tenantId, id)
  })
  const [invitation] = await toViews(ctx, tenantId, [row])
  return { url: linkForCaller(ctx, path), mailed, invitation: invitation! }
}

/**
 * Revokes an invitation; one that is revoked stays as it is. Throws `NotFound`, and `Forbidden` for one to a role that the actor may
 * not invite.
 */
export async function revokeInvitation(ctx: Context, id: string): Promise<void> {
  authorize(ctx.actor, 'invitation.manage')
  const tenantId = requireTenant(ctx.actor)
  const invitationId = parseId(id, 'Invitation')
  await transactInTenant(ctx, tenantId, async ({ em, record }) => {
    const before = await findInvitation(em, tenantId, invitationId, 'for update')
    if (!invitableRoles(ctx.actor!).includes(before.role))
      throw new Forbidden('You cannot revoke an invitation to this role.')
    if (before.revokedAt) return
    await queryRows(em, 'update invitations set revoked_at = $3 where tenant_id = $1 and id = $2', [
      tenantId,
      invitationId,
      ctx.now(),
    ])
    record({ type: 'InvitationRevoked', subjectId: invitationId, data: { invitationId } })
  })
}

async function findInvitation(
  em: EntityManager,
  tenantId: string,
  id: string,
  lock: '' | 'for update' = '',
): Promise<InvitationRow> {
  const [found] = await queryRows<InvitationRow>(
    em,
    `select ${invitationColumns} from invitations i where i.tenant_id = $1 and i.id = $2 ${lock}`,
    [tenantId, id],
  )
  if (!found) throw new NotFound('Invitation not found')
  return found
}

/** Throws `Conflict` when an account has the address, which registration tells, too. */
async function assertAddressAvailable(ctx: Context, email: string): Promise<void> {
  const emailKey = normalizeEmail(email)
  const found = await ctx.database.within('accounts', (em) => findAccount(em, { emailKey }))
  if (found) throw new Conflict('An account with this email already exists.')
}

async function toViews(ctx: Context, tenantId: string, rows: readonly InvitationRow[]): Promise<InvitationView[]> {
  const creatorIds = [...new Set(rows.map(({ createdById }) => createdById))]
  const named = [...creatorIds, ...rows.flatMap(({ acceptedIds }) => acceptedIds)]
  const users = await ctx.database.within({ tenantId }, (em) => readUserRefs(em, named))
  const inviters = await ctx.database.within('accounts', (em) => readInviters(em, creatorIds))
  return rows.map((row) => {
    const { id, role, email, uses, createdAt, expiresAt, revokedAt } = row
    const usesLeft = usesLeftOf(row)
    return {
      ...{ id, role, email, uses, usesLeft, createdAt, expiresAt, revokedAt },
      state: invitationState({ ...row, usesLeft }, inviters.get(row.createdById) ?? null, ctx.now()),
      createdBy: userRefOf(users, row.createdById),
      acceptedBy: row.acceptedIds.map((userId) => userRefOf(users, userId)),
    }
  })
}

/** The accounts of those who created invitations, by id. Not in the scope of a tenant, which hides global admins. */
export async function readInviters(em: EntityManager, ids: readonly string[]): Promise<Map<string, Inviter>> {
  const found = await queryRows<Inviter & { id: string }>(
    em,
    'select id, role, status, tenant_id as "tenantId" from users where id = any($1::uuid[]) and deleted_at is null',
    [ids],
  )
  return new Map(found.map((user) => [user.id, user]))
}
