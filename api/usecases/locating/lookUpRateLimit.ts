import type { Context } from '../../context.ts'
import { TooManyRequests } from '../../domain/errors.ts'

/** More lookups than a user makes in quick succession. */
const maxBurst = 120
const refillPerSecond = 1

/**
 * Limits each user's lookups at providers that bill for them. Throws `TooManyRequests` with the seconds to wait. The
 * embedded provider has no limit.
 */
export function enforceRateLimit({ actor, now, caches }: Context, provider: string): void {
  if (provider === 'embedded' || !actor) return
  const nowMs = now().getTime()
  const bucket = caches.lookUpBuckets.get(actor.userId) ?? { tokens: maxBurst, updatedAtMs: nowMs }
  const tokens = Math.min(maxBurst, bucket.tokens + ((nowMs - bucket.updatedAtMs) / 1000) * refillPerSecond)
  if (tokens < 1) {
    const waitSeconds = Math.ceil((1 - tokens) / refillPerSecond)
    throw new TooManyRequests('Too many lookups. Wait a moment and try again.', waitSeconds)
  }
  caches.lookUpBuckets.set(actor.userId, { tokens: tokens - 1, updatedAtMs: nowMs })
}
