import { LRUCache } from 'lru-cache'
import type { Context } from '../../context.ts'
import type { Database } from '../../database/connection.ts'
import { TooManyRequests } from '../../domain/errors.ts'

/** More look-ups than a person makes in a row. */
const maxBurst = 120
const refillPerSecond = 1
const maxTrackedUsers = 10_000

type TokenBuckets = LRUCache<string, { tokens: number; updatedAtMs: number }>

/** The token bucket of each user, per server. A user without one, such as after an eviction, starts with a full bucket. */
const bucketsByServer = new WeakMap<Database, TokenBuckets>()

/**
 * Limits each user's look-ups at providers that bill for them. Throws `TooManyRequests` with the seconds to wait. The
 * embedded provider has no limit.
 */
export function enforceRateLimit(ctx: Context, provider: string): void {
  if (provider === 'embedded' || !ctx.actor) return
  const buckets: TokenBuckets = bucketsByServer.get(ctx.database) ?? new LRUCache({ max: maxTrackedUsers })
  bucketsByServer.set(ctx.database, buckets)
  const nowMs = ctx.now().getTime()
  const bucket = buckets.get(ctx.actor.userId) ?? { tokens: maxBurst, updatedAtMs: nowMs }
  const tokens = Math.min(maxBurst, bucket.tokens + ((nowMs - bucket.updatedAtMs) / 1000) * refillPerSecond)
  if (tokens < 1)
    throw new TooManyRequests(
      'Too many look-ups. Wait a moment and try again.',
      Math.ceil((1 - tokens) / refillPerSecond),
    )
  buckets.set(ctx.actor.userId, { tokens: tokens - 1, updatedAtMs: nowMs })
}
