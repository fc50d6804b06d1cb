import { readScope, type Context } from '../../context.ts'
import { queryRows, type EntityManager } from '../../database/connection.ts'
import { readCursor, toPage, writeCursor, type Page, type PageRequest } from '../../domain/paging.ts'
import { outcomeNameOf } from '../../domain/outcomes/outcomes.ts'
import type {
  HistoryKind,
  KnockFlag,
  KnockOutcome,
  LeadStatus,
  Priority,
  PropertyType,
  Role,
} from '../../domain/enums.ts'
import { authorize, ownUserIdOf } from '../../domain/permissions.ts'
import { distanceBetween, type NullablePoint, type Point } from '../../domain/point.ts'
import { storedEventsSql } from '../../events/versions.ts'
import { photoIdsOfKnock } from '../../records/knockRows.ts'
import type { PropertyView } from '../../records/propertyRows.ts'
import { noRepId } from '../../records/propertyWrites.ts'
import { authorizeProperty } from './readProperty.ts'

/** An event in a property's history. Fields that its kind does not have are null. */
export interface HistoryEntry {
  id: string
  kind: HistoryKind
  /** The tenant of the property. */
  tenantId: string
  at: Date
  actorId: string | null
  actorRole: Role | null
  outcome: KnockOutcome | null
  /** The name of the outcome when the knock was logged. */
  outcomeName: string | null
  note: string | null
  /** The photos of a knock; empty for other kinds. */
  photoIds: string[]
  /** The first of `photoIds`; null if there is none. */
  photoId: string | null
  accuracyMeters: number | null
  /** Whether a file brought the knock, which is then of `actorId`, not of its importer. */
  imported: boolean
  /** What was wrong with a knock that was accepted; empty for other kinds. */
  flags: KnockFlag[]
  /** From the position of the device to the house. */
  distanceMeters: number | null
  withdrawn: boolean
  tag: PropertyType | null
  priority: Priority | null
  fromStatus: LeadStatus | null
  toStatus: LeadStatus | null
  fields: string[] | null
  assignedToId: string | null
  /** The new stage of a lead. */
  stageId: string | null
  source: string | null
}

/** The kind of each event type that a history shows. Other types are left out. */
const kindByEvent: Record<string, HistoryKind> = {
  PropertySaved: 'saved',
  PropertyEdited: 'edited',
  PropertyAssigned: 'assigned',
  OwnerRefreshed: 'owner_refreshed',
  LeadCreated: 'lead_created',
  LeadStatusChanged: 'lead_status_changed',
  LeadRetagged: 'lead_retagged',
  LeadPriorityChanged: 'lead_priority_changed',
  LeadDeleted: 'lead_deleted',
  LeadEdited: 'lead_edited',
  LeadAssigned: 'lead_assigned',
  LeadNoteAdded: 'lead_note_added',
  LeadStageChanged: 'lead_stage_changed',
  LeadsMerged: 'leads_merged',
  DoorKnocked: 'knocked',
  KnockWithdrawn: 'knock_withdrawn',
  DoNotKnockSet: 'do_not_knock_set',
  DoNotKnockLifted: 'do_not_knock_lifted',
}

/** The history of a property, or of one lead at it with the knocks at its door. */
export interface HistoryQuery {
  property: Pick<PropertyView, 'id' | 'tenantId' | 'assignedTo'>
  leadId?: string
  /** Only this user's knocks; null for all. */
  knockerId?: string | null
  /** A position in the log: the page contains only events before it. A string, because a bigint can exceed a number. */
  before: string
  limit: number
}

/** The fields of an entry that belong to a knock. */
type KnockFields = Pick<HistoryEntry, 'note' | 'photoIds' | 'accuracyMeters' | 'withdrawn'>

/** An entry as it is read, with its knock and the house. */
interface HistoryRow extends Omit<
  HistoryEntry,
  'kind' | 'tenantId' | 'photoId' | 'distanceMeters' | keyof KnockFields
> {
  index: number
  type: string
  position: string
  /** Also the position of the device; null for an event that is not a knock. */
  knock: (KnockFields & NullablePoint) | null
  property: Point
  leadNote: string | null
  /** Why the door was marked, or the mark lifted. */
  markReason: string | null
}

const noKnock = { note: null, photoIds: [], accuracyMeters: null, withdrawn: false, lat: null, lng: null }

/** Throws `Malformed` for a cursor that did not come from a history. */
export function toHistoryQuery(property: PropertyView, page: PageRequest): HistoryQuery {
  return { property, before: decodePosition(page.after), limit: page.limit }
}

/**
 * The history of a lead that the actor may see. The knocks of others are left out for a rep to whom the property is not
 * assigned. Throws `Malformed` for a cursor that did not come from a history.
 */
export function toLeadHistoryQuery(
  ctx: Context,
  lead: { id: string; tenantId: string; propertyId: string; propertyAssignedTo: string | null },
  page: PageRequest,
): HistoryQuery {
  const { id: leadId, tenantId, propertyId, propertyAssignedTo: assignedTo } = lead
  const userId = ownUserIdOf(ctx.actor!)
  const seesProperty = authorize(ctx.actor, 'property.read') === 'all' || assignedTo === userId
  return {
    property: { id: propertyId, tenantId, assignedTo },
    leadId,
    knockerId: seesProperty ? null : userId,
    before: decodePosition(page.after),
    limit: page.limit,
  }
}

/** SQL: who did what the event `e` tells. An imported visit was made by its rep; null for one without an account. */
const actorSql = `case when e.data->>'imported' = 'true' then nullif((e.data->>'repId')::uuid, '${noRepId}') else e.actor_id end`

/**
 * The pages of queries ($1) about one tenant ($3), with events of the types $2. The history of a lead has the events of the
 * leads that were merged into it, except that they were deleted.
 */
const historiesSql = `select q.index, h.*, json_build_object('lat', p.lat, 'lng', p.lng) as property
  from jsonb_to_recordset($1::jsonb)
    as q (index int, property_id uuid, property_ids uuid[], lead_ids text[], knocker_id uuid, before bigint, row_limit int)
  join properties p on p.tenant_id = $3 and p.id = q.property_id
  cross join lateral (select e.event_id as id, e.type, e.position, e.occurred_at as at, ${actorSql} as "actorId",
      e.real_role as "actorRole", e.data->>'outcome' as outcome, e.data->>'outcomeName' as "outcomeName",
      e.data->>'imported' is not distinct from 'true' as imported, coalesce(e.data->'flags', '[]') as flags,
      (select json_build_object('note', k.note, 'photoIds', ${photoIdsOfKnock('$3')}, 'lat', k.lat, 'lng', k.lng,
        'accuracyMeters', k.accuracy_meters, 'withdrawn', k.withdrawn_at is not null)
        from knocks k where k.tenant_id = $3 and k.event_id = e.event_id) as knock,
      e.data->>'tag' as tag, e.data->>'priority' as priority,
      case when e.type = 'LeadStatusChanged' then e.data->>'from' end as "fromStatus",
      case when e.type = 'LeadStatusChanged' then e.data->>'to' end as "toStatus",
      e.data->'fields' as fields, case when e.type in ('PropertyAssigned', 'LeadAssigned') then e.data->>'to' end as "assignedToId",
      case when e.type = 'LeadStageChanged' then e.data->>'to' end as "stageId",
      -- Only who may see the lead may read its notes.
      case when e.type = 'LeadNoteAdded' and q.lead_ids is not null then
        (select n.text from lead_notes n where n.tenant_id = $3 and n.id = (e.data->>'noteId')::uuid) end as "leadNote",
      case when e.type in ('DoNotKnockSet', 'DoNotKnockLifted') then
        (select case e.type when 'DoNotKnockSet' then m.reason else m.lift_reason end from do_not_knock m
          where m.tenant_id = $3 and m.id = (e.data->>'markId')::uuid) end as "markReason",
      e.data->>'source' as source
    from ${storedEventsSql('tenant_id = $3 and subject_id = any(q.property_ids)')} e
    where e.type = any($2) and e.position < q.before
      and (q.lead_ids is null or e.data->>'leadId' = any(q.lead_ids) and e.type <> 'LeadDeleted'
        or e.type in ('DoorKnocked', 'KnockWithdrawn') and e.subject_id = q.property_id
          and (q.knocker_id is null or ${actorSql} = q.knocker_id))
    order by e.position desc limit q.row_limit) h
  order by q.index, h.position desc`

/**
 * A page of history for each query, newest event first, read from the log in one statement for each tenant. Throws `NotFound`
 * if the actor may not see one of the properties; a lead is checked when it is read.
 */
export async function readHistories(ctx: Context, queries: readonly HistoryQuery[]): Promise<Page<HistoryEntry>[]> {
  for (const { property, leadId } of queries) if (!leadId) authorizeProperty(ctx, 'property.read', property)
  const indexed = queries.map((query, index) => ({ ...query, index }))
  const byTenant = Map.groupBy(indexed, ({ property }) => property.tenantId)
  const found = await ctx.database.within(readScope(ctx), async (em) => {
    const read = async ([tenantId, ofTenant]: [string, typeof indexed]) => {
      const merges = await readMerges(
        em,
        tenantId,
        ofTenant.flatMap(({ leadId }) => leadId ?? []),
      )
      const parameters = ofTenant.map(({ index, property, leadId, knockerId, before, limit }) => {
        const merged = merges.filter((merge) => merge.leadId === leadId)
        return {
          index,
          property_id: property.id,
          property_ids: [property.id, ...merged.map(({ propertyId }) => propertyId)],
          lead_ids: leadId ? [leadId, ...merged.map(({ mergedLeadId }) => mergedLeadId)] : null,
          knocker_id: knockerId ?? null,
          before,
          row_limit: limit + 1,
        }
      })
      return queryRows<HistoryRow>(em, historiesSql, [JSON.stringify(parameters), Object.keys(kindByEvent), tenantId])
    }
    return (await Promise.all([...byTenant].map(read))).flat()
  })
  const byQuery = Map.groupBy(found, ({ index }) => index)
  return queries.map(({ limit, property: { tenantId } }, index) => {
    const { items, ...rest } = toPage(byQuery.get(index) ?? [], limit, ({ position }) => writeCursor(position))
    return {
      ...rest,
      items: items.map(
        ({ index: _index, type, position: _position, knock, property, leadNote, markReason, ...entry }) => {
          const { lat, lng, ...knockFields } = knock ?? noKnock
          return {
            ...entry,
            ...knockFields,
            photoId: knockFields.photoIds[0] ?? null,
            tenantId,
            note: knockFields.note ?? leadNote ?? markReason,
            outcomeName: entry.outcome && outcomeNameOf(entry.outcome, entry.outcomeName),
            kind: kindByEvent[type]!,
            distanceMeters: distanceBetween({ lat, lng }, property),
          }
        },
      ),
    }
  })
}

/** The leads that were merged into these. */
async function readMerges(
  em: EntityManager,
  tenantId: string,
  leadIds: string[],
): Promise<{ leadId: string; mergedLeadId: string; propertyId: string }[]> {
  if (leadIds.length === 0) return []
  return queryRows(
    em,
    `select lead_id as "leadId", merged_lead_id as "mergedLeadId", property_id as "propertyId" from lead_merges
     where tenant_id = $1 and lead_id = any($2::uuid[])`,
    [tenantId, leadIds],
  )
}

function decodePosition(cursor: string | null | undefined): string {
  return cursor ? readCursor(cursor, [(part) => /^\d{1,18}$/.test(part)])[0]! : `${Number.MAX_SAFE_INTEGER}`
}
