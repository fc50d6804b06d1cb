import { Migration } from '@mikro-orm/migrations'

/**
 * Indexes for the orders of leads by the names of their reps and of their assignees: each user's leads in order of their ids. On
 * CASE, because under row-level security the planner compares no COALESCE with an index.
 */
export class LeadUsers extends Migration {
  /** An index that is created concurrently does not block writes, and cannot be created in a transaction. */
  override isTransactional(): boolean {
    return false
  }

  override up(): void {
    for (const [name, definition] of Object.entries(indexes)) {
      // An attempt that failed leaves an invalid index.
      this.addSql(`drop index concurrently if exists ${name}`)
      this.addSql(`create index concurrently ${name} on ${definition}`)
    }
  }
}

const indexes = {
  leads_rep_id: 'leads (tenant_id, rep_id, id)',
  leads_assignee: `leads (tenant_id,
    (case when assigned_to is null then '00000000-0000-0000-0000-000000000000'::uuid else assigned_to end), id)`,
}
