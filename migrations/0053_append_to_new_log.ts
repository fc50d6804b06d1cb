import { Migration } from '@mikro-orm/migrations'

/**
 * `append_activity` plans its look-ups of event ids for each call. A plan that was made once for an empty log read all events of the
 * actor for each id, so that each batch of a large import took longer than the one before. Planning takes 0.3 ms.
 */
export class AppendToNewLog extends Migration {
  override up(): void {
    this.addSql('alter function append_activity(uuid, jsonb) set plan_cache_mode = force_custom_plan')
  }
}
