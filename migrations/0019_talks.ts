import { Migration } from '@mikro-orm/migrations'

/** The knocks of each hour at which the rep spoke with the owner. `migrate` computes them from the log. */
export class Talks extends Migration {
  override up(): void {
    this.addSql('alter table rep_hours add column talks integer not null default 0')
  }
}
