import type { Context } from '../../context.ts'
import { TooManyRequests } from '../../domain/errors.ts'

/**
 * Limits each user's lookups at providers that bill for them. Throws `TooManyRequests` with the seconds to wait. The
 * embedded provider has no limit.
 */
export function enforceRateLimit({ actor, rateLimiters }: Context, provider: string): void {
  if (provider === 'embedded' || !actor) return
  const waitSeconds = rateLimiters.lookUps.take(actor.userId)
  if (waitSeconds > 0) throw new TooManyRequests('Too many lookups. Wait a moment and try again.', waitSeconds)
}
