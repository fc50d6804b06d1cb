import { Migration } from '@mikro-orm/migrations'

/**
 * Lowers the fillfactor of tables whose rows change often, so that their updates are HOT: a new row version on the same page,
 * with no indexed column changed, does not write the indexes.
 */
export class Fillfactor extends Migration {
  override up(): void {
    this.addSql('alter table properties set (fillfactor = 80)')
    for (const counters of ['rep_hours', 'neighborhood_hours', 'rep_neighborhood_hours', 'usage_hours', 'usage_days'])
      this.addSql(`alter table ${counters} set (fillfactor = 70)`)
    this.addSql('alter table activity_heads set (fillfactor = 50)')
  }
}
