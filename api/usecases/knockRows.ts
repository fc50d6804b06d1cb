import { prepared } from '../database/client.ts'
import { rows, type EntityManager } from '../database/connection.ts'
import { statusByOutcome, type KnockOutcome, type PropertyStatus } from '../domain/words.ts'

/** What a knock needs to know of its house. */
export interface House {
  id: string
  neighborhood: string | null
  assignedTo: string | null
  status: PropertyStatus
}

/** What makes two knocks with one event id the same knock. */
export interface KnockFacts {
  propertyId: string
  repId: string
  outcome: KnockOutcome
}

export interface KnockRow extends KnockFacts {
  eventId: string
  occurredAt: Date
  sessionId?: string | null
  note?: string | null
  lat?: number | null
  lng?: number | null
}

const doors = prepared(`select
  (select coalesce(json_agg(json_build_object('id', id, 'neighborhood', neighborhood, 'assignedTo', assigned_to,
     'status', status)), '[]') from properties where id = any($1::uuid[])) as houses,
  (select coalesce(json_agg(json_build_object('eventId', event_id, 'propertyId', data->>'propertyId',
     'repId', data->>'repId', 'outcome', data->>'outcome')), '[]')
   from activity_events where event_id = any($2::uuid[])) as known`)

/** The houses that are knocked at and the facts that have these event ids already, in one round trip. */
export async function readDoors(
  em: EntityManager,
  propertyIds: string[],
  eventIds: string[],
): Promise<{ houses: Map<string, House>; known: Map<string, KnockFacts> }> {
  const [found] = await rows<{ houses: House[]; known: (KnockFacts & { eventId: string })[] }>(em, doors, [
    propertyIds,
    eventIds,
  ])
  const { houses, known } = found!
  return {
    houses: new Map(houses.map((house) => [house.id, house])),
    known: new Map(known.map((facts) => [facts.eventId, facts])),
  }
}

/** The last standing knock of a house that gives it a status; `$2` maps outcomes to statuses. */
const lastWithStatus = (knocks: string) => `
  select distinct on (property_id) property_id, ($2::jsonb)->>outcome as status from (${knocks}) k
  where ($2::jsonb)->>outcome is not null order by property_id, occurred_at desc, event_id desc`

const insertion = prepared(`with fresh as (
       insert into knocks (tenant_id, event_id, property_id, rep_id, session_id, outcome, note, lat, lng, occurred_at)
       select $1, k.* from jsonb_to_recordset($3::jsonb) as k (event_id uuid, property_id uuid, rep_id uuid,
         session_id uuid, outcome text, note text, lat double precision, lng double precision, occurred_at timestamptz)
       order by k.event_id on conflict do nothing
       returning event_id, property_id, outcome, occurred_at
     ), last as (${lastWithStatus(`
       select property_id, event_id, occurred_at, outcome from fresh
       union all
       select o.property_id, o.event_id, o.occurred_at, o.outcome from knocks o
       where o.property_id in (select property_id from fresh where ($2::jsonb)->>outcome is not null)
         and o.withdrawn_at is null`)}
     ), moved as (
       update properties p set status = last.status, updated_at = now() from last
       where p.id = last.property_id returning p.id, p.status
     )
     select fresh.event_id as "eventId", moved.status from fresh left join moved on moved.id = fresh.property_id`)

/**
 * Inserts knocks and lets their houses follow them, in one statement. Answers the inserted ids, each with the
 * status its house has now, or null where the outcome leaves it; an id that another process inserted meanwhile is not among them.
 */
export async function insertKnocks(
  em: EntityManager,
  tenantId: string,
  knocks: KnockRow[],
): Promise<Map<string, PropertyStatus | null>> {
  if (knocks.length === 0) return new Map()
  const values = knocks.map((knock) => ({
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
  const inserted = await rows<{ eventId: string; status: PropertyStatus | null }>(em, insertion, [
    tenantId,
    JSON.stringify(statusByOutcome),
    JSON.stringify(values),
  ])
  return new Map(inserted.map(({ eventId, status }) => [eventId, status]))
}

/** Gives a house the status of its last standing knock that has one, or `new`; returns what it is now. */
export async function followKnocks(em: EntityManager, propertyId: string): Promise<PropertyStatus> {
  const [changed] = await rows<{ status: PropertyStatus }>(
    em,
    `update properties p set updated_at = now(), status = coalesce((select status from (${lastWithStatus(`
       select property_id, event_id, occurred_at, outcome from knocks where property_id = $1 and withdrawn_at is null`)}) last), 'new')
     where p.id = $1 returning p.status`,
    [propertyId, JSON.stringify(statusByOutcome)],
  )
  return changed?.status ?? 'new'
}
