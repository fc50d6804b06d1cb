import { Migration } from '@mikro-orm/migrations'

/** Which version of the address rules computed the keys of a data set; the server computes those of earlier ones anew. */
export class ParcelKeyVersions extends Migration {
  override up(): void {
    this.addSql('alter table parcel_datasets add column key_version integer not null default 1')
  }
}
