import { LRUCache } from 'lru-cache'
import type { Database, Scope } from '../database/connection.ts'
import { prepared } from '../database/pipelinedConnection.ts'

/** A value with the head of the log that it was computed from. */
interface CachedView {
  head: string | null
  cachedAt: number
  expiresAt: number
  value: Promise<unknown>
}

/** A query of the head of a log, which all callers share until it is sent. */
interface HeadQuery {
  sent: boolean
  head: Promise<string | null>
}

/** The cache of `cacheUntilLogAdvances`; each server has one. */
export interface LogHeadCache {
  views: LRUCache<string, CachedView>
  headQueries: Map<string, HeadQuery>
}

/** The parts of the request context that the cache needs. */
interface CacheContext {
  database: Database
  logHeadCache: LogHeadCache
  now: () => Date
}

export function createLogHeadCache(): LogHeadCache {
  return { views: new LRUCache({ max: 5_000 }), headQueries: new Map() }
}

/** Cached names of people can be this old, because renaming a person does not change the head of the tenant's log. */
const maxAgeMs = 10_000

/**
 * Returns the result of `read` from the cache until an event is appended to the log. The head of the log is queried on every
 * call, so the result includes all events that any process committed before the call. `validUntil` is the time at which the
 * value changes without an event, such as the end of the day. With `actorId`, only events of that actor invalidate it.
 */
export async function cacheUntilLogAdvances<T>(
  ctx: CacheContext,
  scope: Scope,
  viewName: string,
  read: () => Promise<T>,
  validUntil: (value: T) => Date,
  actorId: string | null = null,
): Promise<T> {
  const { views } = ctx.logHeadCache
  const logKey = `${scope === 'platform' ? scope : scope.tenantId} ${actorId ?? ''}`
  const head = await readHead(ctx, scope, logKey, actorId)
  const key = `${logKey} ${viewName}`
  const now = ctx.now().getTime()
  const cached = views.get(key)
  if (cached && cached.head === head && now >= cached.cachedAt && now < cached.expiresAt)
    return cached.value as Promise<T>
  const entry: CachedView = { head, cachedAt: now, expiresAt: now + maxAgeMs, value: read() }
  views.set(key, entry)
  try {
    const value = (await entry.value) as T
    entry.expiresAt = Math.min(entry.expiresAt, validUntil(value).getTime())
    return value
  } catch (error) {
    if (views.get(key) === entry) views.delete(key)
    throw error
  }
}

const logHeadSql = prepared(`select count(*) || ' ' || coalesce(sum(position), 0) as head from activity_heads`)
const actorHeadSql = prepared(
  `select max(position) as head from activity_events where tenant_id = current_tenant() and actor_id = $1`,
)

/**
 * A text that changes with every append to the log, or with every event of the actor in it. For the platform it is the number
 * of all logs and the sum of their heads, which only increase. A query that was not sent before the call sees everything that
 * was committed before the call, so it is shared.
 */
function readHead(
  { database, logHeadCache: { headQueries } }: CacheContext,
  scope: Scope,
  logKey: string,
  actorId: string | null,
): Promise<string | null> {
  const pending = headQueries.get(logKey)
  if (pending && !pending.sent) return pending.head
  const { promise: head, resolve, reject } = Promise.withResolvers<string | null>()
  const headQuery: HeadQuery = { sent: false, head }
  headQueries.set(logKey, headQuery)
  const [sql, parameters] = actorId ? [actorHeadSql, [actorId]] : [logHeadSql, []]
  database
    .query<{ head: string | null }>(scope, sql, parameters, () => (headQuery.sent = true))
    .then(([row]) => resolve(row!.head), reject)
    .finally(() => headQueries.get(logKey) === headQuery && headQueries.delete(logKey))
  return head
}
