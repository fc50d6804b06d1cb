import type { CachedRead, Caches, Context, HeadQuery, TenantRead } from '../context.ts'
import { runToCompletion } from '../database/cancellation.ts'
import { currentAnswer } from '../database/logPosition.ts'
import { prepared } from '../database/pipelinedConnection.ts'
import { queryRows, type EntityManager, type Scope } from '../database/connection.ts'
import { estimateBytes } from '../domain/boundedCache.ts'
import type { Span } from '../domain/periods.ts'
import { shareRead } from './sharedReads.ts'

/** Names of people can change without an event of the tenant. They may be this old. */
const maxAgeMs = 10_000

/**
 * Returns what `read` returns, and reuses the last result of the same `name` while nothing is appended to the log. Queries
 * the head of the log on each call, so the result includes everything that any process committed before the call.
 * `validUntil` is when the result changes without an event: by default at the end of its span, if that is to come. With `actorId`, the result
 * depends only on the events of that user, and is reused while they record none.
 */
export async function cacheUntilLogAdvances<T extends Span>(
  ctx: Context,
  scope: Scope,
  name: string,
  read: () => Promise<T>,
  { actorId = null, validUntil = ({ to }) => to }: { actorId?: string | null; validUntil?: (value: T) => Date } = {},
): Promise<T> {
  const { reads } = ctx.caches
  const logKey = `${scope === 'platform' ? scope : scope.tenantId} ${actorId ?? ''}`
  const head = await readHead(ctx, scope, logKey, actorId)
  // Requests share one query of the head, so this one notes what another may have read. With an actor, the head is their last event.
  if (scope !== 'platform') currentAnswer()?.note(Number(head?.split(' ').at(-1) ?? 0))
  const key = `${logKey} ${name}`
  const now = ctx.now().getTime()
  const cached = reads.get(key)
  if (cached && cached.head === head && now >= cached.cachedAt && now < cached.expiresAt)
    return cached.value as Promise<T>
  // Several requests share the results, so no read ends with the request that started it. Every event of any tenant changes
  // what is read of all tenants, so callers share those reads.
  const readToEnd = () => runToCompletion(read)
  const value = scope === 'platform' ? shareRead(ctx.caches.sharedReads, key, readToEnd) : readToEnd()
  const entry: CachedRead = { head, cachedAt: now, expiresAt: now + maxAgeMs, value, bytes: 0 }
  reads.set(key, entry)
  try {
    const result = await value
    const invalidAt = validUntil(result).getTime()
    if (invalidAt > now) entry.expiresAt = Math.min(entry.expiresAt, invalidAt)
    entry.bytes = estimateBytes(result)
    // The size of the entry is known only now.
    if (reads.get(key) === entry) reads.set(key, { ...entry })
    return result
  } catch (error) {
    if (reads.get(key) === entry) reads.delete(key)
    throw error
  }
}

/**
 * The value of each tenant in scope that has a log. `read` returns the values of these tenants, or of all for null; it is called
 * only for the tenants whose logs advanced since the last call with the same `name`. Call it in a snapshot, so that heads and
 * values belong together.
 */
export async function readAdvancedTenants<T>(
  { tenantReads }: Caches,
  em: EntityManager,
  scope: Scope,
  name: string,
  read: (tenantIds: string[] | null) => Promise<(tenantId: string) => T>,
): Promise<Map<string, T>> {
  const heads = await queryRows<{ tenantId: string; position: string }>(
    em,
    `select tenant_id as "tenantId", position from activity_heads where tenant_id = :tenant`,
  )
  const key = `${scope === 'platform' ? scope : scope.tenantId} ${name}`
  const known = tenantReads.get(key)?.byTenant ?? new Map<string, TenantRead>()
  const found = new Map<string, T>()
  const advanced: typeof heads = []
  for (const head of heads) {
    const cached = known.get(head.tenantId)
    if (cached?.position === head.position) found.set(head.tenantId, cached.value as T)
    else advanced.push(head)
  }
  if (advanced.length === 0) return found
  // To name most of the tenants would be slower than to read all.
  const isMost = advanced.length > heads.length / 4
  const valueOf = await read(isMost ? null : advanced.map(({ tenantId }) => tenantId))
  for (const { tenantId, position } of advanced) {
    const value = valueOf(tenantId)
    found.set(tenantId, value)
    known.set(tenantId, { position, value })
  }
  // The cache measures a new object only.
  tenantReads.set(key, { byTenant: known }, { noUpdateTTL: true })
  return found
}

const headSql = `select count(*) || ' ' || coalesce(sum(position), 0) as head from activity_heads`
const allHeadsSql = prepared(headSql)
const tenantHeadSql = prepared(`${headSql} where tenant_id = $1`)
const actorHeadSql = prepared(
  `select max(position) as head from activity_events where tenant_id = $1 and actor_id = $2`,
)

/**
 * A value that changes with every append: the number of logs in scope and the sum of their heads, or the position of the
 * last event of `actorId`. A query that has not been sent yet sees everything committed before the call, so callers share it.
 */
function readHead(
  { database, caches: { headQueries } }: Context,
  scope: Scope,
  logKey: string,
  actorId: string | null,
): Promise<string | null> {
  const pending = headQueries.get(logKey)
  if (pending && !pending.isSent) return pending.head
  const { promise: head, resolve, reject } = Promise.withResolvers<string | null>()
  const headQuery: HeadQuery = { isSent: false, head }
  headQueries.set(logKey, headQuery)
  const onSend = () => (headQuery.isSent = true)
  const [sql, parameters] = headQueryOf(scope, actorId)
  runToCompletion(() => database.query<{ head: string | null }>(scope, sql, parameters, onSend))
    .then(([row]) => resolve(row!.head), reject)
    .finally(() => headQueries.get(logKey) === headQuery && headQueries.delete(logKey))
  return head
}

function headQueryOf(scope: Scope, actorId: string | null): [sql: string, parameters: string[]] {
  if (scope === 'platform') return [allHeadsSql, []]
  return actorId ? [actorHeadSql, [scope.tenantId, actorId]] : [tenantHeadSql, [scope.tenantId]]
}
