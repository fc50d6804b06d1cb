import { indexMigration } from './tables.ts'

/**
 * The index for the order of properties by assignee, on CASE: under row-level security the planner compares no COALESCE with an
 * index, so that finding the assignees read half of the index for each of them.
 */
export const PropertyAssignees = indexMigration({
  properties_assignee: `properties (tenant_id,
    (case when assigned_to is null then '00000000-0000-0000-0000-000000000000'::uuid else assigned_to end), id)`,
})
