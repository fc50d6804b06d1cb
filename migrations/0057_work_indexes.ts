import { Migration } from '@mikro-orm/migrations'

/**
 * The indexes of the knocks of a rep and of a session have what is counted, so that counting reads no row of the table; and the
 * deliveries that wait are found in order without those that were delivered before.
 */
export class WorkIndexes extends Migration {
  // An index is created concurrently only outside a transaction.
  override isTransactional(): boolean {
    return false
  }

  override up(): void {
    for (const [name, { definition, replaced }] of Object.entries(indexes)) {
      // An attempt that was broken off leaves an invalid index.
      this.addSql(`drop index concurrently if exists ${name}`)
      this.addSql(`create index concurrently ${name} on ${definition}`)
      if (replaced) this.addSql(`drop index concurrently if exists ${replaced}`)
    }
    // Only rows that vacuum has seen are counted without the table. By default it waits for 20 % new rows.
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
