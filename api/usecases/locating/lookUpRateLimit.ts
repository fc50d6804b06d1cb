import type { Context } from '../../context.ts'
import { TooManyRequests } from '../../domain/errors.ts'

/** Nobody looks up more houses than this in a row, or on end; a program with somebody's session would. */
const maxBurst = 120
const refillPerSecond = 1
/** People whose pace is remembered at once. */
const maxTrackedUsers = 10_000

const buckets = new Map<string, { tokens: number; at: number }>()

/**
 * Counts one question to a provider that is paid for. Throws `TooMany` when the actor asks faster than a person can.
 * What is in the database may be asked for at any pace.
 */
export function enforceRateLimit(ctx: Context, provider: string): void {
  if (provider === 'embedded' || !ctx.actor) return
  const now = ctx.now().getTime()
  const { tokens: left, at } = buckets.get(ctx.actor.userId) ?? { tokens: maxBurst, at: now }
  const available = Math.min(maxBurst, left + ((now - at) / 1000) * refillPerSecond)
  if (available < 1)
    throw new TooManyRequests(
      'Too many look-ups. Wait a moment and try again.',
      Math.ceil((1 - available) / refillPerSecond),
    )
  buckets.delete(ctx.actor.userId)
  buckets.set(ctx.actor.userId, { tokens: available - 1, at: now })
  // Who asked longest ago has all of the burst again anyway.
  if (buckets.size > maxTrackedUsers) buckets.delete(buckets.keys().next().value!)
}
