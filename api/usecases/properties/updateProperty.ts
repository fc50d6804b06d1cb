import type { Context } from '../../context.ts'
import { isKnownOwner } from '../../domain/owner.ts'
import { parseId } from '../../domain/ids.ts'
import { authorize } from '../../domain/permissions.ts'
import { Property } from '../../entities/property.ts'
import { transactInTenant } from '../../log/transact.ts'
import { assertActiveUser } from './assignableUsers.ts'
import { checkTextLengths, manualOwnerSource, parseOwnerContact, type PropertyChange } from './propertyInput.ts'
import { authorizeProperty, findProperty, lockProperty, propertyRefOf, type PropertyView } from './propertyRows.ts'
import { readProperty } from './readProperty.ts'
import { setTags } from '../../records/propertyTags.ts'

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
  checkTextLengths(change)
  const contact = parseOwnerContact(change)
  if (change.assignedTo !== undefined) authorize(ctx.actor, 'property.assign')
  return transactInTenant(ctx, tenantId, async ({ em, record }) => {
    // Compare with the locked row, so that the events of two concurrent changes record what each one really changed.
    const before = await lockProperty(em, tenantId, parseId(id, 'Property'), 'for no key update')
    authorizeProperty(ctx, 'property.edit', before)
    ifUnchanged?.(before)
    const { tags, assignedTo, ...fields } = changedFields(before, { ...change, ...contact })
    if (!tags && assignedTo === undefined && Object.keys(fields).length === 0) return before
    if (assignedTo) await assertActiveUser(em, assignedTo)
    await em.nativeUpdate(
      Property,
      { tenantId: before.tenantId, id: before.id },
      {
        ...fields,
        ...(fields.ownerName === undefined ? {} : manualOwnerFields(before)),
        ...(assignedTo === undefined ? {} : { assignedTo }),
        // The trigger that raises the version does not see the tags.
        ...(tags ? { version: before.version + 1 } : {}),
        updatedAt: ctx.now(),
      },
    )
    if (tags) await setTags(em, before, tags)
    const editedFields = [...Object.keys(fields), ...(tags ? ['tags'] : [])]
    if (editedFields.length > 0)
      record({ type: 'PropertyEdited', subjectId: before.id, data: { ...propertyRefOf(before), fields: editedFields } })
    if (assignedTo !== undefined)
      record({
        type: 'PropertyAssigned',
        subjectId: before.id,
        data: { ...propertyRefOf(before), from: before.assignedTo ?? null, to: assignedTo },
      })
    return (await findProperty(em, before, before.id))!
  })
}

/** Further changes for an entered owner name. Removes the address, so that no letter goes to the previous owner. */
function manualOwnerFields({ ownerName }: PropertyView): { ownerSource: string; ownerAddress?: null } {
  return { ownerSource: manualOwnerSource, ...(isKnownOwner(ownerName) ? { ownerAddress: null } : {}) }
}

/** The fields whose value differs. Null is ignored for tags, priority, street number and `unconfirmed`, which cannot be cleared. */
function changedFields(before: PropertyView, change: PropertyChange): PropertyChange {
  const tags = change.tags ? [...new Set(change.tags)] : undefined
  const requested: PropertyChange = {
    ...change,
    tags: tags && tags.join() !== before.tags.join() ? tags : undefined,
    priority: change.priority ?? undefined,
    streetNumber: change.streetNumber?.trim() || undefined,
    unconfirmed: change.unconfirmed ?? undefined,
  }
  return Object.fromEntries(
    Object.entries(requested).filter(
      ([key, value]) =>
        value !== undefined && (key === 'tags' || value !== (before[key as keyof PropertyView] ?? null)),
    ),
  )
}
