import { Migration } from '@mikro-orm/migrations'

/**
 * The indexes on the knocks of a rep and of a session include the counted columns, so that counting is an index-only scan. Another
 * index holds only the webhook deliveries that are not finished.
 */
export class WorkIndexes extends Migration {
  /** CREATE INDEX CONCURRENTLY does not block writes, and cannot run inside a transaction. */
  override isTransactional(): boolean {
    return false
  }

  override up(): void {
    for (const [name, { definition, replaced }] of Object.entries(indexes)) {
      // An interrupted CREATE INDEX CONCURRENTLY leaves an invalid index.
      this.addSql(`drop index concurrently if exists ${name}`)
      this.addSql(`create index concurrently ${name} on ${definition}`)
      if (replaced) this.addSql(`drop index concurrently if exists ${replaced}`)
    }
    // An index-only scan needs pages that VACUUM has marked all-visible. By default, autovacuum waits for 20 % new rows.
    this.addSql('alter table knocks set (autovacuum_vacuum_insert_scale_factor = 0.02)')
  }
}

const indexes: Record<string, { definition: string; replaced?: string }> = {
  knocks_rep_outcome: {
    definition: 'knocks (tenant_id, rep_id, occurred_at desc) include (outcome) where withdrawn_at is null',
    replaced: 'knocks_rep',
  },
  knocks_session_outcome: {
    definition: 'knocks (tenant_id, session_id) include (occurred_at, outcome, withdrawn_at)',
    replaced: 'knocks_session',
  },
  webhook_deliveries_open: {
    definition: `webhook_deliveries (tenant_id, webhook_id, position) where status in ('waiting', 'retrying')`,
  },
}
