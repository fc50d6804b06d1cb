import type { Context } from '../context.ts'
import { TooMany } from '../domain/errors.ts'

/** Nobody looks up more houses than this in a row, or on end; a program with somebody's session would. */
const burst = 120
const perSecond = 1
/** People whose pace is remembered at once. */
const mostPeople = 10_000

const known = new Map<string, { left: number; at: number }>()

/**
 * Counts one question to a provider that is paid for. Throws `TooMany` when the actor asks faster than a person can.
 * What is in the database may be asked for at any pace.
 */
export function keepPace(ctx: Context, provider: string): void {
  if (provider === 'embedded' || !ctx.actor) return
  const now = ctx.now().getTime()
  const { left, at } = known.get(ctx.actor.userId) ?? { left: burst, at: now }
  const allowed = Math.min(burst, left + ((now - at) / 1000) * perSecond)
  if (allowed < 1)
    throw new TooMany('Too many look-ups. Wait a moment and try again.', Math.ceil((1 - allowed) / perSecond))
  known.delete(ctx.actor.userId)
  known.set(ctx.actor.userId, { left: allowed - 1, at: now })
  // Who asked longest ago has all of the burst again anyway.
  if (known.size > mostPeople) known.delete(known.keys().next().value!)
}
