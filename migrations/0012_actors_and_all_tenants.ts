import { Migration } from '@mikro-orm/migrations'

/** Indexes for the events of one actor, and for reading properties and leads across tenants. */
export class ActorsAndAllTenants extends Migration {
  override up(): void {
    // Reps often read their own activity and usage, which would otherwise scan the log of the whole team.
    this.addSql('create index activity_events_actor on activity_events (tenant_id, actor_id, position)')
    // A global admin who chose no tenant reads across tenants (design §5), and all other indexes begin with the tenant. The
    // indexed columns never change, so only inserts and deletes write these indexes.
    for (const table of ['properties', 'leads']) {
      this.addSql(`create index ${table}_newest_of_all on ${table} (created_at desc, id desc)`)
      this.addSql(`create index ${table}_id on ${table} (id)`)
    }
  }
}
