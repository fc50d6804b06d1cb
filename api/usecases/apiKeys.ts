import { randomBytes } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import type { Context } from '../context.ts'
import { rows, type EntityManager } from '../database/connection.ts'
import { checkedName } from '../domain/accounts.ts'
import { checkedExpiry } from '../domain/apiKeyExpiry.ts'
import { Conflict, NotFound } from '../domain/errors.ts'
import { knownId } from '../domain/ids.ts'
import { authorize, bySession } from '../domain/permissions.ts'
import type { ApiKeyScope } from '../domain/words.ts'
import { transact } from '../log/transact.ts'
import { accountsOf, hashToken } from './auth.ts'
import { findSession, forgetSessions, keyPrefix, sessionsChanged } from './sessions.ts'

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

const mostKeys = 20
const minute = 60_000
const columns = `id, name, scope, hint, created_at as "createdAt", expires_at as "expiresAt", last_used_at as "lastUsedAt"`

/** The caller's own keys, newest first, expired ones too; those that were revoked are gone. */
export async function listApiKeys(ctx: Context): Promise<ApiKeyView[]> {
  authorize(ctx.actor, 'apiKey.manage')
  return ctx.database.within('platform', (em) =>
    rows<ApiKeyView>(
      em,
      `select ${columns} from api_keys where user_id = $1 and revoked_at is null order by created_at desc, id desc`,
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
  bySession(ctx.actor)
  const actor = ctx.actor!
  const name = checkedName(input.name, 'Name', 'name')
  const now = ctx.now()
  const expiresAt = checkedExpiry(input, now)
  const token = keyPrefix + randomBytes(32).toString('base64url')
  const id = uuidv7()
  const { scope } = input
  const apiKey = await transact(ctx, accountsOf(actor), async ({ em, record }) => {
    await oneAtATime(em, actor.userId)
    const [{ n } = { n: 0 }] = await rows<{ n: number }>(
      em,
      'select count(*)::int as n from api_keys where user_id = $1 and revoked_at is null and expires_at > $2',
      [actor.userId, now],
    )
    if (n >= mostKeys) throw new Conflict(`You have ${mostKeys} API keys. Revoke one that is not needed any more.`)
    const [made] = await rows<ApiKeyView>(
      em,
      `insert into api_keys (id, user_id, token_hash, name, scope, hint, created_at, expires_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8) returning ${columns}`,
      [id, actor.userId, hashToken(token), name, scope, token.slice(-4), now, expiresAt],
    )
    record({
      type: 'ApiKeyCreated',
      subjectId: actor.userId,
      data: { keyId: id, userId: actor.userId, scope, expiresAt: expiresAt.toISOString() },
    })
    return made!
  })
  return { token, apiKey }
}

/** Ends a key of who asks, within a second on open sockets too. Throws `NotFound` for another's or one that has ended. */
export async function revokeApiKey(ctx: Context, id: string): Promise<void> {
  authorize(ctx.actor, 'apiKey.manage')
  bySession(ctx.actor)
  const actor = ctx.actor!
  const keyId = knownId(id, 'API key')
  await transact(ctx, accountsOf(actor), async ({ em, record }) => {
    const ended = await rows(
      em,
      'update api_keys set revoked_at = $3 where id = $1 and user_id = $2 and revoked_at is null returning id',
      [keyId, actor.userId, ctx.now()],
    )
    if (ended.length === 0) throw new NotFound('API key not found')
    record({ type: 'ApiKeyRevoked', subjectId: actor.userId, data: { keyId, userId: actor.userId } })
  })
  sessionsChanged(ctx, actor.userId)
}

/** Keeps when a key was last used, to the minute, and tells the log of its first use on a day (UTC). */
export async function noteKeyUse(ctx: Context, token: string): Promise<void> {
  const { actor } = ctx
  if (!actor?.apiKey) return
  const now = ctx.now()
  const { lastUsedAt } = await findSession(ctx, token)
  if (lastUsedAt && now.getTime() - lastUsedAt.getTime() < minute) return
  const { id } = actor.apiKey
  await transact(ctx, accountsOf(actor), async ({ em, record }) => {
    // Requests that come together all find it unused; the first one notes it.
    const [before] = await rows<{ at: Date | null }>(
      em,
      'select last_used_at as at from api_keys where id = $1 for update',
      [id],
    )
    const last = before?.at ?? null
    if (last && now.getTime() - last.getTime() < minute) return
    await rows(em, 'update api_keys set last_used_at = $2 where id = $1', [id, now])
    if (last && dayOf(last) === dayOf(now)) return
    record({ type: 'ApiKeyUsed', subjectId: actor.userId, data: { keyId: id, userId: actor.userId } })
  })
  forgetSessions(actor.userId)
}

const dayOf = (at: Date) => at.toISOString().slice(0, 10)

/** Of a person's keys, so that twenty stay twenty when two are made at once. */
async function oneAtATime(em: EntityManager, userId: string): Promise<void> {
  await rows(em, 'select pg_advisory_xact_lock(hashtextextended($1, 1))', [`api keys ${userId}`])
}
