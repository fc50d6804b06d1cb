import { v7 as uuidv7 } from 'uuid'
import type { Context } from '../../context.ts'
import { queryRows, type EntityManager } from '../../database/connection.ts'
import { checkPassword, normalizeEmail, parseName, parseNewEmail } from '../../domain/auth/accounts.ts'
import type { Role } from '../../domain/enums.ts'
import { archivedMessage, check, Forbidden, NotFound } from '../../domain/errors.ts'
import { assertOpen, invitationState, tenantOfToken } from '../../domain/invitations/invitations.ts'
import { assertNotArchived, transact } from '../../log/transact.ts'
import { assignImported } from '../../records/importAssignees.ts'
import { insertUsers } from '../../records/userWrites.ts'
import { hashRegisteredPassword } from '../auth/auth.ts'
import { hashToken } from '../auth/sessions.ts'
import { startSession, type SignInResult } from '../auth/startSession.ts'
import { assertSignInAllowed, recordRegistration, toSignInAttempt } from '../auth/signInLimits.ts'
import { findTenant } from '../tenants/tenants.ts'
import { invitationColumns, readInviters, usesLeftOf, type InvitationRow } from './invitations.ts'

/** What an invitation says to whoever opens its link. */
export interface InvitationOffer {
  companyName: string
  /** Path of the logo. It contains the tenant's id, which the token already reveals. */
  logoUrl: string | null
  role: Role
  /** The address of the account; null if the person chooses it. */
  email: string | null
  expiresAt: Date
}

/** Reads an invitation by its token. Throws `NotFound` for an unknown one, `Gone` for one with which nobody can come any more. */
export async function readInvitationOffer(ctx: Context, token: string): Promise<InvitationOffer> {
  const tenantId = tenantIdOf(token)
  const { tenant, row } = await ctx.database.within({ tenantId }, async (em) => {
    const row = await findByToken(em, tenantId, token)
    return { row, tenant: await findTenant(em, tenantId) }
  })
  await ctx.database.within('accounts', (em) => assertUsable(ctx, em, row))
  if (tenant.archivedAt) throw new Forbidden(archivedMessage)
  const { companyName, logoUrl } = tenant
  return { companyName, logoUrl, role: row.role, email: row.email, expiresAt: row.expiresAt }
}

/**
 * Creates the account that an invitation offers, active at once, and signs it in. Throws as `readInvitationOffer`, `Conflict` when an
 * account has the address, `Refused`, and `TooManyRequests` as registrations and sign-ins do.
 */
export async function acceptInvitation(
  ctx: Context,
  input: { token: string; fullName: string; password: string; email?: string | null },
): Promise<SignInResult> {
  const { token, password } = input
  const offer = await readInvitationOffer(ctx, token)
  const fullName = parseName(input.fullName, 'Full name', 'full_name')
  const email = parseOwnEmail(offer, input.email)
  checkPassword(password, ctx.config, 'Password must be at least N characters', 'password', { email, fullName })
  await ctx.database.within('accounts', async (em) => {
    await assertSignInAllowed(ctx, em, toSignInAttempt(ctx, normalizeEmail(email)))
    await recordRegistration(ctx, em, normalizeEmail(email))
  })
  const passwordHash = await hashRegisteredPassword(password)
  const tenantId = tenantIdOf(token)
  const id = uuidv7()
  const user = await transact(ctx, { scope: 'platform', logTenantId: tenantId }, async (writing) => {
    const { em, record, beforeCommit } = writing
    await ctx.database.setScope(em, { tenantId })
    // Serializes those who come with the same invitation, and its revocation.
    await queryRows(em, 'select from invitations where tenant_id = $1 and token_hash = $2 for update', [
      tenantId,
      hashToken(token),
    ])
    const row = await findByToken(em, tenantId, token)
    await ctx.database.setScope(em, 'platform')
    await assertUsable(ctx, em, row)
    const { id: invitationId, role } = row
    const account = { id, email, fullName, role, tenantId, passwordHash, mustChangePassword: false }
    await insertUsers(em, [{ ...account, phone: null, status: 'active', createdAt: ctx.now() }])
    record({ type: 'UserCreated', subjectId: id, data: { userId: id, role, tenantId } })
    record({ type: 'InvitationAccepted', subjectId: id, data: { invitationId, userId: id, role } })
    await ctx.database.setScope(em, { tenantId })
    await assignImported(ctx, writing, tenantId, account)
    beforeCommit(async (tenantEm) => {
      // An archiving that began meanwhile has committed, because it appends to the same log.
      await assertNotArchived(tenantEm, tenantId)
      await queryRows(
        tenantEm,
        'insert into invitation_uses (tenant_id, invitation_id, user_id, used_at) values ($1, $2, $3, $4)',
        [tenantId, invitationId, id, ctx.now()],
      )
    })
    return account
  })
  return (await startSession(ctx, user))!
}

/** The address of the new account. An invitation that names one is for no other. */
function parseOwnEmail(offer: InvitationOffer, given: string | null | undefined): string {
  if (!offer.email) return parseNewEmail(given ?? '')
  const isSame = !given?.trim() || normalizeEmail(given) === normalizeEmail(offer.email)
  const message = 'This invitation is for another email address.'
  check(isSame, message, { email: message })
  return offer.email
}

/** Throws `NotFound` for a text that is no token. */
function tenantIdOf(token: string): string {
  const tenantId = tenantOfToken(token)
  if (!tenantId) throw new NotFound('Invitation not found')
  return tenantId
}

async function findByToken(em: EntityManager, tenantId: string, token: string): Promise<InvitationRow> {
  const [found] = await queryRows<InvitationRow>(
    em,
    `select ${invitationColumns} from invitations i where i.tenant_id = $1 and i.token_hash = $2`,
    [tenantId, hashToken(token)],
  )
  if (!found) throw new NotFound('Invitation not found')
  return found
}

async function assertUsable(ctx: Context, em: EntityManager, row: InvitationRow): Promise<void> {
  const inviters = await readInviters(em, [row.createdById])
  assertOpen(invitationState({ ...row, usesLeft: usesLeftOf(row) }, inviters.get(row.createdById) ?? null, ctx.now()))
}
