import { Migration } from '@mikro-orm/migrations'

/** Indexes to read the work of one rep: their knocks of a time, and their counts of all time. */
export class WorkOfARep extends Migration {
  // An index is created concurrently only outside a transaction.
  override isTransactional(): boolean {
    return false
  }

  override up(): void {
    // An attempt that was broken off leaves an invalid index.
    this.addSql('drop index concurrently if exists knocks_rep')
    this.addSql('create index concurrently knocks_rep on knocks (tenant_id, rep_id, occurred_at desc)')
    this.addSql('drop index concurrently if exists rep_hours_rep')
    this.addSql('create index concurrently rep_hours_rep on rep_hours (tenant_id, rep_id, hour)')
  }
}
