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
 * Looks the owner up in the parcel records, without the cache, and saves the differences with their source (spec §8). The
 * lookup by point is the cheaper one; the lookup by address follows only if the parcel there is not the property's.
 * Throws `Unavailable`, without a change, if the provider does not respond.
 */
export async function refreshOwner(ctx: Context, id: string): Promise<OwnerRefresh> {
  const property = await readProperty(ctx, id)
  authorize(ctx.actor, 'owner.refresh', { ownerId: property.assignedTo ?? null })
  const parcel = await findParcel(ctx, property)
  if (!parcel) return { outcome: 'no_results', property }
  const change = ownerChanges(parcel, property)
  if (Object.keys(change).length === 0) return { outcome: 'unchanged', property }
  const updated = await saveParcelChange(
    ctx,
    property,
    { ...change, unconfirmed: property.streetNumber === '' && property.unconfirmed },
    parcel.source,
  )
  return { outcome: 'updated', property: updated }
}

/** Saves fields that come from a parcel record, records `OwnerRefreshed`, and returns the changed property. */
export function saveParcelChange(
  ctx: Context,
  property: PropertyView,
  change: Partial<PropertyView>,
  source: string,
): Promise<PropertyView> {
  const { tenantId, id } = property
  return transactInTenant(ctx, tenantId, async ({ em, record }) => {
    await lockProperty(em, id, 'for no key update')
    await em.nativeUpdate(Property, { tenantId, id }, { ...change, updatedAt: ctx.now() })
    record({ type: 'OwnerRefreshed', subjectId: id, data: { ...propertyRefOf(property), source } })
    return (await findProperty(em, id))!
  })
}

async function findParcel(ctx: Context, property: PropertyView): Promise<ParcelRecord | null> {
  const options = { tenantId: property.tenantId, bypassCache: true }
  const atPoint = await lookUpParcelsAtPoint(ctx, property, options)
  // Land without a number is unconfirmed because of its address, not of its parcel.
  const isConfirmed = !property.unconfirmed || property.streetNumber === ''
  const sameParcel = atPoint.find((parcel) => parcel.parcelId === property.parcelId && isConfirmed)
  const match = sameParcel ?? findConfirmedParcel(atPoint, property)
  if (match) return match
  const byAddress = await lookUpParcelsByAddress(ctx, fullAddressOf(property), null, options)
  return findConfirmedParcel(byAddress, property)
}

/** The parcel with exactly the property's street number. Any other may belong to a neighbor. */
function findConfirmedParcel(parcels: ParcelRecord[], { streetNumber }: PropertyView): ParcelRecord | null {
  const match = matchParcel(parcels, streetNumber)
  return match && !match.unconfirmed ? match.parcel : null
}

/** The fields that differ. A parcel without an owner name does not clear the saved owner. */
function ownerChanges(parcel: ParcelRecord, property: PropertyView) {
  const { ownerName, ownerAddress, parcelId, source } = parcel
  const sameOwner = !ownerName || (ownerName === property.ownerName && ownerAddress === (property.ownerAddress ?? null))
  return {
    ...(sameOwner ? {} : { ownerName, ownerAddress, ownerSource: source }),
    ...(parcelId && parcelId !== property.parcelId ? { parcelId } : {}),
  }
}

function fullAddressOf({ address, city, state, zipCode }: PropertyView): string {
  if (address.includes(',')) return address
  return formatAddress({ address, city: city ?? null, state: state ?? null, zipCode: zipCode ?? null })
}
