import { readScope, type Context } from '../../context.ts'
import { queryRows, type EntityManager, type Scope } from '../../database/connection.ts'
import { filterConditions } from '../../database/listFilters.ts'
import type { ResolvedOrder } from '../../database/listOrder.ts'
import { createParameters, type Bind } from '../../database/parameters.ts'
import type { ActivityOrderField, SortDirection } from '../../domain/enums.ts'
import { toPage, type Page, type PageRequest } from '../../domain/paging.ts'
import { checkDays } from '../../domain/periods.ts'
import { authorize, ownUserIdOf, requireTenant } from '../../domain/permissions.ts'
import { logEventColumns, type LogEvent } from '../../projections/contributingEvents.ts'
import { readUserRefs, type UserRef } from '../users/userRefs.ts'
import { activityFilters, type ActivityFilter } from './activityFilters.ts'
import {
  activityKeys,
  afterActivityCursor,
  encodeActivityCursor,
  resolveActivityOrder,
  type ActivityOrder,
} from './activityOrder.ts'
import { readEventRecords, type EventRecord } from './eventRecords.ts'
import { assertInLog } from './logHead.ts'

export interface ApiKeyRef {
  id: string
  name: string
}

/** The records that an event refers to. */
interface EventRefs {
  /** Null for an event without an actor, such as a failed sign-in. */
  actor: UserRef | null
  /** The user that the event is about; null when it is about something else. */
  subjectUser: UserRef | null
  /** The lead, house or file that the event is about; null when it is about none of these, or it was deleted. */
  record: EventRecord | null
  /** The address of the property that the event is about, if it was deleted in the last 90 days; else null. */
  deletedAddress: string | null
  /** The API key of the request; null for a signed-in session. */
  apiKey: ApiKeyRef | null
}

export type ActivityView = Omit<LogEvent, 'sessionId'> & EventRefs

export interface ActivityStats {
  days: number
  apiCalls: number
  /** Highest count first. */
  byAction: { action: string; count: number }[]
}

export const activityColumns = `${logEventColumns}, e.recorded_at::text as "cursorAt"`

/**
 * Events, by default latest first: of the actor's or the chosen tenant, or of all tenants and the platform when a global admin chose none.
 * A rep reads only their own events.
 */
export async function readActivityLog(
  ctx: Context,
  filter: ActivityFilter,
  page: PageRequest,
  orderBy?: ActivityOrder | null,
): Promise<Page<ActivityView>> {
  const order = resolveActivityOrder(orderBy)
  const { values, bind } = createParameters()
  const { scope, where } = buildConditions(ctx, filter, bind)
  const logs = `(${selectLogs(scope, bind)}) l`
  if (page.after) where.push(...afterActivityCursor(order, page.after, bind))
  // Citus sends a query to a single node only if tenant_id is compared with a parameter.
  const isInScope = order.field === 'time' ? 'true' : 'e.tenant_id = :tenant'
  const events = { logs, conditions: where.join(' and '), isInScope }
  const limits = { rows: bind(page.limit + 1), rowsBefore: bind(page.offset ?? 0) }
  return ctx.database.within(scope, async (em) => {
    await assertFilter(em, filter)
    const found = await queryRows<ActivityRow & { cursorKey: string | null }>(
      em,
      order.field === 'time' ? byTimeSql(order.direction, events, limits) : byKeySql(order, events, limits),
      values,
    )
    const { items, ...rest } = toPage(found, page.limit, (row) => encodeActivityCursor(order.field, row))
    return { ...rest, items: await attachReferences(em, items) }
  })
}

/** Parts of a query of events: the logs `l`, and the conditions of an event `e` of a log. */
interface EventParts {
  logs: string
  conditions: string
  isInScope: string
}

/** Bound parameters. */
interface Limits {
  rows: string
  rowsBefore: string
}

/** The latest or earliest events of each log are read by its key, and merged. */
function byTimeSql(direction: SortDirection, { logs, conditions }: EventParts, { rows, rowsBefore }: Limits): string {
  return `select e.*, null as "cursorKey", t.name as "tenantName" from ${logs} cross join lateral (
      select ${activityColumns} from activity_events e
      where e.tenant_id = l.tenant_id and ${conditions} order by e.position ${direction} limit ${rows}::int + ${rowsBefore}::int
    ) e left join tenants t on t.id = e."tenantId"
    order by e."recordedAt" ${direction}, e."tenantId" ${direction}, e.position ${direction}
    limit ${rows} offset ${rowsBefore}`
}

/** Selects the positions of the page first, and then reads the data of these events only. */
function byKeySql(
  { field, direction }: ResolvedOrder<ActivityOrderField>,
  events: EventParts,
  { rows, rowsBefore }: Limits,
): string {
  const { recursive, source } =
    field === 'person' ? ofEachPerson(events, `${rows}::int + ${rowsBefore}::int`) : ofAll(events)
  const key = activityKeys[field as keyof typeof activityKeys]
  const order = `${direction}, e.recorded_at desc, e.tenant_id desc, e.position desc`
  return `${recursive} select ${activityColumns}, chosen.key as "cursorKey", t.name as "tenantName" from (
      select e.tenant_id, e.position, ${key} as key from ${source} order by ${key} ${order} limit ${rows} offset ${rowsBefore}
    ) chosen join activity_events e on e.tenant_id = chosen.tenant_id and e.position = chosen.position and ${events.isInScope}
    left join tenants t on t.id = e.tenant_id order by chosen.key ${order}`
}

/** All matching events are sorted by type, because an index for it would make each event slower to write. */
function ofAll({ logs, conditions, isInScope }: EventParts): { recursive: string; source: string } {
  return {
    recursive: '',
    // Scanned latest first, so that the top-N sort can discard most rows at once.
    source: `${logs} cross join lateral (select e.tenant_id, e.position, e.recorded_at, e.type from activity_events e
      where e.tenant_id = l.tenant_id and ${isInScope} and ${conditions} order by e.position desc) e`,
  }
}

/** The latest matching events of each person, `named`, with one index scan for each person. */
function ofEachPerson(
  { logs, conditions, isInScope }: EventParts,
  limit: string,
): { recursive: string; source: string } {
  const nextActor = (log: string, more: string) =>
    `(select e.actor_id from activity_events e
      where e.tenant_id = ${log}.tenant_id and ${isInScope} and ${more} order by e.actor_id limit 1)`
  const latest = (condition: string) =>
    `(select e.tenant_id, e.position, e.recorded_at from activity_events e
      where e.tenant_id = l.tenant_id and ${isInScope} and ${condition} and ${conditions}
      order by e.position desc limit ${limit})`
  return {
    // The last row of each log is null, and stands for the events without a person.
    recursive: `with recursive actors (tenant_id, id) as (
        select l.tenant_id, ${nextActor('l', 'e.actor_id is not null')} from ${logs}
        union all select a.tenant_id, ${nextActor('a', 'e.actor_id > a.id')} from actors a where a.id is not null)`,
    source: `actors l left join people_named(array(select id from actors where id is not null)) named on named.id = l.id
      cross join lateral (${latest('e.actor_id = l.id')} union all ${latest('l.id is null and e.actor_id is null')}) e`,
  }
}

/** The number of events that `readActivityLog` returns over all pages. */
export async function countActivity(ctx: Context, filter: ActivityFilter): Promise<number> {
  const { values, bind } = createParameters()
  const { scope, where } = buildConditions(ctx, filter, bind)
  return ctx.database.within(scope, async (em) => {
    await assertFilter(em, filter)
    const [row] = await queryRows<{ n: number }>(
      em,
      `select coalesce(sum(c.n), 0)::int as n from (${selectLogs(scope, bind)}) l cross join lateral (
         select count(*) as n from activity_events e where e.tenant_id = l.tenant_id and ${where.join(' and ')}) c`,
      values,
    )
    return row!.n
  })
}

/** Throws `Refused` if the log ends before the position of the filter. */
async function assertFilter(em: EntityManager, { afterPosition }: ActivityFilter): Promise<void> {
  if (afterPosition != null) await assertInLog(em, afterPosition, 'afterPosition')
}

/** The number of events of each type in the last `days` times 24 hours, from a whole hour; for a rep, only their own. */
export async function readActivityStats(ctx: Context, days: number): Promise<ActivityStats> {
  const reach = authorize(ctx.actor, 'activity.read')
  checkDays(days)
  const since = new Date(ctx.now().getTime() - days * 86_400_000)
  const scope = readScope(ctx)
  const byAction = await ctx.database.within(scope, (em) =>
    reach === 'own'
      ? countOwnActions(em, requireTenant(ctx.actor), ownUserIdOf(ctx.actor!), since)
      : countAllActions(em, since),
  )
  return { days, apiCalls: byAction.reduce((sum, { count }) => sum + count, 0), byAction }
}

export type ActivityRow = LogEvent & { cursorAt: string }

type EventIds = Pick<LogEvent, 'actorId' | 'subjectId' | 'sessionId' | 'tenantId' | 'data'>

/** The events with the users, records and API keys that they refer to. */
export async function attachReferences<T extends EventIds>(em: EntityManager, events: T[]): Promise<(T & EventRefs)[]> {
  const users = await readUserRefs(em, distinct(events.flatMap((event) => [event.actorId, subjectUserIdOf(event)])))
  const sessionIds = distinct(events.map(({ sessionId }) => sessionId))
  const keys = await queryRows<ApiKeyRef>(em, 'select id, name from api_keys_named($1::uuid[])', [sessionIds])
  const subjectOf = await readEventRecords(em, events)
  return events.map((event) => ({
    ...event,
    ...subjectOf(event),
    actor: users.get(event.actorId ?? '') ?? null,
    subjectUser: users.get(subjectUserIdOf(event) ?? '') ?? null,
    apiKey: keys.find(({ id }) => id === event.sessionId) ?? null,
  }))
}

/**
 * The user that the event is about. The id of another subject, such as a property, may be chosen by a client and equal that of
 * any user, whose name must not be shown.
 */
function subjectUserIdOf({ actorId, subjectId, data }: EventIds): string | null {
  return subjectId === actorId || subjectId === data['userId'] ? subjectId : null
}

function distinct(ids: (string | null)[]): string[] {
  return [...new Set(ids.filter((id) => id !== null))]
}

type ActionCounts = ActivityStats['byAction']

function countAllActions(em: EntityManager, since: Date): Promise<ActionCounts> {
  return queryRows(
    em,
    `select u.type as action, sum(u.events)::int as count from activity_heads h
     join usage_hours u on u.tenant_id = h.tenant_id and u.hour >= date_trunc('hour', $1::timestamptz, 'UTC')
     where h.tenant_id = :tenant group by u.type having sum(u.events) > 0 order by 2 desc, 1`,
    [since],
  )
}

/** No event is recorded before it occurred, so earlier positions need not be scanned. */
function countOwnActions(em: EntityManager, tenantId: string, userId: string, since: Date): Promise<ActionCounts> {
  return queryRows(
    em,
    `select type as action, count(*)::int as count from activity_events e
     where tenant_id = $3 and actor_id = $1 and occurred_at >= date_trunc('hour', $2::timestamptz, 'UTC')
       and position >= activity_position_from($3, date_trunc('hour', $2::timestamptz, 'UTC'))
     group by type order by 2 desc, 1`,
    [userId, since, tenantId],
  )
}

function buildConditions(ctx: Context, filter: ActivityFilter, bind: Bind): { scope: Scope; where: string[] } {
  const reach = authorize(ctx.actor, 'activity.read')
  const where = ['true', ...filterConditions(activityFilters, filter, bind)]
  if (reach === 'own') where.push(`e.actor_id = ${bind(ownUserIdOf(ctx.actor!))}`)
  const scope = readScope(ctx)
  // Positions of different logs cannot be compared, so this filter needs a tenant.
  if (filter.afterPosition != null && scope === 'platform') requireTenant(ctx.actor)
  return { scope, where }
}

/** The tenant ids of the logs in scope. Reading the latest events of each log by its key avoids sorting all logs together. */
function selectLogs(scope: Scope, bind: Bind): string {
  return scope === 'platform'
    ? 'select tenant_id from activity_heads'
    : `select ${bind(scope.tenantId)}::uuid as tenant_id`
}
