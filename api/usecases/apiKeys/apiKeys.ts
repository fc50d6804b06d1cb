import { randomBytes } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import type { Context } from '../../context.ts'
import { queryRows, type EntityManager } from '../../database/connection.ts'
import { parseName } from '../../domain/auth/accounts.ts'
import { resolveExpiry } from '../../domain/apiKeys/apiKeyExpiry.ts'
import { Conflict, NotFound } from '../../domain/errors.ts'
import { parseId } from '../../domain/ids.ts'
import { authorize, requireInteractiveSession } from '../../domain/permissions.ts'
import type { ApiKeyScope } from '../../domain/enums.ts'
import { transact } from '../../log/transact.ts'
import { accountScope } from '../auth/accountScope.ts'
import { requireRecentPasswordOfPerson } from '../auth/passwordConfirmation.ts'
import { apiKeyPrefix, evictSessions, findSession, hashToken, invalidateSessions } from '../auth/sessions.ts'

/** An API key as its owner sees it. The token is shown once, on creation, and only its hash is stored. */
export interface ApiKeyView {
  id: string
  name: string
  scope: ApiKeyScope
  /** The last four characters of the token. */
  hint: string
  createdAt: Date
  expiresAt: Date
  /** Precise to the minute; null for a key that was never used. */
  lastUsedAt: Date | null
}

export interface NewApiKey {
  name: string
  scope: ApiKeyScope
  /** Exactly one of `expiresInDays` and `expiresAt` is given; at most a year from now. */
  expiresInDays?: number | null
  expiresAt?: Date | null
}

const maxApiKeys = 20
const minuteMs = 60_000
const apiKeyColumns = `id, name, scope, hint, created_at as "createdAt", expires_at as "expiresAt", last_used_at as "lastUsedAt"`

/** The actor's own keys, newest first, including expired but not revoked ones. */
export async function listApiKeys(ctx: Context): Promise<ApiKeyView[]> {
  authorize(ctx.actor, 'apiKey.manage')
  return ctx.database.within('accounts', (em) =>
    queryRows<ApiKeyView>(
      em,
      `select ${apiKeyColumns} from api_keys where user_id = $1 and revoked_at is null order by created_at desc, id desc`,
      [ctx.actor!.userId],
    ),
  )
}

/**
 * Creates a key that acts as the actor, while they belong to the same tenant. `token` cannot be read again. Throws `Forbidden` when the
 * request itself uses an API key, `PasswordRequired`, `Refused` for an invalid name or expiry, `Conflict` when the actor has 20 active
 * keys.
 */
export async function createApiKey(ctx: Context, input: NewApiKey): Promise<{ token: string; apiKey: ApiKeyView }> {
  authorize(ctx.actor, 'apiKey.manage')
  await requireRecentPasswordOfPerson(ctx)
  const actor = ctx.actor!
  const name = parseName(input.name, 'Name', 'name')
  const now = ctx.now()
  const expiresAt = resolveExpiry(input, now)
  const token = apiKeyPrefix + randomBytes(32).toString('base64url')
  const id = uuidv7()
  const { scope } = input
  const { logTenantId: boundTo } = accountScope(actor)
  const apiKey = await transact(ctx, accountScope(actor), async ({ em, record }) => {
    await lockApiKeys(em, actor.userId)
    const [{ n } = { n: 0 }] = await queryRows<{ n: number }>(
      em,
      'select count(*)::int as n from api_keys where user_id = $1 and revoked_at is null and expires_at > $2',
      [actor.userId, now],
    )
    if (n >= maxApiKeys) throw new Conflict(`You have ${maxApiKeys} API keys. Revoke one that you no longer need.`)
    const [created] = await queryRows<ApiKeyView>(
      em,
      `insert into api_keys (id, user_id, token_hash, name, scope, hint, created_at, expires_at, tenant_id)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning ${apiKeyColumns}`,
      [id, actor.userId, hashToken(token), name, scope, token.slice(-4), now, expiresAt, boundTo],
    )
    record({
      type: 'ApiKeyCreated',
      subjectId: actor.userId,
      data: { keyId: id, userId: actor.userId, scope, expiresAt: expiresAt.toISOString() },
    })
    return created!
  })
  return { token, apiKey }
}

/** Revokes one of the actor's keys. Open sockets that use it close within a second. Throws `NotFound` for any other key. */
export async function revokeApiKey(ctx: Context, id: string): Promise<void> {
  authorize(ctx.actor, 'apiKey.manage')
  requireInteractiveSession(ctx.actor)
  const actor = ctx.actor!
  const keyId = parseId(id, 'API key')
  await transact(ctx, accountScope(actor), async ({ em, record }) => {
    const revoked = await queryRows(
      em,
      'update api_keys set revoked_at = $3 where id = $1 and user_id = $2 and revoked_at is null returning id',
      [keyId, actor.userId, ctx.now()],
    )
    if (revoked.length === 0) throw new NotFound('API key not found')
    record({ type: 'ApiKeyRevoked', subjectId: actor.userId, data: { keyId, userId: actor.userId } })
  })
  invalidateSessions(ctx, actor.userId)
}

/** Stores when the key of the request was last used, at most once a minute, and records its first use on each UTC day. */
export async function touchApiKey(ctx: Context, token: string): Promise<void> {
  const { actor } = ctx
  if (!actor?.apiKey) return
  const now = ctx.now()
  const { lastUsedAt } = await findSession(ctx, token)
  if (lastUsedAt && now.getTime() - lastUsedAt.getTime() < minuteMs) return
  const { id } = actor.apiKey
  await transact(ctx, accountScope(actor), async ({ em, record }) => {
    // Concurrent requests pass the check above together, so repeat it under the row lock.
    const [row] = await queryRows<{ at: Date | null }>(
      em,
      'select last_used_at as at from api_keys where id = $1 for update',
      [id],
    )
    const previousUse = row?.at ?? null
    if (previousUse && now.getTime() - previousUse.getTime() < minuteMs) return
    await queryRows(em, 'update api_keys set last_used_at = $2, tenant_id = coalesce(tenant_id, $3) where id = $1', [
      id,
      now,
      accountScope(actor).logTenantId,
    ])
    if (previousUse && utcDateOf(previousUse) === utcDateOf(now)) return
    record({ type: 'ApiKeyUsed', subjectId: actor.userId, data: { keyId: id, userId: actor.userId } })
  })
  evictSessions(ctx.caches, actor.userId)
}

const utcDateOf = (at: Date) => at.toISOString().slice(0, 10)

/** Serializes the creation of a user's keys, so that concurrent requests cannot exceed the maximum. */
async function lockApiKeys(em: EntityManager, userId: string): Promise<void> {
  // A row lock also holds on the nodes of a distributed database, for a user who moves to another tenant.
  await queryRows(em, 'select 1 from users where id = $1 for no key update', [userId])
}
