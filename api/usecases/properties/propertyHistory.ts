import { readScope, type Context } from '../../context.ts'
import { queryRows } from '../../database/connection.ts'
import { Malformed } from '../../domain/errors.ts'
import type { Page, PageRequest } from '../../domain/paging.ts'
import type { HistoryKind, KnockOutcome, LeadStatus, Priority, PropertyType, Role } from '../../domain/enums.ts'
import { authorizeProperty, type PropertyView } from './properties.ts'

/** One thing that somebody did at a property. What does not belong to its kind is null. */
export interface HistoryEntry {
  id: string
  kind: HistoryKind
  at: Date
  actorId: string | null
  actorRole: Role | null
  outcome: KnockOutcome | null
  note: string | null
  withdrawn: boolean
  tag: PropertyType | null
  priority: Priority | null
  fromStatus: LeadStatus | null
  toStatus: LeadStatus | null
  fields: string[] | null
  assignedToId: string | null
  source: string | null
}

/** What the log calls it, and what a history does; other events are no work at the door. */
const kindByEvent: Record<string, HistoryKind> = {
  PropertySaved: 'saved',
  PropertyEdited: 'edited',
  PropertyAssigned: 'assigned',
  OwnerRefreshed: 'owner_refreshed',
  LeadCreated: 'lead_created',
  LeadStatusChanged: 'lead_status_changed',
  LeadRetagged: 'lead_retagged',
  LeadDeleted: 'lead_deleted',
  DoorKnocked: 'knocked',
  KnockWithdrawn: 'knock_withdrawn',
}

/** Which page of whose history. */
export interface HistoryQuery {
  property: PropertyView
  /** A position of the log. */
  before: string
  limit: number
}

/** Throws `Malformed` for a cursor of another list. */
export function toHistoryQuery(property: PropertyView, page: PageRequest): HistoryQuery {
  return { property, before: decodePosition(page.after), limit: page.limit }
}

/**
 * Who did what at each of these doors, out of the log, newest first; for whoever may see the properties. They are read together,
 * so that a list of a thousand houses asks once.
 */
export async function readHistories(ctx: Context, queries: readonly HistoryQuery[]): Promise<Page<HistoryEntry>[]> {
  for (const { property } of queries) authorizeProperty(ctx, 'property.read', property)
  const parameters = queries.map(({ property: { tenantId, id }, before, limit }, nth) => ({
    ...{ nth, tenant_id: tenantId, property_id: id, before, most: limit + 1 },
  }))
  const found = await ctx.database.within(readScope(ctx), (em) =>
    queryRows<Omit<HistoryEntry, 'kind'> & { nth: number; type: string; position: string }>(
      em,
      `select a.nth, h.* from jsonb_to_recordset($1::jsonb)
         as a (nth int, tenant_id uuid, property_id uuid, before bigint, most int)
       cross join lateral (select e.event_id as id, e.type, e.position, e.occurred_at as at, e.actor_id as "actorId", e.real_role as "actorRole",
         e.data->>'outcome' as outcome, k.note, coalesce(k.withdrawn_at is not null, false) as withdrawn,
         e.data->>'tag' as tag, e.data->>'priority' as priority,
         case when e.type = 'LeadStatusChanged' then e.data->>'from' end as "fromStatus",
         case when e.type = 'LeadStatusChanged' then e.data->>'to' end as "toStatus",
         e.data->'fields' as fields, case when e.type = 'PropertyAssigned' then e.data->>'to' end as "assignedToId",
         e.data->>'source' as source
       from activity_events e left join knocks k on k.tenant_id = e.tenant_id and k.event_id = e.event_id
       where e.tenant_id = a.tenant_id and e.subject_id = a.property_id and e.type = any($2) and e.position < a.before
       order by e.position desc limit a.most) h order by a.nth, h.position desc`,
      [JSON.stringify(parameters), Object.keys(kindByEvent)],
    ),
  )
  const byQuery = Map.groupBy(found, ({ nth }) => nth)
  return queries.map(({ limit }, index) => {
    const entries = byQuery.get(index) ?? []
    const items = entries.slice(0, limit)
    return {
      items: items.map(({ nth: _nth, type, position: _, ...entry }) => ({ ...entry, kind: kindByEvent[type]! })),
      cursors: items.map(({ position }) => Buffer.from(position).toString('base64url')),
      hasNextPage: entries.length > limit,
    }
  })
}

/** The position in the log that the page ends before. */
function decodePosition(cursor: string | null | undefined): string {
  if (!cursor) return `${Number.MAX_SAFE_INTEGER}`
  const position = Buffer.from(cursor, 'base64url').toString()
  if (!/^\d{1,18}$/.test(position)) throw new Malformed('The cursor is not valid for this list.')
  return position
}
