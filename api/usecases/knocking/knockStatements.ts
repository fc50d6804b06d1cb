import { prepared } from '../../database/pipelinedConnection.ts'
import { queryRows, type EntityManager } from '../../database/connection.ts'
import { statusByOutcome, type KnockOutcome, type PropertyStatus } from '../../domain/enums.ts'
import { saveAndAppendSql } from '../../log/append.ts'

/** What a knock needs to know of its house. */
export interface KnockProperty {
  id: string
  neighborhood: string | null
  assignedTo: string | null
  status: PropertyStatus
}

/** What makes two knocks with one event id the same knock. */
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
     'status', status)), '[]') from properties where id = any($1::uuid[])) as houses,
  (select coalesce(json_agg(json_build_object('eventId', event_id, 'propertyId', data->>'propertyId',
     'repId', data->>'repId', 'outcome', data->>'outcome')), '[]')
   from activity_events where event_id = any($2::uuid[])) as known,
  (select coalesce(json_agg(json_build_object('id', id, 'repId', rep_id)), '[]')
   from knock_sessions where id = any($3::uuid[])) as rounds`)

export interface KnockContext {
  properties: Map<string, KnockProperty>
  identities: Map<string, KnockIdentity>
  /** Whose round it is. */
  sessionOwners: Map<string, string>
}

/** What is written down of a house, of the event id and of the round of each knock, in one round trip. `ask` answers written SQL. */
export async function readKnockContext(
  query: <T>(sql: string, parameters: unknown[]) => Promise<T[]>,
  knocks: { propertyId: string; eventId: string; sessionId?: string | null }[],
): Promise<KnockContext> {
  const [found] = await query<{
    houses: KnockProperty[]
    known: (KnockIdentity & { eventId: string })[]
    rounds: { id: string; repId: string }[]
  }>(knockContextSql, [
    knocks.map(({ propertyId }) => propertyId),
    knocks.map(({ eventId }) => eventId),
    [...new Set(knocks.map(({ sessionId }) => sessionId).filter(Boolean))],
  ])
  const { houses, known, rounds } = found!
  return {
    properties: new Map(houses.map((property) => [property.id, property])),
    identities: new Map(known.map((facts) => [facts.eventId, facts])),
    sessionOwners: new Map(rounds.map(({ id, repId }) => [id, repId])),
  }
}

/** What saving a knock answers. */
export interface SavedKnock {
  /** What its house is now. */
  status: PropertyStatus
}

/**
 * Saves knocks (`$4`) and lets their houses follow them, by what outcomes say of a status (`$3`); an id that another process saved
 * meanwhile is not among those that are answered. The houses are held first, in the order of their ids, so that processes
 * take turns; `last_standing_knocks` then sees what each before it left. Fails (23503) when a house was deleted meanwhile.
 */
export const saveKnocksSql = saveAndAppendSql(
  `given as materialized (
    select * from jsonb_to_recordset($4::jsonb) as k (event_id uuid, property_id uuid, rep_id uuid,
      session_id uuid, outcome text, note text, lat double precision, lng double precision, occurred_at timestamptz)
  ), house as materialized (
    select p.id, p.status from properties p where p.id = any(array(select property_id from given))
    order by p.id for no key update
  ), fresh as (
    insert into knocks (tenant_id, event_id, property_id, rep_id, session_id, outcome, note, lat, lng, occurred_at)
    select $1, k.* from given k cross join (select count(*) as houses from house) held
    order by k.event_id on conflict do nothing
    returning event_id, property_id, outcome
  ), last as materialized (
    select l.* from (select array_agg(distinct property_id) as houses from fresh where ($3::jsonb)->>outcome is not null) f
    cross join lateral last_standing_knocks(f.houses, $3::jsonb) l
  ), moved as (
    update properties p set status = last.status, updated_at = now() from last
    where p.id = last.property_id returning p.id, p.status
  )`,
  `select fresh.event_id, coalesce(moved.status, house.status) as status from fresh
   join house on house.id = fresh.property_id left join moved on moved.id = fresh.property_id`,
)

/** The parameters `$3` and `$4` of `savingKnocks`. */
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

/** Gives a house that is held the status of its last standing knock that has one, or `new`; returns what it is now. */
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
