import type { Context } from '../../context.ts'
import { parseId } from '../../domain/ids.ts'
import { parseTexts } from '../../domain/parseTexts.ts'
import { authorize, requireTenant } from '../../domain/permissions.ts'
import { propertyFields } from '../../domain/properties/propertyFields.ts'
import { transactOnce } from '../../log/clientActions.ts'
import { changeProperties, differencesFrom, lockProperty } from '../../records/propertyWrites.ts'
import { authorizeProperty } from './readProperty.ts'

/**
 * Sets the language of a household once for each `actionId`, a client-made id. `occurredAt` is when the rep heard it. Throws `Refused`
 * for an unknown language. Returns whether it was already done.
 */
export async function setPropertyLanguage(
  ctx: Context,
  actionId: string,
  { propertyId, language }: { propertyId: string; language?: string | null },
  occurredAt: Date,
): Promise<{ replayed: boolean }> {
  authorize(ctx.actor, 'property.edit')
  const tenantId = requireTenant(ctx.actor)
  const id = parseId(propertyId, 'Property')
  const { language: code = null } = parseTexts(propertyFields, { language: language ?? null })
  const action = { id: actionId, kind: 'language' as const, content: { propertyId: id, language: code } }
  const done = await transactOnce(ctx, tenantId, action, async (transaction) => {
    const property = await lockProperty(transaction.em, tenantId, id, 'for no key update')
    authorizeProperty(ctx, 'property.edit', property)
    const change = differencesFrom(property, { language: code })
    if (Object.keys(change).length > 0)
      await changeProperties(ctx, transaction, tenantId, [{ before: property, change, at: occurredAt }])
    return property
  })
  return { replayed: done === null }
}
