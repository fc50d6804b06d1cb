import type { Context } from '../../context.ts'
import { queryRows } from '../../database/connection.ts'
import { Forbidden, NotFound, Refused, Unauthenticated } from '../../domain/errors.ts'
import { parseId } from '../../domain/ids.ts'
import type { Actor } from '../../domain/permissions.ts'
import { roles, type ApiKeyScope, type Role } from '../../domain/enums.ts'
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
interface SessionRecord {
  session: Omit<Actor, 'viewedRole'>
  expiresAt: number
  /** Of an API key: when it was last seen to be used. */
  lastUsedAt: Date | null
  /** The view that the log was last told of. */
  notedRole: Role | null
  notedTenantId: string | null
}

interface CachedSession {
  found: Promise<SessionRecord | null>
  cachedUntil: number
  /** Whose it is; not there until it was found. */
  userId?: string
}

// An account of the demo has a password that everybody knows: it may sign in only where the demo runs (`u.demo <= …`).
type SessionContext = Pick<Context, 'database' | 'now'> & { config: Pick<Context['config'], 'demo'> }

/** A session that was found is believed for this long, so that ending one is felt everywhere within a second. */
const sessionCacheTtlMs = 500
const sessionCache = new Map<string, CachedSession>()
/** Tenants are never deleted, so one that was seen is known for good. */
const knownTenantIds = new Set<string>()
/** API keys are told from session tokens by how they begin; whoever finds one somewhere knows what it is. */
export const apiKeyPrefix = 'plk_'

/**
 * Who the credentials stand for; null without a token. Throws `Unauthenticated` for a token that is unknown, ended,
 * expired or of an account that may not sign in, `NotFound` for a chosen tenant that does not exist, and
 * refuses views that are not allowed.
 */
export async function findActor(ctx: SessionContext, given: Credentials): Promise<Actor | null> {
  if (!given.token) return null
  const found = await findSession(ctx, given.token)
  return { ...found.session, ...(await resolveView(ctx, found.session, given)) }
}

/** The session of a token with the view that was last noted for it. Throws `Unauthenticated` when there is none. */
export async function findSession(ctx: SessionContext, token: string): Promise<SessionRecord> {
  const key = hashToken(token).toString('base64url')
  const now = ctx.now().getTime()
  let entry = sessionCache.get(key)
  if (!entry || entry.cachedUntil < now) {
    const load = token.startsWith(apiKeyPrefix) ? loadApiKey : loadSession
    const newEntry: CachedSession = {
      found: load(ctx, Buffer.from(key, 'base64url')),
      cachedUntil: now + sessionCacheTtlMs,
    }
    if (sessionCache.size > 50_000) sessionCache.clear()
    sessionCache.set(key, newEntry)
    newEntry.found.then(
      (found) => (newEntry.userId = found?.session.userId),
      () => sessionCache.delete(key),
    )
    entry = newEntry
  }
  const found = await entry.found
  if (!found || found.expiresAt <= now)
    throw new Unauthenticated(
      token.startsWith(apiKeyPrefix)
        ? 'This API key is unknown, expired or revoked.'
        : 'Session expired, please login again',
    )
  return found
}

/** Tells every process, this one at once, to look at a user's sessions again. Call it after the commit. */
export function invalidateSessions(ctx: Pick<Context, 'live'>, userId: string): void {
  evictSessions(userId)
  ctx.live.announceSessions(userId)
}

/** Forgets what this process believes of a user's sessions, and of those that are being looked up. */
export function evictSessions(userId: string): void {
  for (const [key, newEntry] of sessionCache)
    if (newEntry.userId === undefined || newEntry.userId === userId) sessionCache.delete(key)
}

/** What an open socket was let in as: when it changes, the socket has to be let in again. */
export type SessionState = Pick<Actor, 'role' | 'mustChangePassword'> & { accountTenantId: string | null }

export function sessionStateOf({ role, tenantId, mustChangePassword }: Actor): SessionState {
  return { role, mustChangePassword, accountTenantId: role === 'global_admin' ? null : tenantId }
}

export function isSameSessionState(left: SessionState, right: SessionState): boolean {
  return (
    left.role === right.role &&
    left.accountTenantId === right.accountTenantId &&
    left.mustChangePassword === right.mustChangePassword
  )
}

/** How these sessions stand now, in one question for all of them; what is missing has ended. */
export async function readSessionStates(
  ctx: SessionContext,
  sessionIds: readonly string[],
): Promise<Map<string, SessionState>> {
  const found = await ctx.database.within('platform', (em) =>
    queryRows<SessionState & { id: string }>(
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

async function loadSession(ctx: SessionContext, tokenHash: Buffer): Promise<SessionRecord | null> {
  const [row] = await ctx.database.within('platform', (em) =>
    queryRows<SessionRecord['session'] & { expiresAt: Date; notedRole: Role | null; notedTenantId: string | null }>(
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

type ApiKeyRow = Omit<SessionRecord['session'], 'apiKey'> &
  Pick<SessionRecord, 'lastUsedAt' | 'notedRole' | 'notedTenantId'> & {
    name: string
    scope: ApiKeyScope
    expiresAt: Date
  }

/** A key acts for its owner as the owner is now: role, tenant, and whether the account may sign in. */
async function loadApiKey(ctx: SessionContext, tokenHash: Buffer): Promise<SessionRecord | null> {
  const [row] = await ctx.database.within('platform', (em) =>
    queryRows<ApiKeyRow>(
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
async function resolveView(
  ctx: SessionContext,
  { role, tenantId }: SessionRecord['session'],
  given: Credentials,
): Promise<Pick<Actor, 'tenantId' | 'viewedRole'>> {
  const viewedRole = given.viewedRole || null
  if (role !== 'global_admin') {
    if (viewedRole) throw new Forbidden('Only global admins can impersonate roles.')
    return { tenantId, viewedRole: null }
  }
  if (viewedRole && !roles.includes(viewedRole as Role)) throw new Refused('X-Impersonate-Role names no role.')
  return {
    tenantId: given.chosenTenantId ? await resolveTenantId(ctx, given.chosenTenantId) : null,
    viewedRole: viewedRole === 'global_admin' ? null : (viewedRole as Role | null),
  }
}

async function resolveTenantId(ctx: SessionContext, given: string): Promise<string> {
  const id = parseId(given, 'Tenant')
  if (knownTenantIds.has(id)) return id
  const found = await ctx.database.within('platform', (em) =>
    queryRows(em, 'select 1 from tenants where id = $1', [id]),
  )
  if (found.length === 0) throw new NotFound('Tenant not found')
  knownTenantIds.add(id)
  return id
}
