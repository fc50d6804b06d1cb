import type { Context } from '../../context.ts'
import { queryRows, type EntityManager } from '../../database/connection.ts'
import type { CellValue } from '../../domain/csv.ts'
import { recordedKinds, type RecordedAccess, type RecordedKind } from '../../domain/enums.ts'
import { Forbidden } from '../../domain/errors.ts'
import { decodeCursor, maxLimit, pageOf, type Page, type PageRequest } from '../../domain/paging.ts'
import { authorize, requireTenant } from '../../domain/permissions.ts'
import type { NullablePoint } from '../../domain/point.ts'
import { readSessions } from '../knocking/sessionRows.ts'
import { readUserRefs, userRefOf, type UserRef } from '../users/userRefs.ts'

/** One record about the actor: the position of a knock, a knock session, or that somebody else saw their work. */
export interface RecordedItem extends NullablePoint {
  /** Of the knock, the session or the event. */
  id: string
  kind: RecordedKind
  at: Date
  /** Of a session that has ended, its end. */
  endedAt: Date | null
  /** Of a session, its knocks that were not withdrawn. */
  doors: number | null
  accuracyMeters: number | null
  /** When the position is erased; null without one. */
  exactUntil: Date | null
  /** Of a knock, its property; null if that was deleted. */
  propertyId: string | null
  address: string | null
  /** Of a view, how it was seen, and by whom. */
  access: RecordedAccess | null
  by: UserRef | null
}

const columns = (of: Record<'id' | 'at' | 'property' | 'lat' | 'lng' | 'accuracy' | 'access' | 'actor', string>) =>
  `${of.id} as id, ${of.at} as at, ${of.property}::uuid as property_id, ${of.lat}::float8 as lat, ${of.lng}::float8 as lng,
    ${of.accuracy}::float8 as accuracy_meters, ${of.access}::text as access, ${of.actor}::uuid as actor_id`
const viewColumns = (access: string) =>
  columns({
    ...{ id: 'e.event_id', at: 'e.recorded_at', property: 'null', lat: 'null', lng: 'null', accuracy: 'null' },
    ...{ access, actor: 'e.actor_id' },
  })

/** The rows of each kind about the user $1. */
const sources: Record<RecordedKind, string> = {
  knock: `select k.tenant_id, 'knock' as kind, ${columns({
    ...{ id: 'k.event_id', at: 'k.occurred_at', property: 'k.property_id', lat: 'k.lat', lng: 'k.lng' },
    ...{ accuracy: 'k.accuracy_meters', access: 'null', actor: 'null' },
  })}
    from knocks k where k.tenant_id = :tenant and k.rep_id = $1 and k.lat is not null`,
  session: `select s.tenant_id, 'session' as kind, ${columns({
    ...{ id: 's.id', at: 's.started_at', property: 'null', lat: 's.lat', lng: 's.lng', accuracy: 'null' },
    ...{ access: 'null', actor: 'null' },
  })}
    from knock_sessions s where s.tenant_id = :tenant and s.rep_id = $1`,
  // An export of everything has the positions of all who were there.
  view: `select e.tenant_id, 'view' as kind, ${viewColumns(`case e.type when 'RepViewed' then 'rep_page' else 'view_as' end`)}
    from activity_events e where e.tenant_id = :tenant and e.subject_id = $1 and e.actor_id <> $1 and e.type in ('RepViewed', 'ViewAsStarted')
    union all
    select e.tenant_id, 'view' as kind, ${viewColumns(`'export'`)}
    from activity_events e where e.tenant_id = :tenant and e.type = 'DataExported' and e.data->>'list' is null and e.actor_id <> $1
      and not exists (select from users u where u.id = $1 and u.created_at > e.recorded_at)`,
}

const rowsOf = (kind: RecordedKind | null | undefined) =>
  (kind ? [kind] : recordedKinds).map((one) => sources[one]).join(' union all ')

/** The ids of the actor and of their tenant. Throws `Forbidden` to a global admin who views the app as somebody. */
function authorizeRecorded(ctx: Context): { tenantId: string; userId: string } {
  authorize(ctx.actor, 'recorded.read')
  const { userId, viewedUserId } = ctx.actor!
  if (viewedUserId) throw new Forbidden('What is recorded about somebody is shown to them alone.')
  return { tenantId: requireTenant(ctx.actor), userId }
}

/** What is recorded about the actor in their tenant, of one kind or all, the newest first. */
export async function listRecordedAboutMe(
  ctx: Context,
  kind: RecordedKind | null | undefined,
  page: PageRequest,
): Promise<Page<RecordedItem>> {
  const { tenantId, userId } = authorizeRecorded(ctx)
  const after = page.after ? decodeCursor(page.after) : null
  return ctx.database.within({ tenantId }, async (em) => {
    const found = await queryRows<StoredItem>(
      em,
      `select r.id, r.kind, r.at, r.lat, r.lng, r.accuracy_meters as "accuracyMeters", r.access, r.actor_id as "actorId",
         case when r.lat is not null then r.at + make_interval(days => (select t.position_days from tenants t where t.id = $6)) end as "exactUntil",
         p.id as "propertyId", p.address, r.at::text as "cursorAt"
       from (select * from (${rowsOf(kind)}) r where $2::timestamptz is null or (r.at, r.id) < ($2, $3::uuid)
         order by r.at desc, r.id desc limit $4 offset $5) r
       left join properties p on p.tenant_id = :tenant and p.tenant_id = r.tenant_id and p.id = r.property_id
       order by r.at desc, r.id desc`,
      [userId, after?.at ?? null, after?.id ?? null, page.limit + 1, page.offset ?? 0, tenantId],
    )
    return pageOf(await attach(em, ctx, found), page.limit)
  })
}

/** The number of items that `listRecordedAboutMe` returns over all pages. */
export async function countRecordedAboutMe(ctx: Context, kind: RecordedKind | null | undefined): Promise<number> {
  const { tenantId, userId } = authorizeRecorded(ctx)
  const [row] = await ctx.database.within({ tenantId }, (em) =>
    queryRows<{ n: number }>(em, `select count(*)::int as n from (${rowsOf(kind)}) r`, [userId]),
  )
  return row!.n
}

type StoredItem = Omit<RecordedItem, 'endedAt' | 'doors' | 'by'> & { cursorAt: string; actorId: string | null }

async function attach(em: EntityManager, ctx: Context, found: readonly StoredItem[]) {
  const idsOf = (kind: RecordedKind) => found.filter((item) => item.kind === kind).map(({ id }) => id)
  const sessionIds = idsOf('session')
  const sessions =
    sessionIds.length === 0
      ? []
      : await readSessions(em, ctx, (bind) => `s.id = any(${bind(sessionIds)}::uuid[])`, sessionIds.length)
  const byId = new Map(sessions.map((session) => [session.id, session]))
  const users = await readUserRefs(em, [...new Set(found.flatMap(({ actorId }) => actorId ?? []))])
  return found.map(({ actorId, ...item }) => {
    const session = item.kind === 'session' ? byId.get(item.id) : undefined
    const by = actorId ? userRefOf(users, actorId) : null
    return { ...item, endedAt: session?.endedAt ?? null, doors: session?.doors ?? null, by }
  })
}

export const recordedHeadings = [
  ...['kind', 'id', 'at', 'ended_at', 'doors', 'address', 'lat', 'lng', 'accuracy_meters', 'exact_until'],
  ...['access', 'by'],
] as const

/** All that is recorded about the actor, the newest first, as cells for `recordedHeadings`, in pages. */
export function exportRecordedAboutMe(ctx: Context): AsyncIterable<CellValue[][]> {
  authorizeRecorded(ctx)
  return readPages(ctx)
}

async function* readPages(ctx: Context): AsyncGenerator<CellValue[][]> {
  for (let after: string | null = null; ;) {
    const page: Page<RecordedItem> = await listRecordedAboutMe(ctx, null, { limit: maxLimit, after })
    yield page.items.map((item) => [
      ...[item.kind, item.id, item.at.toISOString(), item.endedAt?.toISOString() ?? null, item.doors, item.address],
      ...[item.lat, item.lng, item.accuracyMeters, item.exactUntil?.toISOString() ?? null],
      ...[item.access, item.by?.fullName ?? null],
    ])
    if (!page.hasNextPage) return
    after = page.cursors.at(-1)!
  }
}
