import { queryRows, type Database } from '../../database/connection.ts'
import { queryReachable } from '../../database/tenantByTenant.ts'
import { parcelUndoMs } from '../../domain/parcelImports/parcelFiles.ts'
import type { WriteContext } from '../../log/transact.ts'

const batchSize = 5_000
/** An undo that began in time can still end. */
const slackMs = 10 * 60_000

/**
 * Ends imports of parcels that waited for more than a day, deletes their files, and then the parcels that nobody finds any more. Returns the number of
 * data sets that were deleted.
 */
export async function deleteExpiredParcels({ database, now }: WriteContext): Promise<number> {
  const before = new Date(now().getTime() - parcelUndoMs - slackMs)
  const expired = await queryReachable<{ tenantId: string; id: string }>(
    database,
    `select i.tenant_id as "tenantId", i.id from parcel_imports i
     where i.tenant_id = :tenant and i.changed_at < $1 and i.status in ('uploading', 'checked', 'failed') limit 1000`,
    [before],
  )
  for (const { tenantId, id } of expired)
    await database.within({ tenantId }, (em) =>
      queryRows(
        em,
        `delete from parcel_imports where tenant_id = $1 and id = $2 and changed_at < $3 and status in ('uploading', 'checked', 'failed')`,
        [tenantId, id, before],
      ),
    )
  const hidden = await database.query<{ name: string }>(
    'platform',
    'select name from parcel_datasets where owner_tenant_id is not null and not is_live and imported_at < $1 limit 100',
    [before],
  )
  for (const { name } of hidden) await deleteDataset(database, name)
  return hidden.length
}

/** Deletes a data set that nobody finds, in short transactions. */
async function deleteDataset(database: Database, name: string): Promise<void> {
  for (let last: unknown[] = [true]; last.length > 0;)
    last = await database.query(
      'platform',
      `delete from parcels where dataset = $1 and parcel_id in
         (select parcel_id from parcels where dataset = $1 order by parcel_id limit ${batchSize}) returning parcel_id`,
      [name],
    )
  await database.within('platform', async (em) => {
    await queryRows(em, 'delete from company_street_words where dataset = $1', [name])
    await queryRows(em, 'delete from parcel_datasets where name = $1 and not is_live', [name])
  })
}
