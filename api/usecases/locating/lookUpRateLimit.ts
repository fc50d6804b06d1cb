import type { Context } from '../../context.ts'
import { TooManyRequests } from '../../domain/errors.ts'
import { takeToken } from '../../domain/rateLimits.ts'

/** More lookups than a user makes in quick succession. */
const limit = { maxBurst: 120, refillPerSecond: 1 }

/**
 * Limits each user's lookups at providers that bill for them. Throws `TooManyRequests` with the seconds to wait. The
 * embedded provider has no limit.
 */
export function enforceRateLimit({ actor, now, caches }: Context, provider: string): void {
  if (provider === 'embedded' || !actor) return
  const waitSeconds = takeToken(caches.lookUpBuckets, actor.userId, limit, now().getTime())
  if (waitSeconds > 0) throw new TooManyRequests('Too many lookups. Wait a moment and try again.', waitSeconds)
}
