import type { Context } from '../../context.ts'
import { queryRows } from '../../database/connection.ts'
import { shortAddressOf } from '../../domain/networks.ts'
import { evictSessions, findSession, lastUsedAtSql } from './sessions.ts'

const maxIntervalMs = 5 * 60_000

/**
 * How old the stored time of the last use may be. A session ends that much too early at most, so the interval is a small part of
 * the time that an unused session lasts.
 */
function touchIntervalMs({ sessionIdleMs }: Context['config']): number {
  return Math.min(maxIntervalMs, (sessionIdleMs ?? Infinity) / 10)
}

/** Stores when and from where the session of the request was last used, at most once in five minutes. */
export async function touchSession(ctx: Context, token: string): Promise<void> {
  const { actor } = ctx
  if (!actor || actor.apiKey) return
  const now = ctx.now()
  const dueBefore = new Date(now.getTime() - touchIntervalMs(ctx.config))
  const { lastUsedAt } = await findSession(ctx, token)
  if (lastUsedAt! > dueBefore) return
  await ctx.database.within('accounts', (em) =>
    // Concurrent requests pass the check above together, so it is repeated.
    queryRows(em, `update sessions s set last_used_at = $2, address = $3 where s.id = $1 and ${lastUsedAtSql} <= $4`, [
      actor.sessionId,
      now,
      shortAddressOf(ctx.address),
      dueBefore,
    ]),
  )
  evictSessions(ctx.caches, actor.userId)
}
