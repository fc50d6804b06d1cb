import type { Context } from '../../context.ts'
import { queryRows } from '../../database/connection.ts'
import type { WriteTransaction } from '../../log/transact.ts'
import { platformTenantId } from '../../events/catalog.ts'
import { inBatches } from '../../domain/batches.ts'
import { countDataset, lockDataset, removeUnusedStreets, rowHash, type ParcelChange } from './importParcels.ts'
import { lengthOf, type StoredRecord } from './importedRecords.ts'
import type { UndoTally } from './undoTally.ts'

/** Removes the parcels that the import created, and restores those that it updated, except what another import changed since. */
export async function undoParcels(
  ctx: Context,
  { em }: WriteTransaction,
  records: readonly StoredRecord[],
  tally: UndoTally,
): Promise<void> {
  await ctx.database.setScope(em, 'platform')
  const [first] = records
  if (first) {
    const { dataset } = first.previous as ParcelChange
    await lockDataset(em, dataset, `import ${dataset}`)
    const undoBatch = async (batch: StoredRecord[]) => {
      const changes = batch.map(({ previous }) => previous as ParcelChange)
      // Deletes what is still as the import left it, then inserts what was there before. The data set is locked.
      const unchanged = await queryRows<{ id: string }>(
        em,
        `select p.parcel_id as id from parcels p
         join jsonb_to_recordset($2::jsonb) as r ("parcelId" text, after jsonb) on r."parcelId" = p.parcel_id
         where p.dataset = $1 and r.after in (to_jsonb(${rowHash}), to_jsonb(p)) for update of p`,
        [dataset, JSON.stringify(changes.map(({ parcelId, after }) => ({ parcelId, after })))],
      )
      const removed = new Set(unchanged.map(({ id }) => id))
      await queryRows(em, 'delete from parcels where dataset = $1 and parcel_id = any($2::text[])', [
        dataset,
        [...removed],
      ])
      const isRemoved = ({ previous }: StoredRecord) => removed.has((previous as ParcelChange).parcelId)
      const isRestored = (stored: StoredRecord) =>
        (stored.previous as ParcelChange).before !== null && isRemoved(stored)
      const restored = batch.filter(isRestored)
      await queryRows(em, `insert into parcels select * from jsonb_populate_recordset(null::parcels, $1::jsonb)`, [
        JSON.stringify(restored.map(({ previous }) => (previous as ParcelChange).before)),
      ])
      tally.remove(batch.filter((stored) => isRemoved(stored) && !isRestored(stored)))
      tally.restore(restored)
      const left = await queryRows<{ id: string }>(
        em,
        'select parcel_id as id from parcels where dataset = $1 and parcel_id = any($2::text[])',
        [dataset, changes.map(({ parcelId }) => parcelId).filter((id) => !removed.has(id))],
      )
      const kept = new Set(left.map(({ id }) => id))
      for (const stored of batch) {
        const { parcelId } = stored.previous as ParcelChange
        if (kept.has(parcelId)) tally.keep(stored, `The parcel ${parcelId} stays as it is: it was changed since.`)
      }
    }
    await inBatches(records, undoBatch, undefined, lengthOf)
    await removeUnusedStreets(em)
    await countDataset(em, dataset)
  }
  await ctx.database.setScope(em, { tenantId: platformTenantId })
}
