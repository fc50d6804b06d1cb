import { hourSql, type Projection } from './projection.ts'

/**
 * Stands for the leads of events whose `leadIds` is null: release 0.1 recorded only the number of letters.
 */
const unknownLeadId = '00000000-0000-0000-0000-000000000000'

/** The letters that were printed for each lead, by hour (UTC). Previews do not count. */
export const leadLetters: Projection = {
  table: 'lead_letters',
  eventTypes: ['LettersPrinted'],
  keyColumns: ['lead_id', 'hour'],
  countColumns: ['letters'],
  rowsSql: (slice) => `
select e.tenant_id, e.position, e.subject_id, l.lead_id as thing, e.occurred_at as at, l.lead_id,
  ${hourSql('e.occurred_at')} as hour, l.letters
from ${slice} e
cross join lateral (
  select id::uuid as lead_id, 1 as letters from jsonb_array_elements_text(nullif(e.data->'leadIds', 'null')) as printed (id)
  union all select '${unknownLeadId}'::uuid, (e.data->>'count')::integer where e.data->'leadIds' = 'null'
) l
where e.type = 'LettersPrinted'`,
}

/**
 * The condition that no letter was printed for a lead `l`. A lead that is older than the last print without lead ids does not
 * meet it, because it is unknown whether that print included it.
 */
export const neverPrintedSql = `not exists (select from lead_letters p where p.tenant_id = l.tenant_id
  and (p.lead_id = l.id or p.lead_id = '${unknownLeadId}' and p.hour + interval '1 hour' > l.created_at)
  and p.tenant_id = :tenant)`

/**
 * The hour in which a letter was last printed for a lead `l`; null if none is known. The parameter is last, because the planner
 * keeps the last of several equalities.
 */
export const lastPrintedSql = `(select max(printed.hour) from lead_letters printed
    where printed.tenant_id = l.tenant_id and printed.lead_id = l.id and printed.tenant_id = :tenant)`
