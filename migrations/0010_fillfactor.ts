import { Migration } from '@mikro-orm/migrations'

/**
 * Rows that change often keep room beside them: a house takes a status with many a knock, and counters move with every event. A
 * row that changes on its own page, in no column of an index, writes none of the table's indexes.
 */
export class Fillfactor extends Migration {
  override up(): void {
    this.addSql('alter table properties set (fillfactor = 80)')
    for (const counters of ['rep_hours', 'neighborhood_hours', 'rep_neighborhood_hours', 'usage_hours', 'usage_days'])
      this.addSql(`alter table ${counters} set (fillfactor = 70)`)
    this.addSql('alter table activity_heads set (fillfactor = 50)')
  }
}
