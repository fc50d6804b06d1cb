import { hourSql, sqlLiterals, type Projection } from './projection.ts'

const eventTypes = ['LeadCreated', 'LeadDeleted', 'LeadRetagged'] as const

/**
 * Leads of each rep by service type and hour (UTC) of creation. When the type of a lead changes, the hour in which it was
 * created loses one of the old type and gains one of the new type.
 */
export const repTagHours: Projection = {
  table: 'rep_tag_hours',
  eventTypes,
  keyColumns: ['hour', 'rep_id', 'tag'],
  countColumns: ['leads'],
  rowsSql: (slice) => `
select e.tenant_id, e.position, e.subject_id, (e.data->>'leadId')::uuid as thing, c.at,
  (e.data->>'repId')::uuid as rep_id, c.tag, ${hourSql('c.at')} as hour, c.leads
from ${slice} e
cross join lateral (
  select e.data->>'tag', e.occurred_at, 1 where e.type = 'LeadCreated'
  union all select e.data->>'tag', (e.data->>'countedAt')::timestamptz, -1 where e.type = 'LeadDeleted'
  union all select e.data->>'from', (e.data->>'countedAt')::timestamptz, -1 where e.type = 'LeadRetagged'
  union all select e.data->>'tag', (e.data->>'countedAt')::timestamptz, 1 where e.type = 'LeadRetagged'
) as c (tag, at, leads)
where e.type in (${sqlLiterals(eventTypes)})`,
}
