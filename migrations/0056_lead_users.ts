import { Migration } from '@mikro-orm/migrations'

/**
 * Indexes for sorting leads by rep and by assignee: each user's leads, sorted by id. The expression is a CASE, because the planner
 * does not match a COALESCE with an index under row-level security.
 */
export class LeadUsers extends Migration {
  /** CREATE INDEX CONCURRENTLY does not block writes, and cannot run inside a transaction. */
  override isTransactional(): boolean {
    return false
  }

  override up(): void {
    for (const [name, definition] of Object.entries(indexes)) {
      // An interrupted CREATE INDEX CONCURRENTLY leaves an invalid index.
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
