import { Migration } from '@mikro-orm/migrations'

/** Indexes on the visits of an import, and on the knocks of a rep that count as work. */
export class ImportedVisits extends Migration {
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
    this.addSql('drop index concurrently if exists knocks_rep_outcome')
  }
}

const indexes: Record<string, string> = {
  knocks_import: 'knocks (tenant_id, import_id) where import_id is not null',
  knocks_rep_work:
    'knocks (tenant_id, rep_id, occurred_at desc) include (outcome) where withdrawn_at is null and counted',
}
