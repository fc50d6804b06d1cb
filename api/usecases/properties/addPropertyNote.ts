import type { Context } from '../../context.ts'
import { check } from '../../domain/errors.ts'
import { parseId } from '../../domain/ids.ts'
import { checkLengths } from '../../domain/maxLengths.ts'
import { authorize, requireTenant } from '../../domain/permissions.ts'
import { transactOnce } from '../../log/clientActions.ts'
import { countUse } from '../../log/quotas.ts'
import { changeProperties, lockProperty } from '../../records/propertyWrites.ts'
import { authorizeProperty } from './readProperty.ts'

/**
 * Adds a line to the notes of a property once for each `actionId`, a client-made id. `occurredAt` is when it was written in
 * the field. Throws `Refused` for an empty text and `Malformed` if the notes become too long, `QuotaExceeded` when the tenant has written its notes of the day. Returns whether it was already
 * done.
 */
export async function addPropertyNote(
  ctx: Context,
  actionId: string,
  { propertyId, text }: { propertyId: string; text: string },
  occurredAt: Date,
): Promise<{ replayed: boolean }> {
  const line = text.trim()
  check(line, 'The note is empty.', { text: 'The note is empty.' })
  authorize(ctx.actor, 'property.edit')
  const tenantId = requireTenant(ctx.actor)
  const id = parseId(propertyId, 'Property')
  const action = { id: actionId, kind: 'note' as const, content: { propertyId: id, text: line } }
  const done = await transactOnce(ctx, tenantId, action, async (transaction) => {
    const { em } = transaction
    await countUse(em, ctx, tenantId, 'notes')
    const property = await lockProperty(em, tenantId, id, 'for no key update')
    authorizeProperty(ctx, 'property.edit', property)
    const notes = property.notes ? `${property.notes}\n${line}` : line
    checkLengths({ notes })
    await changeProperties(ctx, transaction, tenantId, [{ before: property, change: { notes }, at: occurredAt }])
    return property
  })
  return { replayed: done === null }
}
