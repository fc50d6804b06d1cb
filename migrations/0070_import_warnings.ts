import { Migration } from '@mikro-orm/migrations'

/** What was kept of a row of an import although it may be wrong. */
export class ImportWarnings extends Migration {
  override up(): void {
    this.addSql('alter table import_outcomes add column warning text')
  }
}
