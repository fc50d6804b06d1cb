import { createHash, createHmac } from 'node:crypto'
import type { Context } from '../../context.ts'
import { queryRows, type EntityManager } from '../../database/connection.ts'
import { Conflict, Refused, Unauthenticated } from '../../domain/errors.ts'

/** An answer as it was sent. */
export interface StoredResponse {
  status: number
  answer: string
}

const retentionMs = 24 * 3_600_000
/** No request takes so long: one that has no answer by then never got one. */
const abandonedAfterMs = 2 * 60_000

/**
 * Takes `key` for `request` of who is signed in: null when it was free, the kept answer when the same request was
 * answered already. Throws `Refused` when the key was used for another request, `Conflict` while the first is answered.
 */
export async function claimIdempotencyKey(ctx: Context, key: string, request: string): Promise<StoredResponse | null> {
  const userId = requireUserId(ctx)
  const now = ctx.now()
  const fingerprint = createHmac('sha256', key).update(request).digest()
  return ctx.database.within('platform', async (em) => {
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
      throw new Refused('This Idempotency-Key was used for another request. Choose a new one.')
    if (existing?.status != null && existing.answer !== null)
      return { status: existing.status, answer: existing.answer }
    // Rather asked for than done twice: the process may have ended between the change and its answer.
    if (existing && now.getTime() - existing.claimedAt.getTime() > abandonedAfterMs)
      throw new Conflict('How the first request ended is not known. Look whether it was done, then choose a new key.')
    throw new Conflict('The first request with this Idempotency-Key is still being answered. Try again in a moment.')
  })
}

/** Removes the answers that are kept no longer. Who comes together with others leaves them to the first. */
export async function deleteExpiredKeys(em: EntityManager, now: Date): Promise<void> {
  await queryRows(
    em,
    `delete from idempotency_keys where (user_id, key_hash) in
       (select user_id, key_hash from idempotency_keys where expires_at <= $1 limit 1000 for update skip locked)`,
    [now],
  )
}

/** Keeps the answer to the request that took `key`. */
export async function storeResponse(ctx: Context, key: string, { status, answer }: StoredResponse): Promise<void> {
  await ctx.database.within('platform', (em) =>
    queryRows(em, 'update idempotency_keys set status = $3, answer = $4 where user_id = $1 and key_hash = $2', [
      requireUserId(ctx),
      hashKey(key),
      status,
      answer,
    ]),
  )
}

/** Gives `key` back: the request failed, and may be sent again under it. */
export async function releaseIdempotencyKey(ctx: Context, key: string): Promise<void> {
  await ctx.database.within('platform', (em) =>
    queryRows(em, 'delete from idempotency_keys where user_id = $1 and key_hash = $2 and status is null', [
      requireUserId(ctx),
      hashKey(key),
    ]),
  )
}

/** Also while a password change is due: changing it is a request like any other. */
function requireUserId({ actor }: Context): string {
  if (!actor) throw new Unauthenticated('Sign in to continue.')
  return actor.userId
}

function hashKey(key: string): Buffer {
  return createHash('sha256').update(key).digest()
}
