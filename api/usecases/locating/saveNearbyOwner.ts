import type { Context } from '../../context.ts'
import { Conflict, Refused } from '../../domain/errors.ts'
import { authorize } from '../../domain/permissions.ts'
import type { PropertyView } from '../../records/propertyRows.ts'
import { readProperty } from '../properties/readProperty.ts'
import { findParcel, isOwnerChanged, saveParcelChange } from './ownerRefresh.ts'

/**
 * Gives a property the owner and the parcel id of a record that may be another house's, because a person chose it. The property is
 * unconfirmed then, and what is replaced can be restored. Throws `Refused` unless a new look-up finds that record and none that is
 * surely the property's, `Conflict` if the property is changed during it, and `Unavailable`.
 */
export async function saveNearbyOwner(ctx: Context, propertyId: string, parcelId: string): Promise<PropertyView> {
  const before = await readProperty(ctx, propertyId)
  authorize(ctx.actor, 'owner.refresh', { ownerId: before.assignedTo ?? null })
  const { nearby } = await findParcel(ctx, before)
  const parcel = nearby.find((record) => record.parcelId === parcelId)
  if (!parcel)
    throw new Refused(
      'This record is not one that may be of this property. Refresh the owner, and choose from what is found.',
    )
  const { ownerName, ownerAddress, source } = parcel
  const { property } = await saveParcelChange(ctx, before, parcel, (current) => {
    authorize(ctx.actor, 'owner.refresh', { ownerId: current.assignedTo ?? null })
    if (isOwnerChanged(before, current))
      throw new Conflict('The owner was changed during the look-up. Refresh the owner again.')
    return { ownerName, ownerAddress, ownerSource: source, parcelId, unconfirmed: true }
  })
  return property
}
