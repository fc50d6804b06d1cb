import type { Context } from '../context.ts'
import { rows } from '../database/connection.ts'
import { Forbidden, NotFound, Refused, Unauthenticated } from '../domain/errors.ts'
import { knownId } from '../domain/ids.ts'
import type { Actor } from '../domain/permissions.ts'
import { roles, type ApiKeyScope, type Role } from '../domain/words.ts'
import { hashToken } from './auth.ts'

/** What a request says of who it comes from. */
export interface Credentials {
  token: string | null
  /** Header X-Impersonate-Role. */
  viewedRole?: string | null
  /** Header X-Tenant-Id: the tenant a global admin chose. */
  chosenTenantId?: string | null
}

/** A session, or an API key used in its place, as it stands in the database. */
interface Found {
  session: Omit<Actor, 'viewedRole'>
  expiresAt: number
  /** Of an API key: when it was last seen to be used. */
  lastUsedAt: Date | null
  /** The view that the log was last told of. */
  notedRole: Role | null
  notedTenantId: string | null
}

interface Belief {
  found: Promise<Found | null>
  until: number
  /** Whose it is; not there until it was found. */
  userId?: string
}

// An account of the demo has a password that everybody knows: it may sign in only where the demo runs (`u.demo <= …`).
type Reading = Pick<Context, 'database' | 'now'> & { config: Pick<Context['config'], 'demo'> }

/** A session that was found is believed for this long, so that ending one is felt everywhere within a second. */
const believeMs = 500
const believed = new Map<string, Belief>()
/** Tenants are never deleted, so one that was seen is known for good. */
const knownTenants = new Set<string>()
/** API keys are told from session tokens by how they begin; whoever finds one somewhere knows what it is. */
export const keyPrefix = 'plk_'

/**
 * Who the credentials stand for; null without a token. Throws `Unauthenticated` for a token that is unknown, ended,
 * expired or of an account that may not sign in, `NotFound` for a chosen tenant that does not exist, and
 * refuses views that are not allowed.
 */
export async function findActor(ctx: Reading, given: Credentials): Promise<Actor | null> {
  if (!given.token) return null
  const found = await findSession(ctx, given.token)
  return { ...found.session, ...(await viewOf(ctx, found.session, given)) }
}

/** The session of a token with the view that was last noted for it. Throws `Unauthenticated` when there is none. */
export async function findSession(ctx: Reading, token: string): Promise<Found> {
  const key = hashToken(token).toString('base64url')
  const now = ctx.now().getTime()
  let entry = believed.get(key)
  if (!entry || entry.until < now) {
    const look = token.startsWith(keyPrefix) ? lookUpKey : lookUp
    const belief: Belief = { found: look(ctx, Buffer.from(key, 'base64url')), until: now + believeMs }
    if (believed.size > 50_000) believed.clear()
    believed.set(key, belief)
    belief.found.then(
      (found) => (belief.userId = found?.session.userId),
      () => believed.delete(key),
    )
    entry = belief
  }
  const found = await entry.found
  if (!found || found.expiresAt <= now)
    throw new Unauthenticated(
      token.startsWith(keyPrefix)
        ? 'This API key is unknown, expired or revoked.'
        : 'Session expired, please login again',
    )
  return found
}

/** Tells every process, this one at once, to look at a user's sessions again. Call it after the commit. */
export function sessionsChanged(ctx: Pick<Context, 'live'>, userId: string): void {
  forgetSessions(userId)
  ctx.live.announceSessions(userId)
}

/** Forgets what this process believes of a user's sessions, and of those that are being looked up. */
export function forgetSessions(userId: string): void {
  for (const [key, belief] of believed)
    if (belief.userId === undefined || belief.userId === userId) believed.delete(key)
}

/** What an open socket was let in as: when it changes, the socket has to be let in again. */
export type Standing = Pick<Actor, 'role' | 'mustChangePassword'> & { accountTenantId: string | null }

export function standingOf({ role, tenantId, mustChangePassword }: Actor): Standing {
  return { role, mustChangePassword, accountTenantId: role === 'global_admin' ? null : tenantId }
}

export function sameStanding(one: Standing, other: Standing): boolean {
  return (
    one.role === other.role &&
    one.accountTenantId === other.accountTenantId &&
    one.mustChangePassword === other.mustChangePassword
  )
}

/** How these sessions stand now, in one question for all of them; what is missing has ended. */
export async function readStandings(ctx: Reading, sessionIds: readonly string[]): Promise<Map<string, Standing>> {
  const found = await ctx.database.within('platform', (em) =>
    rows<Standing & { id: string }>(
      em,
      `select s.id, u.role, u.must_change_password as "mustChangePassword",
         case when u.role <> 'global_admin' then u.tenant_id end as "accountTenantId"
       from sessions s join users u on u.id = s.user_id
       where s.id = any($1::uuid[]) and s.ended_at is null and s.expires_at > $2 and u.status = 'active' and u.demo <= $3
       union all
       select k.id, u.role, u.must_change_password, case when u.role <> 'global_admin' then u.tenant_id end
       from api_keys k join users u on u.id = k.user_id
       where k.id = any($1::uuid[]) and k.revoked_at is null and k.expires_at > $2 and u.status = 'active' and u.demo <= $3`,
      [sessionIds, ctx.now(), ctx.config.demo],
    ),
  )
  return new Map(found.map(({ id, ...standing }) => [id, standing]))
}

async function lookUp(ctx: Reading, tokenHash: Buffer): Promise<Found | null> {
  const [row] = await ctx.database.within('platform', (em) =>
    rows<Found['session'] & { expiresAt: Date; notedRole: Role | null; notedTenantId: string | null }>(
      em,
      `select u.id as "userId", s.id as "sessionId", u.email, u.full_name as "fullName", u.role,
         u.tenant_id as "tenantId", u.must_change_password as "mustChangePassword", s.expires_at as "expiresAt",
         s.viewed_role as "notedRole", s.viewed_tenant_id as "notedTenantId"
       from sessions s join users u on u.id = s.user_id
       where s.token_hash = $1 and s.ended_at is null and u.status = 'active' and u.demo <= $2`,
      [tokenHash, ctx.config.demo],
    ),
  )
  if (!row) return null
  const { expiresAt, notedRole, notedTenantId, ...session } = row
  return { session, expiresAt: expiresAt.getTime(), lastUsedAt: null, notedRole, notedTenantId }
}

type KeyRow = Omit<Found['session'], 'apiKey'> &
  Pick<Found, 'lastUsedAt' | 'notedRole' | 'notedTenantId'> & { name: string; scope: ApiKeyScope; expiresAt: Date }

/** A key acts for its owner as the owner is now: role, tenant, and whether the account may sign in. */
async function lookUpKey(ctx: Reading, tokenHash: Buffer): Promise<Found | null> {
  const [row] = await ctx.database.within('platform', (em) =>
    rows<KeyRow>(
      em,
      `select u.id as "userId", k.id as "sessionId", u.email, u.full_name as "fullName", u.role,
         u.tenant_id as "tenantId", u.must_change_password as "mustChangePassword", k.name, k.scope,
         k.expires_at as "expiresAt", k.last_used_at as "lastUsedAt", k.viewed_role as "notedRole",
         k.viewed_tenant_id as "notedTenantId"
       from api_keys k join users u on u.id = k.user_id
       where k.token_hash = $1 and k.revoked_at is null and u.status = 'active' and u.demo <= $2`,
      [tokenHash, ctx.config.demo],
    ),
  )
  if (!row) return null
  const { name, scope, expiresAt, lastUsedAt, notedRole, notedTenantId, ...session } = row
  return {
    session: { ...session, apiKey: { id: session.sessionId, name, scope } },
    expiresAt: expiresAt.getTime(),
    lastUsedAt,
    notedRole,
    notedTenantId,
  }
}

/** The tenant and the view that a session acts in. Only a global admin chooses a tenant; everybody else has one. */
async function viewOf(
  ctx: Reading,
  { role, tenantId }: Found['session'],
  given: Credentials,
): Promise<Pick<Actor, 'tenantId' | 'viewedRole'>> {
  const viewedRole = given.viewedRole || null
  if (role !== 'global_admin') {
    if (viewedRole) throw new Forbidden('Only global admins can impersonate roles.')
    return { tenantId, viewedRole: null }
  }
  if (viewedRole && !roles.includes(viewedRole as Role)) throw new Refused('X-Impersonate-Role names no role.')
  return {
    tenantId: given.chosenTenantId ? await existingTenant(ctx, given.chosenTenantId) : null,
    viewedRole: viewedRole === 'global_admin' ? null : (viewedRole as Role | null),
  }
}

async function existingTenant(ctx: Reading, given: string): Promise<string> {
  const id = knownId(given, 'Tenant')
  if (knownTenants.has(id)) return id
  const found = await ctx.database.within('platform', (em) => rows(em, 'select 1 from tenants where id = $1', [id]))
  if (found.length === 0) throw new NotFound('Tenant not found')
  knownTenants.add(id)
  return id
}
