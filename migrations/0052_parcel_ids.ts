import { Migration } from '@mikro-orm/migrations'

/** Finds properties by the beginning of their parcel id. The collation "C" lets a b-tree answer a prefix as a range. */
export class ParcelIds extends Migration {
  /** An index that is created concurrently does not block writes, and cannot be created in a transaction. */
  override isTransactional(): boolean {
    return false
  }

  override up(): void {
    // An attempt that was interrupted leaves an invalid index.
    this.addSql('drop index concurrently if exists properties_parcel')
    this.addSql('create index concurrently properties_parcel on properties (tenant_id, parcel_id collate "C")')
  }
}
