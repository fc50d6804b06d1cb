import type { Projection } from './projection.ts'

/** Leads of each rep by service type for each hour (UTC). */
export const repTagHours: Projection = {
  table: 'rep_tag_hours',
  key: ['hour', 'rep_id', 'tag'],
  counts: ['leads'],
  rows: (slice) => `
select e.tenant_id, (e.data->>'repId')::uuid as rep_id, e.data->>'tag' as tag,
  date_trunc('hour', case e.type when 'LeadDeleted' then (e.data->>'countedAt')::timestamptz else e.occurred_at end, 'UTC') as hour,
  case e.type when 'LeadDeleted' then -1 else 1 end as leads
from ${slice} e
where e.type in ('LeadCreated', 'LeadDeleted')`,
}
