import { randomBytes } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import type { Context } from '../../context.ts'
import { queryRows, type EntityManager } from '../../database/connection.ts'
import { parseName } from '../../domain/accounts.ts'
import { resolveExpiry } from '../../domain/apiKeyExpiry.ts'
import { Conflict, NotFound } from '../../domain/errors.ts'
import { parseId } from '../../domain/ids.ts'
import { authorize, requireInteractiveSession } from '../../domain/permissions.ts'
import type { ApiKeyScope } from '../../domain/enums.ts'
import { transact } from '../../log/transact.ts'
import { accountScope, hashToken } from '../auth/auth.ts'
import { findSession, evictSessions, apiKeyPrefix, invalidateSessions } from '../auth/sessions.ts'

/** A key as its owner sees it; the key itself is shown once and kept by nobody. */
export interface ApiKeyView {
  id: string
  name: string
  scope: ApiKeyScope
  /** Its last four characters. */
  hint: string
  createdAt: Date
  expiresAt: Date
  /** To the minute; null for one that was never used. */
  lastUsedAt: Date | null
}

export interface NewApiKey {
  name: string
  scope: ApiKeyScope
  /** One of the two; at most a year. */
  expiresInDays?: number | null
  expiresAt?: Date | null
}

const maxApiKeys = 20
const minuteMs = 60_000
const apiKeyColumns = `id, name, scope, hint, created_at as "createdAt", expires_at as "expiresAt", last_used_at as "lastUsedAt"`

/** The caller's own keys, newest first, expired ones too; those that were revoked are gone. */
export async function listApiKeys(ctx: Context): Promise<ApiKeyView[]> {
  authorize(ctx.actor, 'apiKey.manage')
  return ctx.database.within('platform', (em) =>
    queryRows<ApiKeyView>(
      em,
      `select ${apiKeyColumns} from api_keys where user_id = $1 and revoked_at is null order by created_at desc, id desc`,
      [ctx.actor!.userId],
    ),
  )
}

/**
 * Makes a key that acts for who asks. `token` is told only here. Throws `Forbidden` for who asks with a key, `Refused`
 * for a name or an expiry that cannot be, `Conflict` with twenty keys that work.
 */
export async function createApiKey(ctx: Context, input: NewApiKey): Promise<{ token: string; apiKey: ApiKeyView }> {
  authorize(ctx.actor, 'apiKey.manage')
  requireInteractiveSession(ctx.actor)
  const actor = ctx.actor!
  const name = parseName(input.name, 'Name', 'name')
  const now = ctx.now()
  const expiresAt = resolveExpiry(input, now)
  const token = apiKeyPrefix + randomBytes(32).toString('base64url')
  const id = uuidv7()
  const { scope } = input
  const apiKey = await transact(ctx, accountScope(actor), async ({ em, record }) => {
    await lockApiKeys(em, actor.userId)
    const [{ n } = { n: 0 }] = await queryRows<{ n: number }>(
      em,
      'select count(*)::int as n from api_keys where user_id = $1 and revoked_at is null and expires_at > $2',
      [actor.userId, now],
    )
    if (n >= maxApiKeys) throw new Conflict(`You have ${maxApiKeys} API keys. Revoke one that is not needed any more.`)
    const [created] = await queryRows<ApiKeyView>(
      em,
      `insert into api_keys (id, user_id, token_hash, name, scope, hint, created_at, expires_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8) returning ${apiKeyColumns}`,
      [id, actor.userId, hashToken(token), name, scope, token.slice(-4), now, expiresAt],
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

/** Ends a key of who asks, within a second on open sockets too. Throws `NotFound` for another's or one that has ended. */
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

/** Keeps when a key was last used, to the minute, and tells the log of its first use on a day (UTC). */
export async function touchApiKey(ctx: Context, token: string): Promise<void> {
  const { actor } = ctx
  if (!actor?.apiKey) return
  const now = ctx.now()
  const { lastUsedAt } = await findSession(ctx, token)
  if (lastUsedAt && now.getTime() - lastUsedAt.getTime() < minuteMs) return
  const { id } = actor.apiKey
  await transact(ctx, accountScope(actor), async ({ em, record }) => {
    // Requests that come together all find it unused; the first one notes it.
    const [row] = await queryRows<{ at: Date | null }>(
      em,
      'select last_used_at as at from api_keys where id = $1 for update',
      [id],
    )
    const previousUse = row?.at ?? null
    if (previousUse && now.getTime() - previousUse.getTime() < minuteMs) return
    await queryRows(em, 'update api_keys set last_used_at = $2 where id = $1', [id, now])
    if (previousUse && utcDateOf(previousUse) === utcDateOf(now)) return
    record({ type: 'ApiKeyUsed', subjectId: actor.userId, data: { keyId: id, userId: actor.userId } })
  })
  evictSessions(actor.userId)
}

const utcDateOf = (at: Date) => at.toISOString().slice(0, 10)

/** Of a person's keys, so that twenty stay twenty when two are made at once. */
async function lockApiKeys(em: EntityManager, userId: string): Promise<void> {
  await queryRows(em, 'select pg_advisory_xact_lock(hashtextextended($1, 1))', [`api keys ${userId}`])
}
