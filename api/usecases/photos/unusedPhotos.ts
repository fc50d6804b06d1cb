import { queryRows } from '../../database/connection.ts'
import { queryReachable } from '../../database/tenantByTenant.ts'
import { transactInTenant, type WriteContext } from '../../log/transact.ts'

/** How long a photo is kept without a knock. A phone can lose its connection after the photo and before the knock. */
const keptMs = 30 * 24 * 60 * 60_000

/**
 * Deletes the photos of all tenants that were uploaded more than 30 days ago and belong to no knock; while a node is missing, those of
 * the tenants on the others. Returns their number.
 */
export async function deleteUnusedPhotos(ctx: WriteContext): Promise<number> {
  const before = new Date(ctx.now().getTime() - keptMs)
  // `knocks.photo_id` is checked too, because processes of the previous release set it until the upgrade ends.
  const unused = `p.tenant_id = :tenant and p.created_at < $1
    and not exists (select from knock_photos f
      where f.tenant_id = p.tenant_id and f.tenant_id = :tenant and f.photo_id = p.id)
    and not exists (select from knocks k
      where k.tenant_id = p.tenant_id and k.tenant_id = :tenant and k.photo_id = p.id)`
  const tenants = await queryReachable<{ tenantId: string }>(
    ctx.database,
    `select distinct p.tenant_id as "tenantId" from photos p where ${unused}`,
    [before],
  )
  let count = 0
  for (const { tenantId } of tenants)
    count += await transactInTenant(ctx, tenantId, async ({ em, record }) => {
      // Waits for transactions that are saving a knock with one of the photos, so that the deletion sees their knocks.
      await queryRows(em, `select p.id from photos p where ${unused} for update`, [before])
      const deleted = await queryRows<{ id: string }>(em, `delete from photos p where ${unused} returning p.id`, [
        before,
      ])
      const photoIds = deleted.map(({ id }) => id)
      if (photoIds.length > 0) record({ type: 'UnusedPhotosDeleted', data: { photoIds } })
      return photoIds.length
    })
  return count
}
