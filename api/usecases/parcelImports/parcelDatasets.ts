import type { Database } from '../../database/connection.ts'

/** The time of import of a data set that nobody wants any more, so that it is the next to be deleted. */
export const unwantedSince = new Date(0)

/** Lets a data set of the tenant that nobody finds be deleted soon. */
export async function discardDataset(database: Database, tenantId: string, dataset: string | null): Promise<void> {
  if (dataset === null) return
  await database.query(
    'platform',
    'update parcel_datasets set imported_at = $3 where name = $1 and owner_tenant_id = $2 and not is_live',
    [dataset, tenantId, unwantedSince],
  )
}
