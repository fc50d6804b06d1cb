import type { Projection } from './projection.ts'

/**
 * Doors, leads, conversions and properties of each rep for each hour (UTC), counted where they happened.
 * A correction takes back what it corrects in the hour where that was counted.
 */
export const repHours: Projection = {
  table: 'rep_hours',
  key: ['hour', 'rep_id'],
  counts: ['doors', 'leads', 'conversions', 'properties'],
  rows: (slice) => `
select e.tenant_id, (e.data->>'repId')::uuid as rep_id, date_trunc('hour', c.at, 'UTC') as hour,
  c.doors, c.leads, c.conversions, c.properties
from ${slice} e
cross join lateral (
  select e.occurred_at, 1, 0, 0, 0 where e.type = 'DoorKnocked'
  union all select (e.data->>'countedAt')::timestamptz, -1, 0, 0, 0 where e.type = 'KnockWithdrawn'
  union all select e.occurred_at, 0, 1, 0, 0 where e.type = 'LeadCreated'
  union all select (e.data->>'countedAt')::timestamptz, 0, -1, 0, 0 where e.type = 'LeadDeleted'
  union all select e.occurred_at, 0, 0, 1, 0 where e.type = 'LeadStatusChanged' and e.data->>'to' = 'completed'
  union all select (e.data->>'countedAt')::timestamptz, 0, 0, -1, 0
    where e.type = 'LeadStatusChanged' and e.data->>'from' = 'completed'
  union all select (e.data->>'convertedAt')::timestamptz, 0, 0, -1, 0
    where e.type = 'LeadDeleted' and e.data->>'convertedAt' is not null
  union all select e.occurred_at, 0, 0, 0, 1
    where e.type = 'ParcelLookedUp' and (e.data->>'found')::boolean
) as c (at, doors, leads, conversions, properties)
where e.type in ('DoorKnocked', 'KnockWithdrawn', 'LeadCreated', 'LeadDeleted', 'LeadStatusChanged', 'ParcelLookedUp')`,
}
