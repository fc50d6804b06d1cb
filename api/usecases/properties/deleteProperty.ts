import type { Context } from '../../context.ts'
import { parseId } from '../../domain/ids.ts'
import { authorize } from '../../domain/permissions.ts'
import { transactInTenant } from '../../log/transact.ts'
import type { PropertyView } from '../../records/propertyRows.ts'
import { deleteProperties, lockProperty } from '../../records/propertyWrites.ts'
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
    // FOR UPDATE waits for transactions that are adding a lead here, so that their leads are deleted too.
    const property = await lockProperty(transaction.em, tenantId, parseId(id, 'Property'), 'for update')
    ifMatch?.(property)
    await deleteProperties(transaction, tenantId, [property])
  })
}
