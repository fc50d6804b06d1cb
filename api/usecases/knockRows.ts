import { prepared } from '../database/client.ts'
import { rows, type EntityManager } from '../database/connection.ts'
import { statusByOutcome, type KnockOutcome, type PropertyStatus } from '../domain/words.ts'
import { savingAndAppending } from '../log/append.ts'

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

type Doors = { houses: Map<string, House>; known: Map<string, KnockFacts> }

/** The houses that are knocked at and the facts that have these event ids already, in one round trip. `ask` answers written SQL. */
export async function readDoors(
  ask: <T>(sql: string, parameters: unknown[]) => Promise<T[]>,
  propertyIds: string[],
  eventIds: string[],
): Promise<Doors> {
  const [found] = await ask<{ houses: House[]; known: (KnockFacts & { eventId: string })[] }>(doors, [
    propertyIds,
    eventIds,
  ])
  const { houses, known } = found!
  return {
    houses: new Map(houses.map((house) => [house.id, house])),
    known: new Map(known.map((facts) => [facts.eventId, facts])),
  }
}

/** The last standing knock of a house that gives it a status; the parameter `statuses` maps outcomes to those. */
const lastWithStatus = (knocks: string, statuses: string) => `
  select distinct on (property_id) property_id, (${statuses}::jsonb)->>outcome as status from (${knocks}) k
  where (${statuses}::jsonb)->>outcome is not null order by property_id, occurred_at desc, event_id desc`

/** What saving a knock answers. */
export interface SavedKnock {
  /** What its house became; null where the outcome leaves it. */
  status: PropertyStatus | null
}

/**
 * Saves knocks (`$4`) and lets their houses follow them, by what outcomes say of a status (`$3`); an id that another process saved
 * meanwhile is not among those that are answered.
 */
export const savingKnocks = savingAndAppending(
  `fresh as (
    insert into knocks (tenant_id, event_id, property_id, rep_id, session_id, outcome, note, lat, lng, occurred_at)
    select $1, k.* from jsonb_to_recordset($4::jsonb) as k (event_id uuid, property_id uuid, rep_id uuid,
      session_id uuid, outcome text, note text, lat double precision, lng double precision, occurred_at timestamptz)
    order by k.event_id on conflict do nothing
    returning event_id, property_id, outcome, occurred_at
  ), last as (${lastWithStatus(
    `select property_id, event_id, occurred_at, outcome from fresh
     union all
     select f.property_id, o.event_id, o.occurred_at, o.outcome
     from (select distinct property_id from fresh where ($3::jsonb)->>outcome is not null) f
     -- LIMIT keeps the planner to one index look-up a house; a scan of the knocks is what it guesses while they are few.
     cross join lateral (select k.event_id, k.occurred_at, k.outcome from knocks k
       where k.property_id = f.property_id and k.withdrawn_at is null and ($3::jsonb)->>k.outcome is not null
       order by k.occurred_at desc, k.event_id desc limit 1) o`,
    '$3',
  )}
  ), moved as (
    update properties p set status = last.status, updated_at = now() from last
    where p.id = last.property_id returning p.id, p.status
  )`,
  'select fresh.event_id, moved.status from fresh left join moved on moved.id = fresh.property_id',
)

/** The parameters `$3` and `$4` of `savingKnocks`. */
export function knockValues(knocks: KnockRow[]): string[] {
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

/** Gives a house the status of its last standing knock that has one, or `new`; returns what it is now. */
export async function followKnocks(em: EntityManager, propertyId: string): Promise<PropertyStatus> {
  const [changed] = await rows<{ status: PropertyStatus }>(
    em,
    `update properties p set updated_at = now(), status = coalesce((select status from (${lastWithStatus(
      `
       select property_id, event_id, occurred_at, outcome from knocks where property_id = $1 and withdrawn_at is null`,
      '$2',
    )}) last), 'new')
     where p.id = $1 returning p.status`,
    [propertyId, JSON.stringify(statusByOutcome)],
  )
  return changed?.status ?? 'new'
}
