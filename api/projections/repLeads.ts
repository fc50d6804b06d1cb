import { queryRows, type EntityManager } from '../database/connection.ts'
import { reversesCompletionSql, sqlLiterals, type Projection } from './projection.ts'

const eventTypes = ['LeadCreated', 'LeadDeleted', 'LeadStatusChanged'] as const

/**
 * The current number of leads of each rep, in total and by status, so that reading it takes the same time for any number of
 * leads. The event of a deletion carries the status that the lead had.
 */
export const repLeads: Projection = {
  table: 'rep_leads',
  eventTypes,
  keyColumns: ['rep_id'],
  countColumns: ['leads', 'new_leads', 'contacted', 'completed'],
  rowsSql: (slice) => `
select e.tenant_id, e.position, e.subject_id, (e.data->>'leadId')::uuid as thing, e.occurred_at as at,
  (e.data->>'repId')::uuid as rep_id, c.leads, case when c.status = 'new' then c.n else 0 end as new_leads,
  case when c.status = 'contacted' then c.n else 0 end as contacted,
  case when c.status = 'completed' then c.n else 0 end as completed
from ${slice} e
cross join lateral (
  select 1, 'new', 1 where e.type = 'LeadCreated'
  union all select 0, e.data->>'from', -1
    where e.type = 'LeadStatusChanged' and e.data->>'from' <> 'completed' or ${reversesCompletionSql}
  union all select 0, e.data->>'to', 1 where e.type = 'LeadStatusChanged'
  union all select -1, e.data->>'status', -1 where e.type = 'LeadDeleted'
) as c (leads, status, n)
where e.type in (${sqlLiterals(eventTypes)})`,
}

export interface LeadTotals {
  leads: number
  newLeads: number
  contactedLeads: number
  completedLeads: number
}

/** The current number of leads in the scope of the transaction; of one rep if `repId` is given. */
export async function readLeadTotals(em: EntityManager, repId: string | null): Promise<LeadTotals> {
  const [totals] = await queryRows<LeadTotals>(
    em,
    `select coalesce(sum(leads), 0)::int as leads, coalesce(sum(new_leads), 0)::int as "newLeads",
       coalesce(sum(contacted), 0)::int as "contactedLeads", coalesce(sum(completed), 0)::int as "completedLeads"
     from rep_leads r where r.tenant_id = :tenant and ($1::uuid is null or r.rep_id = $1)`,
    [repId],
  )
  return totals!
}
