import { randomBytes } from 'node:crypto'
import type { InvitationState, Role } from '../enums.ts'
import { check, Gone } from '../errors.ts'
import { isUuid } from '../ids.ts'
import { rolesInvitedBy } from '../permissions.ts'

export const maxInvitationUses = 100
export const maxInvitationDays = 30
const dayMs = 86_400_000

/** The number of people whom an invitation is for; one by default, and one if it names an address. */
export function parseUses(uses: number | null | undefined, email: string | null): number {
  const given = uses ?? 1
  const message = `An invitation is for 1 to ${maxInvitationUses} people.`
  check(Number.isInteger(given) && given >= 1 && given <= maxInvitationUses, message, { uses: message })
  const oneMessage = 'An invitation that names an email address is for one person.'
  check(email === null || given === 1, oneMessage, { uses: oneMessage })
  return given
}

/** When an invitation expires: after seven days by default. */
export function parseInvitationExpiry(days: number | null | undefined, now: Date): Date {
  const given = days ?? 7
  const message = `An invitation is valid for 1 to ${maxInvitationDays} days.`
  check(Number.isInteger(given) && given >= 1 && given <= maxInvitationDays, message, { expires_in_days: message })
  return new Date(now.getTime() + given * dayMs)
}

/** The days until the invitation expires, as it was created with. */
export const daysUntil = (expiresAt: Date, now: Date): number =>
  Math.round((expiresAt.getTime() - now.getTime()) / dayMs)

/** A new token. It begins with the tenant, so that it is looked up among the tenant's own rows. */
export function makeInvitationToken(tenantId: string): string {
  return Buffer.concat([Buffer.from(tenantId.replaceAll('-', ''), 'hex'), randomBytes(24)]).toString('base64url')
}

/** The tenant of a token; null for a text that cannot be one. */
export function tenantOfToken(token: string): string | null {
  if (!/^[\w-]{54}$/.test(token)) return null
  const hex = Buffer.from(token, 'base64url').toString('hex', 0, 16)
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
  return isUuid(id) ? id : null
}

/** Who created an invitation, as their account is now. */
export interface Inviter {
  role: Role
  status: string
  tenantId: string | null
}

interface InvitationFacts {
  tenantId: string
  role: Role
  usesLeft: number
  expiresAt: Date
  revokedAt: Date | null
}

/** The state of an invitation. It needs its creator, so that nobody comes by the link of somebody who was blocked. */
export function invitationState(invitation: InvitationFacts, inviter: Inviter | null, now: Date): InvitationState {
  if (invitation.revokedAt) return 'revoked'
  if (invitation.usesLeft <= 0) return 'used_up'
  if (invitation.expiresAt <= now) return 'expired'
  const isOfTenant = inviter?.role === 'global_admin' || inviter?.tenantId === invitation.tenantId
  const mayInvite = inviter?.status === 'active' && isOfTenant && rolesInvitedBy(inviter.role).includes(invitation.role)
  return mayInvite ? 'open' : 'lapsed'
}

/** Throws `Gone` unless somebody can come with the invitation. It does not say why, because whoever has the link may be a stranger. */
export function assertOpen(state: InvitationState): void {
  if (state !== 'open') throw new Gone('This invitation is no longer valid.')
}
