import { listed, type Projection } from './projection.ts'

const reads = [
  'DoorKnocked',
  'KnockWithdrawn',
  'LeadCreated',
  'LeadDeleted',
  'LeadStatusChanged',
  'ParcelLookedUp',
] as const

/**
 * Doors, leads, conversions and properties of each rep for each hour (UTC), counted where they happened.
 * A correction takes back what it corrects in the hour where that was counted. `late` counts what was
 * counted more than an hour after it happened: a phone had no connection.
 */
export const repHours: Projection = {
  table: 'rep_hours',
  reads,
  key: ['hour', 'rep_id'],
  counts: ['doors', 'leads', 'conversions', 'properties', 'late'],
  rows: (slice) => `
select e.tenant_id, e.position, e.subject_id, c.thing, c.at, (e.data->>'repId')::uuid as rep_id,
  date_trunc('hour', c.at, 'UTC') as hour, c.doors, c.leads, c.conversions, c.properties,
  case when e.recorded_at > e.occurred_at + interval '1 hour' and c.doors + c.leads + c.conversions + c.properties > 0
    then 1 else 0 end as late
from ${slice} e
cross join lateral (
  select e.event_id, e.occurred_at, 1, 0, 0, 0 where e.type = 'DoorKnocked'
  union all select (e.data->>'knockId')::uuid, (e.data->>'countedAt')::timestamptz, -1, 0, 0, 0
    where e.type = 'KnockWithdrawn'
  union all select (e.data->>'leadId')::uuid, e.occurred_at, 0, 1, 0, 0 where e.type = 'LeadCreated'
  union all select (e.data->>'leadId')::uuid, (e.data->>'countedAt')::timestamptz, 0, -1, 0, 0
    where e.type = 'LeadDeleted'
  union all select (e.data->>'leadId')::uuid, e.occurred_at, 0, 0, 1, 0
    where e.type = 'LeadStatusChanged' and e.data->>'to' = 'completed'
  union all select (e.data->>'leadId')::uuid, (e.data->>'countedAt')::timestamptz, 0, 0, -1, 0
    where e.type = 'LeadStatusChanged' and e.data->>'from' = 'completed'
  union all select (e.data->>'leadId')::uuid, (e.data->>'convertedAt')::timestamptz, 0, 0, -1, 0
    where e.type = 'LeadDeleted' and e.data->>'convertedAt' is not null
  union all select e.event_id, e.occurred_at, 0, 0, 0, 1
    where e.type = 'ParcelLookedUp' and (e.data->>'found')::boolean
) as c (thing, at, doors, leads, conversions, properties)
where e.type in (${listed(reads)})`,
}
