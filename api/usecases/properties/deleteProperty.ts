import type { Context } from '../../context.ts'
import { queryRows, type EntityManager } from '../../database/connection.ts'
import { parseId } from '../../domain/ids.ts'
import { authorize } from '../../domain/permissions.ts'
import { Property } from '../../entities/property.ts'
import { transactInTenant } from '../../log/transact.ts'
import { deleteLeads, lockLeads } from '../../records/leadWrites.ts'
import { lockProperty, propertyRefOf, type PropertyView } from './propertyRows.ts'
import { readProperty } from './readProperty.ts'

/**
 * Deletes a property, its leads and the photos of its knocks. `ifMatch` is called with the locked row and throws if the caller has seen another version of it.
 */
export async function deleteProperty(
  ctx: Context,
  id: string,
  ifMatch?: (current: PropertyView) => void,
): Promise<void> {
  authorize(ctx.actor, 'property.delete')
  const { tenantId } = await readProperty(ctx, id)
  await transactInTenant(ctx, tenantId, async (transaction) => {
    const { em, record } = transaction
    // FOR UPDATE waits for transactions that are adding a lead here, so that the delete below includes their leads.
    const property = await lockProperty(em, tenantId, parseId(id, 'Property'), 'for update')
    ifMatch?.(property)
    const leads = await queryRows<{ id: string }>(
      em,
      'select id from leads where tenant_id = $1 and property_id = $2',
      [tenantId, property.id],
    )
    const leadIds = leads.map(({ id }) => id)
    await deleteLeads(transaction, tenantId, await lockLeads(transaction, tenantId, leadIds))
    await deletePhotosOf(em, tenantId, property.id)
    await em.nativeDelete(Property, { tenantId, id: property.id })
    record({ type: 'PropertyDeleted', subjectId: property.id, data: propertyRefOf(property) })
  })
}

/** Deletes the photos of the property's knocks, which stay without a property. A distributed database does not set these columns. */
async function deletePhotosOf(em: EntityManager, tenantId: string, propertyId: string): Promise<void> {
  const photos = await queryRows<{ id: string }>(
    em,
    `select photo_id as id from knocks where tenant_id = $1 and property_id = $2 and photo_id is not null`,
    [tenantId, propertyId],
  )
  await queryRows(
    em,
    'update knocks set property_id = null, photo_id = null where tenant_id = $1 and property_id = $2',
    [tenantId, propertyId],
  )
  await queryRows(em, 'delete from photos where tenant_id = $1 and id = any($2::uuid[])', [
    tenantId,
    photos.map(({ id }) => id),
  ])
}
