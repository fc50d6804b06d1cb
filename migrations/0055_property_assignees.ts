import { Migration } from '@mikro-orm/migrations'

/**
 * The index for the order of properties by assignee, on CASE: under row-level security the planner compares no COALESCE with an
 * index, so that finding the assignees read half of the index for each of them.
 */
export class PropertyAssignees extends Migration {
  /** An index that is created concurrently does not block writes, and cannot be created in a transaction. */
  override isTransactional(): boolean {
    return false
  }

  override up(): void {
    this.addSql('drop index concurrently if exists properties_assignee')
    this.addSql(`create index concurrently properties_assignee on properties (tenant_id,
      (case when assigned_to is null then '00000000-0000-0000-0000-000000000000'::uuid else assigned_to end), id)`)
  }
}
