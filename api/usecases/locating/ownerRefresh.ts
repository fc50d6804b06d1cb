import type { Context } from '../../context.ts'
import { formatAddress } from '../../domain/geocode.ts'
import { matchParcel } from '../../domain/parcelMatch.ts'
import { authorize } from '../../domain/permissions.ts'
import { Property } from '../../entities/property.ts'
import { transactInTenant } from '../../log/transact.ts'
import type { ParcelRecord } from '../../services/parcels/parcels.ts'
import { lookUpParcelsByAddress, lookUpParcelsAtPoint } from './lookups.ts'
import { findProperty, lockProperty, propertyRefOf, type PropertyView } from '../properties/propertyRows.ts'
import { readProperty } from '../properties/readProperty.ts'

export interface OwnerRefresh {
  outcome: 'no_results' | 'unchanged' | 'updated'
  property: PropertyView
}

/**
 * Asks the parcel records anew who owns the house, and saves what differs with its source (spec §8). The records asked
 * are those of the land at its point, which cost least, and of its address where the land is another house's. Throws
 * `Unavailable` when the provider does not answer: nothing is changed then.
 */
export async function refreshOwner(ctx: Context, id: string): Promise<OwnerRefresh> {
  const property = await readProperty(ctx, id)
  authorize(ctx.actor, 'owner.refresh', { ownerId: property.assignedTo ?? null })
  const parcel = await findParcel(ctx, property)
  if (!parcel) return { outcome: 'no_results', property }
  const change = ownerChanges(parcel, property)
  if (Object.keys(change).length === 0) return { outcome: 'unchanged', property }
  return transactInTenant(ctx, property.tenantId, async ({ em, record }) => {
    await lockProperty(em, property.id, 'for no key update')
    await em.nativeUpdate(
      Property,
      { tenantId: property.tenantId, id: property.id },
      { ...change, unconfirmed: false, updatedAt: ctx.now() },
    )
    record({
      type: 'OwnerRefreshed',
      subjectId: property.id,
      data: { ...propertyRefOf(property), source: parcel.source },
    })
    return { outcome: 'updated', property: (await findProperty(em, property.id))! }
  })
}

async function findParcel(ctx: Context, property: PropertyView): Promise<ParcelRecord | null> {
  const billing = { tenantId: property.tenantId, fresh: true }
  const atPoint = await lookUpParcelsAtPoint(ctx, property, billing)
  const sameParcel = atPoint.find((parcel) => parcel.parcelId === property.parcelId && !property.unconfirmed)
  const match = sameParcel ?? findConfirmedParcel(atPoint, property)
  return (
    match ?? findConfirmedParcel(await lookUpParcelsByAddress(ctx, addressLineOf(property), null, billing), property)
  )
}

/** The parcel that has the house's very number; a neighbour's owner is not this one's. */
function findConfirmedParcel(parcels: ParcelRecord[], { streetNumber }: PropertyView): ParcelRecord | null {
  const match = matchParcel(parcels, streetNumber)
  return match && !match.unconfirmed ? match.parcel : null
}

/** Where the records name nobody, what the team knows stands. */
function ownerChanges(parcel: ParcelRecord, property: PropertyView) {
  const { ownerName, ownerAddress, parcelId, source } = parcel
  const sameOwner = !ownerName || (ownerName === property.ownerName && ownerAddress === (property.ownerAddress ?? null))
  return {
    ...(sameOwner ? {} : { ownerName, ownerAddress, ownerSource: source }),
    ...(parcelId && parcelId !== property.parcelId ? { parcelId } : {}),
  }
}

function addressLineOf({ address, city, state, zipCode }: PropertyView): string {
  if (address.includes(',')) return address
  return formatAddress({ address, city: city ?? null, state: state ?? null, zipCode: zipCode ?? null })
}
