import { readScope, type Context } from '../../context.ts'
import { queryRows, type EntityManager, type Scope } from '../../database/connection.ts'
import { Malformed, Refused } from '../../domain/errors.ts'
import { isUuid, parseId } from '../../domain/ids.ts'
import { isDatabaseTimestamp, type Page, type PageRequest } from '../../domain/paging.ts'
import { authorize, requireTenant } from '../../domain/permissions.ts'
import type { Role } from '../../domain/enums.ts'
import { platformTenantId } from '../../events/catalog.ts'
import { readUserRefs, type UserRef } from '../performance/performance.ts'

/** An API key as what was done with it names it. */
export interface ApiKeyRef {
  id: string
  name: string
}

/** An event as the log tells it. */
export interface ActivityView {
  tenantId: string
  position: number
  eventId: string
  type: string
  data: Record<string, unknown>
  occurredAt: Date
  recordedAt: Date
  actorId: string | null
  realRole: Role | null
  actingRole: Role | null
  subjectId: string | null
  tenantName: string | null
  /** By name, also those who left. */
  actor: UserRef | null
  /** The person it is about, where it is about one. */
  subjectUser: UserRef | null
  /** The API key it was done with; null for who signed in. */
  apiKey: ApiKeyRef | null
}

export interface ActivityFilter {
  actorId?: string | null
  types?: readonly string[] | null
  /** Recorded at this time or later. */
  from?: Date | null
  /** Recorded before this time. */
  to?: Date | null
  /** After this position of the tenant's log. */
  afterPosition?: number | null
}

export interface ActivityStats {
  days: number
  apiCalls: number
  /** Most first. */
  byAction: { action: string; count: number }[]
}

export const activityColumns = `e.tenant_id as "tenantId", e.position::int, e.event_id as "eventId", e.type, e.data,
  e.occurred_at as "occurredAt", e.recorded_at as "recordedAt", e.actor_id as "actorId", e.real_role as "realRole",
  e.acting_role as "actingRole", e.subject_id as "subjectId", e.session_id as "sessionId", e.recorded_at::text as "cursorAt"`

/**
 * What happened, latest first: of the actor's tenant or the chosen one, by position; for a global admin who chose none,
 * of every tenant and the platform, by time. A rep reads what they did themselves.
 */
export async function readActivityLog(
  ctx: Context,
  filter: ActivityFilter,
  page: PageRequest,
): Promise<Page<ActivityView>> {
  const { scope, where, values } = buildConditions(ctx, filter)
  const cursor = page.after ? decodeCursor(page.after) : null
  const limitParameter = values.push(page.limit + 1 + (page.offset ?? 0))
  if (cursor) {
    const [at, tenantId, position] = [cursor.at, cursor.tenantId, cursor.position].map((value) => values.push(value))
    // The first bound finds the place in each log by halving; the second settles what was written at the same moment.
    where.push(
      `e.position < case when l.tenant_id = $${tenantId} then $${position}::bigint
         else activity_position_from(l.tenant_id, $${at}::timestamptz + interval '1 microsecond') end`,
      `(e.recorded_at, e.tenant_id, e.position) < ($${at}::timestamptz, $${tenantId}::uuid, $${position}::bigint)`,
    )
  }
  return ctx.database.within(scope, async (em) => {
    const found = await queryRows<ActivityRow>(
      em,
      `select e.*, t.name as "tenantName" from (${selectLogs(scope)}) l cross join lateral (
         select ${activityColumns} from activity_events e
         where e.tenant_id = l.tenant_id and ${where.join(' and ')} order by e.position desc limit $${limitParameter}
       ) e left join tenants t on t.id = e."tenantId"
       order by e."recordedAt" desc, e."tenantId" desc, e.position desc
       limit $${values.push(page.limit + 1)} offset $${values.push(page.offset ?? 0)}`,
      values,
    )
    const pageRows = found.slice(0, page.limit)
    return {
      items: await attachReferences(em, pageRows),
      cursors: pageRows.map(encodeCursor),
      hasNextPage: found.length > page.limit,
    }
  })
}

/** How many events `readActivityLog` would give with no limit. */
export async function countActivity(ctx: Context, filter: ActivityFilter): Promise<number> {
  const { scope, where, values } = buildConditions(ctx, filter)
  const [row] = await ctx.database.within(scope, (em) =>
    queryRows<{ n: number }>(
      em,
      `select coalesce(sum(c.n), 0)::int as n from (${selectLogs(scope)}) l cross join lateral (
         select count(*) as n from activity_events e where e.tenant_id = l.tenant_id and ${where.join(' and ')}) c`,
      values,
    ),
  )
  return row!.n
}

/** How much was done in the last `days` (rolling, by whole hours), and how often what; for a rep, by themselves. */
export async function readActivityStats(ctx: Context, days: number): Promise<ActivityStats> {
  const reach = authorize(ctx.actor, 'activity.read')
  if (!Number.isInteger(days) || days < 1 || days > 366)
    throw new Refused('The days must be between 1 and 366.', { days: 'Between 1 and 366' })
  const since = new Date(ctx.now().getTime() - days * 86_400_000)
  const byAction = await ctx.database.within(readScope(ctx), (em) =>
    reach === 'own' ? countOwnActions(em, ctx.actor!.userId, since) : countAllActions(em, since),
  )
  return { days, apiCalls: byAction.reduce((sum, { count }) => sum + count, 0), byAction }
}

export type ActivityRow = Omit<ActivityView, 'actor' | 'subjectUser' | 'apiKey'> & {
  cursorAt: string
  sessionId: string | null
}

/** The same with names for the ids. */
export async function attachReferences(em: EntityManager, found: ActivityRow[]): Promise<ActivityView[]> {
  const ids = found.flatMap(({ actorId, subjectId }) => [actorId, subjectId]).filter((id) => id !== null)
  const people = await readUserRefs(em, [...new Set(ids)])
  const person = (id: string | null) => (id === null ? null : (people.get(id) ?? null))
  const keys = await readApiKeyRefs(
    em,
    found.map(({ sessionId }) => sessionId),
  )
  return found.map(({ sessionId, ...row }) => ({
    ...row,
    actor: person(row.actorId),
    subjectUser: person(row.subjectId),
    apiKey: keys.get(sessionId ?? '') ?? null,
  }))
}

/** The API keys among these sessions, by their id; who signed in used none. */
export async function readApiKeyRefs(
  em: EntityManager,
  sessionIds: (string | null)[],
): Promise<Map<string, ApiKeyRef>> {
  const ids = [...new Set(sessionIds.filter((id) => id !== null))]
  const refs = await queryRows<ApiKeyRef>(em, 'select id, name from api_keys_named($1::uuid[])', [ids])
  return new Map(refs.map((key) => [key.id, key]))
}

type ActionCounts = ActivityStats['byAction']

function countAllActions(em: EntityManager, since: Date): Promise<ActionCounts> {
  return queryRows(
    em,
    `select u.type as action, sum(u.events)::int as count from activity_heads h
     join usage_hours u on u.tenant_id = h.tenant_id and u.hour >= date_trunc('hour', $1::timestamptz, 'UTC')
     group by u.type having sum(u.events) > 0 order by 2 desc, 1`,
    [since],
  )
}

/** Nothing is written down before it happened, so what was written down earlier need not be looked at. */
function countOwnActions(em: EntityManager, userId: string, since: Date): Promise<ActionCounts> {
  return queryRows(
    em,
    `select type as action, count(*)::int as count from activity_events e
     where actor_id = $1 and occurred_at >= date_trunc('hour', $2::timestamptz, 'UTC')
       and position >= activity_position_from(current_tenant(), date_trunc('hour', $2::timestamptz, 'UTC'))
     group by type order by 2 desc, 1`,
    [userId, since],
  )
}

function buildConditions(ctx: Context, filter: ActivityFilter): { scope: Scope; where: string[]; values: unknown[] } {
  const reach = authorize(ctx.actor, 'activity.read')
  const values: unknown[] = []
  const where = ['true']
  if (reach === 'own') where.push(`e.actor_id = $${values.push(ctx.actor!.userId)}`)
  if (filter.actorId) where.push(`e.actor_id = $${values.push(parseId(filter.actorId, 'User'))}`)
  if (filter.types?.length) where.push(`e.type = any($${values.push(filter.types)}::text[])`)
  if (filter.from)
    where.push(`e.position >= activity_position_from(l.tenant_id, $${values.push(validateTime(filter.from))})`)
  if (filter.to)
    where.push(`e.position < activity_position_from(l.tenant_id, $${values.push(validateTime(filter.to))})`)
  const scope = readScope(ctx)
  if (filter.afterPosition != null) {
    // Positions of several logs say nothing of one another.
    if (scope === 'platform') requireTenant(ctx.actor)
    where.push(`e.position > $${values.push(filter.afterPosition)}`)
  }
  return { scope, where, values }
}

/** One log, or each that was ever written to: the newest of each by its key, never the whole of all. */
function selectLogs(scope: Scope): string {
  return scope === 'platform' ? 'select tenant_id from activity_heads' : 'select current_tenant() as tenant_id'
}

function validateTime(value: Date): Date {
  if (Number.isNaN(value.getTime())) throw new Refused('The time cannot be read.')
  return value
}

function encodeCursor({ cursorAt, tenantId, position }: { cursorAt: string; tenantId: string; position: number }) {
  return Buffer.from(`${cursorAt}|${tenantId}|${position}`).toString('base64url')
}

function decodeCursor(cursor: string): { at: string; tenantId: string; position: number } {
  const [at = '', tenantId = '', position = ''] = Buffer.from(cursor, 'base64url').toString().split('|')
  const isValid = isDatabaseTimestamp(at) && /^[0-9]{1,15}$/.test(position)
  if (!isValid || !(isUuid(tenantId) || tenantId === platformTenantId))
    throw new Malformed('The cursor is not valid for this list.')
  return { at, tenantId, position: Number(position) }
}
