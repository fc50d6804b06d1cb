import type { Context } from '../context.ts'
import { rows } from '../database/connection.ts'
import { Forbidden, Refused, Unauthenticated } from '../domain/errors.ts'
import { isUuid } from '../domain/ids.ts'
import type { Actor } from '../domain/permissions.ts'
import { roles, type Role } from '../domain/words.ts'
import { hashToken } from './auth.ts'

/** What a request says of who it comes from. */
export interface Credentials {
  token: string | null
  /** Header X-Impersonate-Role. */
  viewedRole?: string | null
  /** Header X-Tenant-Id: the tenant a global admin chose. */
  chosenTenantId?: string | null
}

interface Found {
  session: Omit<Actor, 'viewedRole'>
  expiresAt: number
}

/** A session that was found is believed for this long, so that ending one is felt everywhere within a second. */
const believeMs = 500
const believed = new Map<string, { found: Promise<Found | null>; until: number }>()

/**
 * Who the credentials stand for; null without a token. Throws `Unauthenticated` for a token that is unknown, ended,
 * over 24 hours old or of an account that may not sign in, and refuses views that are not allowed.
 */
export async function findActor(ctx: Pick<Context, 'database' | 'now'>, given: Credentials): Promise<Actor | null> {
  if (!given.token) return null
  const key = hashToken(given.token).toString('base64url')
  const now = ctx.now().getTime()
  let entry = believed.get(key)
  if (!entry || entry.until < now) {
    entry = { found: lookUp(ctx, Buffer.from(key, 'base64url')), until: now + believeMs }
    if (believed.size > 50_000) believed.clear()
    believed.set(key, entry)
    entry.found.catch(() => believed.delete(key))
  }
  const found = await entry.found
  if (!found || found.expiresAt <= now) throw new Unauthenticated('Session expired, please login again')
  return withView(found.session, given)
}

/** Forgets what is believed of one session, so that its end is felt at once in this process. */
export function forgetSession(sessionId: string): void {
  void forgetWhere((session) => session.sessionId === sessionId)
}

/** Forgets what is believed of a user's sessions. */
export function endedHere(userId: string): void {
  void forgetWhere((session) => session.userId === userId)
}

async function forgetWhere(matches: (session: Found['session']) => boolean): Promise<void> {
  for (const [key, { found }] of believed) {
    const known = await found.catch(() => null)
    if (known && matches(known.session)) believed.delete(key)
  }
}

async function lookUp(ctx: Pick<Context, 'database'>, tokenHash: Buffer): Promise<Found | null> {
  const [row] = await ctx.database.within('platform', (em) =>
    rows<Omit<Found['session'], never> & { expiresAt: Date }>(
      em,
      `select u.id as "userId", s.id as "sessionId", u.email, u.full_name as "fullName", u.role,
         u.tenant_id as "tenantId", u.must_change_password as "mustChangePassword", s.expires_at as "expiresAt"
       from sessions s join users u on u.id = s.user_id
       where s.token_hash = $1 and s.ended_at is null and u.status = 'active'`,
      [tokenHash],
    ),
  )
  if (!row) return null
  const { expiresAt, ...session } = row
  return { session, expiresAt: expiresAt.getTime() }
}

function withView(session: Found['session'], given: Credentials): Actor {
  const globalAdmin = session.role === 'global_admin'
  const viewedRole = given.viewedRole || null
  if (viewedRole && !globalAdmin) throw new Forbidden('Only global admins can impersonate roles.')
  if (viewedRole && !roles.includes(viewedRole as Role)) throw new Refused('X-Impersonate-Role names no role.')
  const chosen = given.chosenTenantId || null
  if (chosen && !isUuid(chosen)) throw new Refused('X-Tenant-Id must be the id of a tenant.')
  return {
    ...session,
    // Only a global admin chooses a tenant; everybody else has one.
    tenantId: globalAdmin && !session.tenantId ? chosen : session.tenantId,
    viewedRole: viewedRole === 'global_admin' ? null : (viewedRole as Role | null),
  }
}
