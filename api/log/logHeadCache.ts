import type { Context } from '../context.ts'
import { prepared } from '../database/pipelinedConnection.ts'
import type { Database, Scope } from '../database/connection.ts'

/** A view as it was read, with the head of the log it belongs to. */
interface CachedView {
  head: string | null
  cachedAt: number
  expiresAt: number
  value: Promise<unknown>
}

interface LogHeadCache {
  views: Map<string, CachedView>
  headQueries: Map<string, HeadQuery>
}

/** What is asked of a log's head, by everybody who came before it was sent. */
interface HeadQuery {
  sent: boolean
  head: Promise<string | null>
}

/** Names of people, which are no figures, may be this old. */
const maxAgeMs = 10_000
const maxViews = 5_000
const caches = new WeakMap<Database, LogHeadCache>()

/**
 * What `read` answers, read again only when something was appended to the log since: the head is asked for after the
 * call began, so whatever was acknowledged before, by any process, is in the answer. `endOf` says when the view turns
 * into another without an event, such as at the end of a day. A view of what one person did is read again only when
 * that person did something: `actorId`.
 */
export async function cacheUntilLogAdvances<T>(
  ctx: Context,
  scope: Scope,
  viewName: string,
  read: () => Promise<T>,
  validUntil: (value: T) => Date,
  actorId: string | null = null,
): Promise<T> {
  const cache = caches.get(ctx.database) ?? { views: new Map(), headQueries: new Map() }
  caches.set(ctx.database, cache)
  const logKey = `${scope === 'platform' ? scope : scope.tenantId} ${actorId ?? ''}`
  const position = await readHead(ctx.database, cache.headQueries, scope, logKey, actorId)
  const key = `${logKey} ${viewName}`
  const now = ctx.now().getTime()
  const cached = cache.views.get(key)
  if (cached && cached.head === position && now >= cached.cachedAt && now < cached.expiresAt) return cached.value as Promise<T>
  const entry: CachedView = { head: position, cachedAt: now, expiresAt: now + maxAgeMs, value: read() }
  if (cache.views.size >= maxViews) cache.views.clear()
  cache.views.set(key, entry)
  try {
    const value = (await entry.value) as T
    entry.expiresAt = Math.min(entry.expiresAt, validUntil(value).getTime())
    return value
  } catch (error) {
    if (cache.views.get(key) === entry) cache.views.delete(key)
    throw error
  }
}

const logHeadSql = prepared(`select count(*) || ' ' || coalesce(sum(position), 0) as head from activity_heads`)
const actorHeadSql = prepared(
  `select max(position) as head from activity_events where tenant_id = current_tenant() and actor_id = $1`,
)

/**
 * The head of the log, or of what one person did in it, or for all logs together their number and the sum of their heads: all
 * only ever grow. A question
 * that was not sent yet when the caller came sees what was committed before that, so it is shared.
 */
function readHead(
  database: Database,
  headQueries: Map<string, HeadQuery>,
  scope: Scope,
  logKey: string,
  actorId: string | null,
): Promise<string | null> {
  const pending = headQueries.get(logKey)
  if (pending && !pending.sent) return pending.head
  const { promise: head, resolve, reject } = Promise.withResolvers<string | null>()
  const headQuery: HeadQuery = { sent: false, head }
  headQueries.set(logKey, headQuery)
  database
    .query<{ head: string | null }>(
      scope,
      actorId ? actorHeadSql : logHeadSql,
      actorId ? [actorId] : [],
      () => (headQuery.sent = true),
    )
    .then(([row]) => resolve(row!.head), reject)
    .finally(() => headQueries.get(logKey) === headQuery && headQueries.delete(logKey))
  return head
}
