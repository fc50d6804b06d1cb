import type { Context } from '../../context.ts'
import { isRequired } from '../../domain/fields.ts'
import { parseId } from '../../domain/ids.ts'
import { parseTexts } from '../../domain/parseTexts.ts'
import { authorize } from '../../domain/permissions.ts'
import { propertyFields } from '../../domain/properties/propertyFields.ts'
import { transactInTenant } from '../../log/transact.ts'
import { findProperty, type PropertyView } from '../../records/propertyRows.ts'
import { changeProperties, differencesFrom, lockProperty, type PropertyValues } from '../../records/propertyWrites.ts'
import { assertActiveUser } from './assignableUsers.ts'
import type { PropertyChange } from './propertyInput.ts'
import { authorizeProperty, readProperty } from './readProperty.ts'

/**
 * Changes the given fields and leaves the others. Assigning needs a permission of its own. An owner name that the user
 * types in gets the source `entered`. `ifUnchanged` is called with the locked row and throws if the caller has seen another
 * version of it.
 */
export async function updateProperty(
  ctx: Context,
  id: string,
  change: PropertyChange,
  ifUnchanged?: (current: PropertyView) => void,
): Promise<PropertyView> {
  const { tenantId } = await readProperty(ctx, id)
  const values = valuesOf({ ...change, ...parseTexts(propertyFields, change) })
  if (change.assignedTo !== undefined) authorize(ctx.actor, 'property.assign')
  return transactInTenant(ctx, tenantId, async (transaction) => {
    const { em } = transaction
    // Compare with the locked row, so that the events of two concurrent changes record what each one really changed.
    const before = await lockProperty(em, tenantId, parseId(id, 'Property'), 'for no key update')
    authorizeProperty(ctx, 'property.edit', before)
    ifUnchanged?.(before)
    const differing = differencesFrom(before, values)
    if (Object.keys(differing).length === 0) return before
    if (differing.assignedTo) await assertActiveUser(em, differing.assignedTo)
    await changeProperties(ctx, transaction, tenantId, [{ before, change: differing }])
    return (await findProperty(em, before.id))!
  })
}

/** Null is ignored for what every property has, such as its tags, which cannot be cleared. */
function valuesOf(change: PropertyChange): PropertyValues {
  const known = Object.entries(change).filter(
    ([name, value]) => value !== null || !isRequired(propertyFields[name as keyof PropertyChange]),
  )
  const { tags, ...values } = Object.fromEntries(known) as PropertyValues
  return { ...values, ...(tags && { tags: [...new Set(tags)] }) }
}
