import { Migration } from '@mikro-orm/migrations'

/** Adds the number of talks to `rep_hours`. `migrate` then computes it from the log. */
export class Talks extends Migration {
  override up(): void {
    this.addSql('alter table rep_hours add column talks integer not null default 0')
  }
}
