import { Migration } from '@mikro-orm/migrations'

/**
 * The trigger that keeps the log append-only, without TRUNCATE, which has its own: a distributed database gives the parts of a table
 * only triggers without TRUNCATE, so that the log could be changed there.
 */
export class AppendOnlyLog extends Migration {
  override up(): void {
    this.addSql(`
create or replace trigger append_only before update or delete on activity_events
  for each statement execute function refuse_change();
create trigger append_only_truncate before truncate on activity_events
  for each statement execute function refuse_change();`)
  }
}
