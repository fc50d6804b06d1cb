import { indexMigration } from './tables.ts'

/** Finds properties by the beginning of their parcel id. The collation "C" lets a b-tree answer a prefix as a range. */
export const ParcelIds = indexMigration({
  properties_parcel: 'properties (tenant_id, parcel_id collate "C")',
})
