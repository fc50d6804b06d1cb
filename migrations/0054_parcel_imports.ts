import { Migration } from '@mikro-orm/migrations'

/** Global admins import parcels in the browser, as jobs of the platform that can be undone. */
export class ParcelImports extends Migration {
  override up(): void {
    this.addSql('alter table import_rows drop constraint import_rows_kind_check')
    // The rows there have one of the kinds of before.
    this.addSql(`alter table import_rows add constraint import_rows_kind_check
      check (kind in ('property', 'lead', 'user', 'parcel')) not valid`)
    this.addSql('grant insert, update, delete on parcels, parcel_street_words, parcel_datasets to porchlight_platform')
  }
}
