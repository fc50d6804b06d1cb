import { createHash } from 'node:crypto'
import type { Caches, CachedSession, Context, SessionRecord, ViewAs } from '../../context.ts'
import { queryRows, type EntityManager } from '../../database/connection.ts'
import { prepared } from '../../database/pipelinedConnection.ts'
import { Forbidden, NotFound, Refused, Unauthenticated } from '../../domain/errors.ts'
import { parseId } from '../../domain/ids.ts'
import type { Actor } from '../../domain/permissions.ts'
import { roles, type ApiKeyScope, type Role } from '../../domain/enums.ts'
import { platformTenantId } from '../../events/catalog.ts'

/** The credentials of a request. */
export interface Credentials {
  token: string | null
  /** Header X-Impersonate-Role. */
  viewedRole?: string | null
  /** Header X-Impersonate-User: the user with the viewed role whose records are viewed. */
  viewedUserId?: string | null
  /** Header X-Tenant-Id: the tenant a global admin chose. */
  chosenTenantId?: string | null
}

type SessionContext = Pick<Context, 'database' | 'now' | 'caches'> & {
  config: Pick<Context['config'], 'demo' | 'sessionIdleMs' | 'twoFactorsRequired'>
}

/** Distinguishes API keys from session tokens, and lets secret scanners recognize a leaked key. */
export const apiKeyPrefix = 'plk_'

/**
 * The actor that the credentials identify; null without a token. Throws `Unauthenticated` when the token is unknown, ended
 * or expired, or its account may not sign in; `NotFound` when the chosen tenant does not exist; `Forbidden` when the actor
 * may not view the app as another role; `Refused` when the viewed role does not exist.
 */
export async function findActor(ctx: SessionContext, credentials: Credentials): Promise<Actor | null> {
  if (!credentials.token) return null
  const { actor } = await findSession(ctx, credentials.token)
  return { ...actor, ...(await resolveView(ctx, actor, credentials)) }
}

/** The session or API key with this token, at most as old as the session cache allows. Throws `Unauthenticated`. */
export async function findSession(ctx: SessionContext, token: string): Promise<SessionRecord> {
  const { sessions } = ctx.caches
  const isApiKey = token.startsWith(apiKeyPrefix)
  const tokenHash = hashToken(token)
  const key = tokenHash.toString('base64url')
  let entry = sessions.get(key)
  if (!entry) {
    const newEntry: CachedSession = { record: isApiKey ? loadApiKey(ctx, tokenHash) : loadSession(ctx, tokenHash) }
    sessions.set(key, newEntry)
    newEntry.record.then(
      (record) => (newEntry.userId = record?.actor.userId),
      () => sessions.delete(key),
    )
    entry = newEntry
  }
  const record = await entry.record
  if (!record || record.expiresAt <= ctx.now() || (!isApiKey && record.lastUsedAt! <= idleSince(ctx)))
    throw new Unauthenticated(
      isApiKey ? 'This API key is unknown, expired or revoked.' : 'Session expired, please login again',
    )
  return record
}

/** Sessions whose last use was before this time have ended. */
export function idleSince({ now, config: { sessionIdleMs } }: Pick<SessionContext, 'now' | 'config'>): Date {
  return new Date(sessionIdleMs === null ? 0 : now().getTime() - sessionIdleMs)
}

/** When a session, a row `s`, was last used. */
export const lastUsedAtSql = 'coalesce(s.last_used_at, s.created_at)'

/**
 * The actor for work that a user started and that may go on after their session, with the role that they have now; null if
 * their account may not sign in any more. `view` is what the session acted as.
 */
export async function findActorOfUser(
  ctx: Pick<SessionContext, 'database' | 'config'>,
  userId: string,
  view: Pick<Actor, 'sessionId' | 'viewedRole' | 'tenantId'>,
): Promise<Actor | null> {
  const [account] = await ctx.database.within('accounts', (em) =>
    queryRows<Pick<Actor, 'userId' | 'email' | 'fullName' | 'role' | 'tenantId' | 'mustChangePassword'>>(
      em,
      `select u.id as "userId", u.email, u.full_name as "fullName", u.role, u.tenant_id as "tenantId",
         u.must_change_password as "mustChangePassword"
       from users u where u.id = $1 and ${canSignIn('$2')}`,
      [userId, ctx.config.demo],
    ),
  )
  if (!account) return null
  if (account.role === 'global_admin') return { ...account, ...view }
  // Somebody who has moved to another tenant since must not reach the old one.
  return account.tenantId === view.tenantId ? { ...account, sessionId: view.sessionId, viewedRole: null } : null
}

/** Deletes up to 1,000 expired sessions. Skips rows that a concurrent request is deleting. */
export async function deleteExpiredSessions(em: EntityManager, now: Date): Promise<void> {
  await queryRows(
    em,
    `delete from sessions where token_hash in
       (select token_hash from sessions where expires_at <= $1 limit 1000 for update skip locked)`,
    [now],
  )
}

/** Removes a user's sessions from the session caches of all processes. Call it after the commit that changed them. */
export function invalidateSessions(ctx: Pick<Context, 'live' | 'caches'>, userId: string): void {
  evictSessions(ctx.caches, userId)
  ctx.live.announceSessions(userId)
}

/** Removes a user's sessions from the session cache of this server, and those being loaded, which may be the user's. */
export function evictSessions({ sessions }: Caches, userId: string): void {
  for (const [key, { userId: owner }] of [...sessions.entries()])
    if (owner === undefined || owner === userId) sessions.delete(key)
}

/** The part of a session that an open socket was authorized with. When it changes, the client has to connect again. */
export type SessionState = Pick<Actor, 'role' | 'mustChangePassword'> & {
  mustSetUpTwoFactors: boolean
  accountTenantId: string | null
}

export function sessionStateOf({
  role,
  tenantId,
  mustChangePassword,
  mustSetUpTwoFactors = false,
}: Actor): SessionState {
  return { role, mustChangePassword, mustSetUpTwoFactors, accountTenantId: role === 'global_admin' ? null : tenantId }
}

export function isSameSessionState(left: SessionState, right: SessionState): boolean {
  return (
    left.role === right.role &&
    left.accountTenantId === right.accountTenantId &&
    left.mustChangePassword === right.mustChangePassword &&
    left.mustSetUpTwoFactors === right.mustSetUpTwoFactors
  )
}

/** The current state of these sessions and API keys, by id. Those that have ended are missing. */
export async function readSessionStates(
  ctx: Omit<SessionContext, 'caches'>,
  sessionIds: readonly string[],
): Promise<Map<string, SessionState>> {
  const found = await ctx.database.within('accounts', (em) =>
    queryRows<SessionState & { id: string }>(
      em,
      `select s.id, u.role, u.must_change_password as "mustChangePassword", ${lacksTwoFactors('$5')} as "mustSetUpTwoFactors",
         case when u.role <> 'global_admin' then u.tenant_id end as "accountTenantId"
       from sessions s join users u on u.id = s.user_id
       where s.id = any($1::uuid[]) and s.ended_at is null and s.expires_at > $2 and ${lastUsedAtSql} > $4
         and ${canSignIn('$3')}
       union all
       select k.id, u.role, u.must_change_password, false, case when u.role <> 'global_admin' then u.tenant_id end
       from api_keys k join users u on u.id = k.user_id
       where k.id = any($1::uuid[]) and k.revoked_at is null and k.expires_at > $2 and ${isBoundToTenant} and ${canSignIn('$3')}`,
      [sessionIds, ctx.now(), ctx.config.demo, idleSince(ctx), ctx.config.twoFactorsRequired],
    ),
  )
  return new Map(found.map(({ id, ...state }) => [id, state]))
}

interface SessionRow extends Omit<SessionRecord['actor'], 'apiKey'> {
  expiresAt: Date
  lastUsedAt: Date | null
  recordedView: ViewAs
}

async function loadSession(ctx: SessionContext, tokenHash: Buffer): Promise<SessionRecord | null> {
  const [row] = await ctx.database.query<SessionRow>(
    'accounts',
    prepared(`select u.id as "userId", s.id as "sessionId", u.email, u.full_name as "fullName", u.role,
         u.tenant_id as "tenantId", u.must_change_password as "mustChangePassword", s.expires_at as "expiresAt",
         ${lacksTwoFactors('$3')} as "mustSetUpTwoFactors", ${lastUsedAtSql} as "lastUsedAt", ${recordedViewOf('s')}
       from sessions s join users u on u.id = s.user_id
       where s.token_hash = $1 and s.ended_at is null and ${canSignIn('$2')}`),
    [tokenHash, ctx.config.demo, ctx.config.twoFactorsRequired],
  )
  if (!row) return null
  const { expiresAt, lastUsedAt, recordedView, ...actor } = row
  return { actor, expiresAt, lastUsedAt, recordedView }
}

type ApiKeyRow = SessionRow & { name: string; scope: ApiKeyScope }

/**
 * An API key has the role that its owner has now. It works only while the owner's account may sign in, and belongs to the tenant
 * in which the key was made.
 */
async function loadApiKey(ctx: SessionContext, tokenHash: Buffer): Promise<SessionRecord | null> {
  const [row] = await ctx.database.query<ApiKeyRow>(
    'accounts',
    prepared(`select u.id as "userId", k.id as "sessionId", u.email, u.full_name as "fullName", u.role,
         u.tenant_id as "tenantId", u.must_change_password as "mustChangePassword", k.name, k.scope,
         k.expires_at as "expiresAt", k.last_used_at as "lastUsedAt", ${recordedViewOf('k')}
       from api_keys k join users u on u.id = k.user_id
       where k.token_hash = $1 and k.revoked_at is null and ${isBoundToTenant} and ${canSignIn('$2')}`),
    [tokenHash, ctx.config.demo],
  )
  if (!row) return null
  const { name, scope, expiresAt, lastUsedAt, recordedView, ...actor } = row
  return {
    actor: { ...actor, apiKey: { id: actor.sessionId, name, scope } },
    expiresAt,
    lastUsedAt,
    recordedView,
  }
}

/**
 * The condition that the owner `u` of the key `k` belongs to the tenant in which the key was made. A key that the release before
 * made has none until its first use.
 */
const isBoundToTenant = `(k.tenant_id is null or k.tenant_id =
  coalesce(case when u.role <> 'global_admin' then u.tenant_id end, '${platformTenantId}'))`

/**
 * Whether two factors are required of a user `u`, by the platform (`requiredParameter`) or by their tenant, and they have none.
 * API keys need none: only a session with two factors can create one.
 */
function lacksTwoFactors(requiredParameter: string): string {
  const isRequired = `${requiredParameter}::boolean or (u.role <> 'global_admin' and exists (
    select 1 from tenants t where t.id = u.tenant_id and t.require_two_factors))`
  return `((${isRequired}) and not exists (select 1 from two_factors f where f.user_id = u.id and f.confirmed_at is not null))`
}

/** Whether the account must set up two factors before anything else. */
export async function readMustSetUpTwoFactors(
  { config }: Pick<SessionContext, 'config'>,
  em: EntityManager,
  userId: string,
): Promise<boolean> {
  const [row] = await queryRows<{ lacks: boolean }>(
    em,
    `select ${lacksTwoFactors('$2')} as lacks from users u where u.id = $1`,
    [userId, config.twoFactorsRequired],
  )
  return row!.lacks
}

/** The view that was last recorded in the log, of a row of `sessions` or `api_keys`. */
function recordedViewOf(row: 's' | 'k'): string {
  return `json_build_object('role', ${row}.viewed_role, 'userId', ${row}.viewed_user_id, 'tenantId', ${row}.viewed_tenant_id)
    as "recordedView"`
}

/**
 * The condition for an account that may sign in: it is active and its tenant is not archived. The passwords of demo accounts
 * are public, so their sessions are valid only while the demo is on (`demoParameter`).
 */
function canSignIn(demoParameter: string): string {
  const isArchived = 'exists (select 1 from tenants t where t.id = u.tenant_id and t.archived_at is not null)'
  return `u.status = 'active' and (u.role = 'global_admin' or not ${isArchived}) and (${demoParameter} or not u.demo)`
}

/**
 * The tenant, role and user that the actor uses the app as. Only a global admin can choose them. Throws `NotFound` unless
 * the viewed user has the viewed role in the chosen tenant.
 */
async function resolveView(
  ctx: SessionContext,
  { role, tenantId }: SessionRecord['actor'],
  { viewedRole, viewedUserId, chosenTenantId }: Credentials,
): Promise<Pick<Actor, 'tenantId' | 'viewedRole' | 'viewedUserId'>> {
  if (role !== 'global_admin') {
    if (viewedRole || viewedUserId) throw new Forbidden('Only global admins can impersonate roles.')
    return { tenantId, viewedRole: null }
  }
  if (viewedRole && !roles.includes(viewedRole as Role)) throw new Refused('X-Impersonate-Role is not a role.')
  const view = {
    tenantId: chosenTenantId ? await resolveTenantId(ctx, chosenTenantId) : null,
    viewedRole: !viewedRole || viewedRole === 'global_admin' ? null : (viewedRole as Role),
  }
  return viewedUserId ? { ...view, viewedUserId: await resolveViewedUserId(ctx, viewedUserId, view) } : view
}

async function resolveViewedUserId(
  ctx: SessionContext,
  given: string,
  { viewedRole, tenantId }: Pick<Actor, 'tenantId' | 'viewedRole'>,
): Promise<string> {
  const id = parseId(given, 'User')
  const [user] = await ctx.database.within('accounts', (em) =>
    queryRows(em, 'select 1 from users where id = $1 and role = $2 and tenant_id = $3 and deleted_at is null', [
      id,
      viewedRole,
      tenantId,
    ]),
  )
  if (!user) throw new NotFound('User not found')
  return id
}

async function resolveTenantId(ctx: SessionContext, given: string): Promise<string> {
  const id = parseId(given, 'Tenant')
  const { tenantIds } = ctx.caches
  if (tenantIds.has(id)) return id
  const [tenant] = await ctx.database.within('accounts', (em) =>
    queryRows(em, 'select 1 from tenants where id = $1', [id]),
  )
  if (!tenant) throw new NotFound('Tenant not found')
  tenantIds.set(id, true)
  return id
}

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
