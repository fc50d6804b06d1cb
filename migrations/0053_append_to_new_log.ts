import { Migration } from '@mikro-orm/migrations'

/**
 * The plan of `append_activity` is made once per connection. Made for an empty log, it read the whole log for each event, so that
 * each batch of a large import took longer than the one before.
 */
export class AppendToNewLog extends Migration {
  override up(): void {
    this.addSql('alter function append_activity(uuid, jsonb) set enable_seqscan = off')
  }
}
