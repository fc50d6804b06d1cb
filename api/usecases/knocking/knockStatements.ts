import { prepared } from '../../database/pipelinedConnection.ts'
import { queryRows, type Database, type EntityManager } from '../../database/connection.ts'
import { statusByOutcome, type KnockOutcome, type PropertyStatus } from '../../domain/enums.ts'
import { saveAndAppendSql } from '../../log/append.ts'

/** The fields of a property that logging a knock needs. */
export interface KnockProperty {
  id: string
  neighborhood: string | null
  assignedTo: string | null
  status: PropertyStatus
}

/** Two knocks with the same event id are the same knock if these fields are equal too; otherwise they conflict. */
export interface KnockIdentity {
  propertyId: string
  repId: string
  outcome: KnockOutcome
}

export interface KnockRow extends KnockIdentity {
  eventId: string
  occurredAt: Date
  sessionId?: string | null
  note?: string | null
  lat?: number | null
  lng?: number | null
}

const knockContextSql = prepared(`select
  (select coalesce(json_agg(json_build_object('id', id, 'neighborhood', neighborhood, 'assignedTo', assigned_to,
     'status', status)), '[]') from properties where id = any($1::uuid[])) as properties,
  (select coalesce(json_agg(json_build_object('eventId', event_id, 'propertyId', data->>'propertyId',
     'repId', data->>'repId', 'outcome', data->>'outcome')), '[]')
   from activity_events where event_id = any($2::uuid[])) as "loggedKnocks",
  (select coalesce(json_agg(json_build_object('id', id, 'repId', rep_id)), '[]')
   from knock_sessions where id = any($3::uuid[])) as sessions,
  (select team_doors_visible from tenants where id = $4::uuid) as "teamDoorsVisible"`)

/** The stored properties, knocks and sessions that a batch of knocks refers to. */
export interface KnockContext {
  properties: Map<string, KnockProperty>
  /** Knocks that are already in the log, by event id. */
  loggedKnocks: Map<string, KnockIdentity>
  /** The id of the rep of each session. */
  sessionOwners: Map<string, string>
  /** Whether a rep may knock at the property of a colleague. */
  teamDoorsVisible: boolean
}

/** Reads the context of all `knocks` in one round trip. */
export async function readKnockContext(
  database: Database,
  tenantId: string,
  knocks: { propertyId: string; eventId: string; sessionId?: string | null }[],
): Promise<KnockContext> {
  const [found] = await database.query<{
    properties: KnockProperty[]
    loggedKnocks: (KnockIdentity & { eventId: string })[]
    sessions: { id: string; repId: string }[]
    teamDoorsVisible: boolean | null
  }>({ tenantId }, knockContextSql, [
    knocks.map(({ propertyId }) => propertyId),
    knocks.map(({ eventId }) => eventId),
    [...new Set(knocks.map(({ sessionId }) => sessionId).filter(Boolean))],
    tenantId,
  ])
  const { properties, loggedKnocks, sessions, teamDoorsVisible } = found!
  return {
    properties: new Map(properties.map((property) => [property.id, property])),
    loggedKnocks: new Map(loggedKnocks.map((knock) => [knock.eventId, knock])),
    sessionOwners: new Map(sessions.map(({ id, repId }) => [id, repId])),
    teamDoorsVisible: teamDoorsVisible ?? false,
  }
}

/** What `saveKnocksSql` returns for each knock: the property's new status. */
export interface SavedKnock {
  status: PropertyStatus
}

/**
 * Inserts knocks (`$4`) and sets the status of their properties to that of the last knock whose outcome has one (`$3`).
 * Returns no row for a knock whose event id another process has inserted meanwhile. Fails with 23503 if a property was
 * deleted meanwhile. The properties are locked first, in id order: that prevents deadlocks, and `last_standing_knocks`
 * then sees the knocks of the transactions before it.
 */
export const saveKnocksSql = saveAndAppendSql(
  `input as materialized (
    select * from jsonb_to_recordset($4::jsonb) as k (event_id uuid, property_id uuid, rep_id uuid,
      session_id uuid, outcome text, note text, lat double precision, lng double precision, occurred_at timestamptz)
  ), property as materialized (
    select p.id, p.status from properties p where p.id = any(array(select property_id from input))
    order by p.id for no key update
  ), inserted as (
    insert into knocks (tenant_id, event_id, property_id, rep_id, session_id, outcome, note, lat, lng, occurred_at)
    -- The join with the count forces the locks to be taken before the insert.
    select $1, k.* from input k cross join (select count(*) from property) locked
    order by k.event_id on conflict do nothing
    returning event_id, property_id, outcome
  ), last as materialized (
    select l.* from (select array_agg(distinct property_id) as ids from inserted where ($3::jsonb)->>outcome is not null) i
    cross join lateral last_standing_knocks(i.ids, $3::jsonb) l
  ), updated as (
    update properties p set status = last.status, updated_at = now() from last
    where p.id = last.property_id returning p.id, p.status
  )`,
  `select inserted.event_id, coalesce(updated.status, property.status) as status from inserted
   join property on property.id = inserted.property_id left join updated on updated.id = inserted.property_id`,
)

/** The parameters `$3` and `$4` of `saveKnocksSql`. */
export function saveKnocksParameters(knocks: KnockRow[]): string[] {
  const rows = knocks.map((knock) => ({
    event_id: knock.eventId,
    property_id: knock.propertyId,
    rep_id: knock.repId,
    session_id: knock.sessionId,
    outcome: knock.outcome,
    note: knock.note,
    lat: knock.lat,
    lng: knock.lng,
    occurred_at: knock.occurredAt,
  }))
  return [JSON.stringify(statusByOutcome), JSON.stringify(rows)]
}

/**
 * Sets a property's status from its knocks that were not withdrawn: the status of the last one whose outcome has one, or
 * `new`. Returns the status. The caller has locked the property.
 */
export async function recomputeStatus(em: EntityManager, propertyId: string): Promise<PropertyStatus> {
  const [changed] = await queryRows<{ status: PropertyStatus }>(
    em,
    `update properties p set updated_at = now(),
       status = coalesce((select l.status from last_standing_knocks(array[$1::uuid], $2::jsonb) l), 'new')
     where p.id = $1 returning p.status`,
    [propertyId, JSON.stringify(statusByOutcome)],
  )
  return changed!.status
}
