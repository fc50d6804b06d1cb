import type { Context } from '../../context.ts'
import { Conflict } from '../../domain/errors.ts'
import { authorize } from '../../domain/permissions.ts'
import { transactInTenant } from '../../log/transact.ts'
import type { ParcelRecord } from '../../services/parcels/parcels.ts'
import { propertyRefOf, type PropertyView } from '../../records/propertyRows.ts'
import { lockProperty } from '../../records/propertyWrites.ts'
import { readProperty } from '../properties/readProperty.ts'
import { isSameOwner, replaceableFields, replaceOwner } from '../properties/replacedOwners.ts'
import { findMixUps, findOwnParcel } from './addressMixUps.ts'

/**
 * Gives a property whose parcel id is that of another house the parcel of its own address, or none if no record has it. An owner whom
 * a person entered or a file named stays. What is replaced can be restored. Throws `Conflict` if the property is not such a mix-up
 * or is changed meanwhile, and `Unavailable` if the parcel records cannot be read.
 */
export async function correctOwner(ctx: Context, propertyId: string): Promise<PropertyView> {
  authorize(ctx.actor, 'owner.correct')
  const property = await readProperty(ctx, propertyId)
  const { tenantId, id } = property
  const [mixUp] = await findMixUps(ctx, tenantId, [property])
  if (!mixUp) throw new Conflict('The parcel of this property is not that of another house. Load the list again.')
  const parcel = await findOwnParcel(ctx, property)
  return transactInTenant(ctx, tenantId, async (transaction) => {
    const current = await lockProperty(transaction.em, tenantId, id, 'for no key update')
    const isMoved = (['address', 'lat', 'lng'] as const).some((field) => current[field] !== property[field])
    if (isMoved || !isSameOwner(current, property))
      throw new Conflict('The property was changed in the meantime. Load the list again.')
    const change = { ...ownerChange(current, parcel), ...(parcel ? { unconfirmed: false } : {}) }
    const fields = replaceableFields.filter((field) => field in change)
    const event = parcel
      ? ({ type: 'OwnerRefreshed', data: { ...propertyRefOf(current), source: parcel.source } } as const)
      : ({ type: 'PropertyEdited', data: { ...propertyRefOf(current), fields } } as const)
    return replaceOwner(ctx, transaction, current, change, event)
  })
}

function ownerChange({ ownerSource }: PropertyView, parcel: ParcelRecord | null) {
  const parcelId = parcel?.parcelId ?? null
  if (!isFromRecord(ownerSource)) return { parcelId }
  const { ownerName = null, ownerAddress = null, source = null } = parcel ?? {}
  return { parcelId, ownerName, ownerAddress, ownerSource: source }
}

/** Whether a parcel record named the owner, not a person or a file. */
const isFromRecord = (source: string | null | undefined) => source === 'regrid' || source?.startsWith('parcels:')
