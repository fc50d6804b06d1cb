import { Migration } from '@mikro-orm/migrations'

/**
 * The same for the rates as 0034 for the log.
 */
export class AppendOnlyRates extends Migration {
  override up(): void {
    this.addSql(`
create or replace trigger append_only before update or delete on cost_rates
  for each statement execute function refuse_change();
create trigger append_only_truncate before truncate on cost_rates
  for each statement execute function refuse_change();`)
  }
}
