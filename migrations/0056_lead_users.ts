import { indexMigration } from './tables.ts'

/**
 * Indexes for sorting leads by rep and by assignee: each user's leads, sorted by id. The expression is a CASE, because the planner
 * does not match a COALESCE with an index under row-level security.
 */
export const LeadUsers = indexMigration({
  leads_rep_id: 'leads (tenant_id, rep_id, id)',
  leads_assignee: `leads (tenant_id,
    (case when assigned_to is null then '00000000-0000-0000-0000-000000000000'::uuid else assigned_to end), id)`,
})
