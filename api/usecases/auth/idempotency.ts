import { createHash, createHmac } from 'node:crypto'
import type { Context } from '../../context.ts'
import { queryRows, type EntityManager } from '../../database/connection.ts'
import { Conflict, Refused, Unauthenticated } from '../../domain/errors.ts'

/** The response to a request, stored under its Idempotency-Key. `answer` is the body. */
export interface StoredResponse {
  status: number
  answer: string
}

const retentionMs = 24 * 3_600_000
/** No request takes this long, so a key without a response after this time belongs to a process that ended. */
const abandonedAfterMs = 2 * 60_000

/**
 * Claims `key` for the actor's request, which `request` describes in full. Returns null when the key was free, or the stored
 * response when the same request was already completed. Throws `Refused` when the key was used for a different request,
 * `Conflict` while the first request is in progress.
 */
export async function claimIdempotencyKey(ctx: Context, key: string, request: string): Promise<StoredResponse | null> {
  const userId = requireUserId(ctx)
  const now = ctx.now()
  const fingerprint = createHmac('sha256', key).update(request).digest()
  return ctx.database.within('accounts', async (em) => {
    await deleteExpiredKeys(em, now)
    const inserted = await queryRows(
      em,
      `insert into idempotency_keys (user_id, key_hash, fingerprint, claimed_at, expires_at)
       values ($1, $2, $3, $4, $5) on conflict do nothing returning 1`,
      [userId, hashKey(key), fingerprint, now, new Date(now.getTime() + retentionMs)],
    )
    if (inserted.length > 0) return null
    const [existing] = await queryRows<{
      fingerprint: Buffer
      claimedAt: Date
      status: number | null
      answer: string | null
    }>(
      em,
      `select fingerprint, claimed_at as "claimedAt", status, answer from idempotency_keys
       where user_id = $1 and key_hash = $2`,
      [userId, hashKey(key)],
    )
    if (existing && !existing.fingerprint.equals(fingerprint))
      throw new Refused('This Idempotency-Key was used for another request. Use a new one.')
    if (existing?.status != null && existing.answer !== null)
      return { status: existing.status, answer: existing.answer }
    // The process may have ended after the change was committed, so repeating the request could apply it twice.
    if (existing && now.getTime() - existing.claimedAt.getTime() > abandonedAfterMs)
      throw new Conflict(
        'The outcome of the first request is unknown. Check whether it took effect, then use a new key.',
      )
    throw new Conflict('The first request with this Idempotency-Key is still in progress. Try again in a moment.')
  })
}

/** Deletes up to 1,000 expired keys. Skips rows that a concurrent request is deleting. */
export async function deleteExpiredKeys(em: EntityManager, now: Date): Promise<void> {
  await queryRows(
    em,
    `delete from idempotency_keys where (user_id, key_hash) in
       (select user_id, key_hash from idempotency_keys where expires_at <= $1 limit 1000 for update skip locked)`,
    [now],
  )
}

/** Stores the response to the request that claimed `key`. */
export async function storeResponse(ctx: Context, key: string, { status, answer }: StoredResponse): Promise<void> {
  await ctx.database.within('accounts', (em) =>
    queryRows(em, 'update idempotency_keys set status = $3, answer = $4 where user_id = $1 and key_hash = $2', [
      requireUserId(ctx),
      hashKey(key),
      status,
      answer,
    ]),
  )
}

/** Releases `key` after its request failed, so that the request can be retried with it. */
export async function releaseIdempotencyKey(ctx: Context, key: string): Promise<void> {
  await ctx.database.within('accounts', (em) =>
    queryRows(em, 'delete from idempotency_keys where user_id = $1 and key_hash = $2 and status is null', [
      requireUserId(ctx),
      hashKey(key),
    ]),
  )
}

/** Unlike `requireSignedIn`, accepts an actor who must change their password: that request may carry a key too. */
function requireUserId({ actor }: Context): string {
  if (!actor) throw new Unauthenticated('Sign in to continue.')
  return actor.userId
}

function hashKey(key: string): Buffer {
  return createHash('sha256').update(key).digest()
}
