import type { Context } from '../../context.ts'
import { Conflict } from '../../domain/errors.ts'
import { isRequired } from '../../domain/fields.ts'
import { parseId } from '../../domain/ids.ts'
import { parseTexts } from '../../domain/parseTexts.ts'
import { authorize, requireTenant } from '../../domain/permissions.ts'
import { propertyFields } from '../../domain/properties/propertyFields.ts'
import { transactOnce } from '../../log/clientActions.ts'
import { transactInTenant, type WriteTransaction } from '../../log/transact.ts'
import { findProperty, type PropertyView } from '../../records/propertyRows.ts'
import { changeProperties, differencesFrom, lockProperty, type PropertyValues } from '../../records/propertyWrites.ts'
import { assertActiveUsers } from './assignableUsers.ts'
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
  const values = parseChange(ctx, change)
  return transactInTenant(ctx, tenantId, (transaction) =>
    changeLocked(ctx, transaction, tenantId, id, values, { assertCurrent: ifUnchanged }),
  )
}

/** A change that was made without a connection, with the values that its fields had then. */
export type PropertyEdit = PropertyChange & { propertyId: string; before?: PropertyChange | null }

/**
 * Changes the given fields of a property, as `updateProperty` does, at most once for each `actionId`, which the client makes. Fields that are
 * not given keep their values. `occurredAt` is the time of the change on the device. Throws `Conflict` if the current value of a field in
 * `before` is neither the value there nor the new one. `replayed` is true if the change had been made before.
 */
export async function changePropertyOnce(
  ctx: Context,
  { id: actionId, kind }: { id: string; kind: 'language' | 'propertyEdit' },
  { propertyId, before, ...change }: PropertyEdit,
  occurredAt: Date,
): Promise<{ replayed: boolean }> {
  authorize(ctx.actor, 'property.edit')
  const tenantId = requireTenant(ctx.actor)
  const id = parseId(propertyId, 'Property')
  const values = parseChange(ctx, change)
  const action = { id: actionId, kind, content: { propertyId: id, ...values } }
  const done = await transactOnce(ctx, tenantId, action, (transaction) =>
    changeLocked(ctx, transaction, tenantId, id, values, {
      at: occurredAt,
      assertCurrent: (current) => assertSameAs(before ?? {}, current, values),
    }),
  )
  return { replayed: done === null }
}

/** The values that are given, checked and as they are stored. Throws if the actor may not assign and does. */
function parseChange(ctx: Context, change: PropertyChange): PropertyValues {
  if (change.assignedTo !== undefined) authorize(ctx.actor, 'property.assign')
  return valuesOf({ ...change, ...parseTexts(propertyFields, change) })
}

/** Throws `Conflict` if a field that `values` change has another value in `current` than in `before`. */
function assertSameAs(before: PropertyChange, current: PropertyView, values: PropertyValues): void {
  const differing = differencesFrom(current, values)
  const changed = differencesFrom(current, valuesOf(before))
  const names = (Object.keys(before) as (keyof PropertyChange)[]).filter((name) => name in changed && name in differing)
  if (names.length === 0) return
  const labels = names.map((name) => propertyFields[name].label.toLowerCase()).join(', ')
  throw new Conflict(`Somebody else has changed this since: ${labels}. Compare it with what is saved now.`)
}

async function changeLocked(
  ctx: Context,
  transaction: WriteTransaction,
  tenantId: string,
  id: string,
  values: PropertyValues,
  { at, assertCurrent }: { at?: Date; assertCurrent?: ((current: PropertyView) => void) | undefined },
): Promise<PropertyView> {
  const { em } = transaction
  // Compare with the locked row, so that the events of two concurrent changes record what each one really changed.
  const before = await lockProperty(em, tenantId, parseId(id, 'Property'), 'for no key update')
  authorizeProperty(ctx, 'property.edit', before)
  assertCurrent?.(before)
  const differing = differencesFrom(before, values)
  if (Object.keys(differing).length === 0) return before
  if (differing.assignedTo) await assertActiveUsers(transaction, [differing.assignedTo])
  await changeProperties(ctx, transaction, tenantId, [{ before, change: differing, ...(at && { at }) }])
  return (await findProperty(em, before.id))!
}

/** Null is ignored for what every property has, such as its tags, which cannot be cleared. */
function valuesOf(change: PropertyChange): PropertyValues {
  const known = Object.entries(change).filter(
    ([name, value]) => value !== null || !isRequired(propertyFields[name as keyof PropertyChange]),
  )
  const { tags, ...values } = Object.fromEntries(known) as PropertyValues
  return { ...values, ...(tags && { tags: [...new Set(tags)] }) }
}
