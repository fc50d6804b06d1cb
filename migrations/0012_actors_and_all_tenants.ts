import { Migration } from '@mikro-orm/migrations'

/** What one person did is found in a log of any length, and the newest and any one of a thing without knowing its tenant. */
export class ActorsAndAllTenants extends Migration {
  override up(): void {
    // A rep reads their own activity and usage, again and again: without it the whole log of the team is looked through.
    this.addSql('create index activity_events_actor on activity_events (tenant_id, actor_id, position)')
    // A global admin who chose no tenant reads across them (design §5), and every other index begins with the tenant. Neither
    // column ever changes, so only what is new is written here.
    for (const table of ['properties', 'leads']) {
      this.addSql(`create index ${table}_newest_of_all on ${table} (created_at desc, id desc)`)
      this.addSql(`create index ${table}_id on ${table} (id)`)
    }
  }
}
