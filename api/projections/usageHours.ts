import type { Projection } from './projection.ts'

/**
 * How often each type of event happened in each hour (UTC), and how much of what is metered it used:
 * parcel records fetched for a look-up, one for anything else.
 */
export const usageHours: Projection = {
  table: 'usage_hours',
  key: ['hour', 'type'],
  counts: ['events', 'quantity'],
  rows: (slice) => `
select e.tenant_id, e.type, date_trunc('hour', e.occurred_at, 'UTC') as hour, 1 as events,
  case e.type when 'ParcelLookedUp' then (e.data->>'records')::bigint else 1 end as quantity
from ${slice} e`,
}
