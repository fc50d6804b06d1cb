import type { Context } from '../../context.ts'
import { Conflict } from '../../domain/errors.ts'
import { formatAddress } from '../../domain/locating/geocode.ts'
import { compareProperties } from '../../domain/addresses/compareProperties.ts'
import { selectParcel } from '../../domain/addresses/selectParcel.ts'
import { authorize } from '../../domain/permissions.ts'
import { transactInTenant } from '../../log/transact.ts'
import type { ParcelRecord } from '../../services/parcels/parcels.ts'
import { findNearbyParcel, toNearbyOwner, type LocateCandidate } from './locateCandidates.ts'
import { lookUpParcelsByAddress, lookUpParcelsAtPoint } from './lookups.ts'
import { propertyRefOf, type PropertyView } from '../../records/propertyRows.ts'
import { lockProperty } from '../../records/propertyWrites.ts'
import { readProperty } from '../properties/readProperty.ts'
import { replaceOwner } from '../properties/replacedOwners.ts'

export interface OwnerRefresh {
  outcome: 'no_results' | 'unchanged' | 'updated'
  property: PropertyView
  /** The record of another house whose owner may be used, where none is surely the property's. */
  nearbyOwner: LocateCandidate | null
}

/**
 * Looks the owner up in the parcel records, without the cache, and saves the differences with their source (spec §8). The
 * lookup by point is the cheaper one; the lookup by address follows only if the parcel there is not the property's. An owner
 * who was entered during the look-up stays. Throws `Conflict` if the property got another parcel or number during it, and
 * `Unavailable` if the provider does not respond; both without a change.
 */
export async function refreshOwner(ctx: Context, id: string): Promise<OwnerRefresh> {
  const property = await readProperty(ctx, id)
  authorize(ctx.actor, 'owner.refresh', { ownerId: property.assignedTo ?? null })
  const { parcel, nearby } = await findParcel(ctx, property)
  if (!parcel) return { outcome: 'no_results', property, nearbyOwner: toNearbyOwner(nearby[0] ?? null, property) }
  const { changed, property: saved } = await saveParcelChange(ctx, property, parcel, (current) => {
    authorize(ctx.actor, 'owner.refresh', { ownerId: current.assignedTo ?? null })
    const change = ownerChanges(parcel, current)
    const unconfirmed = current.streetNumber === '' && current.unconfirmed
    return Object.keys(change).length === 0 ? change : { ...change, unconfirmed }
  })
  return { outcome: changed ? 'updated' : 'unchanged', property: saved, nearbyOwner: null }
}

/**
 * Saves what a parcel record changes of a property, keeps the owner that it replaces, and records `OwnerRefreshed`. `before` is the property as it was when its
 * parcel was looked up, and `changesOf` computes the changes from the locked row. An owner who was saved since then stays.
 * Throws `Conflict` if the parcel is no longer that of the property. Returns the property, and whether it changed.
 */
export function saveParcelChange(
  ctx: Context,
  before: PropertyView,
  parcel: ParcelRecord,
  changesOf: (current: PropertyView) => ParcelChange,
): Promise<{ property: PropertyView; changed: boolean }> {
  const { tenantId, id } = before
  return transactInTenant(ctx, tenantId, async (transaction) => {
    const current = await lockProperty(transaction.em, tenantId, id, 'for no key update')
    const changes = changesOf(current)
    if (Object.keys(changes).length === 0) return { property: current, changed: false }
    const hasOtherParcel = current.parcelId !== before.parcelId && current.parcelId !== parcel.parcelId
    if (hasOtherParcel || differs(before, current, ['address', 'streetNumber', 'lat', 'lng']))
      throw new Conflict('The property was changed during the look-up. Refresh the owner again.')
    const keepsOwner = isOwnerChanged(before, current)
    const change = Object.entries(changes).filter(
      ([field, value]) =>
        value !== current[field as keyof ParcelChange] && !(keepsOwner && ownerFields.some((name) => name === field)),
    )
    if (change.length === 0) return { property: current, changed: false }
    const data = { ...propertyRefOf(current), source: parcel.source }
    const event = { type: 'OwnerRefreshed', data } as const
    const property = await replaceOwner(ctx, transaction, current, Object.fromEntries(change), event)
    return { property, changed: true }
  })
}

const ownerFields = ['ownerName', 'ownerAddress', 'ownerSource'] as const

/** The fields that can come from a parcel record. */
type ParcelChange = Partial<
  Pick<PropertyView, (typeof ownerFields)[number] | 'parcelId' | 'unconfirmed' | 'streetNumber'>
>

export const isOwnerChanged = (before: PropertyView, current: PropertyView) => differs(before, current, ownerFields)

function differs(before: PropertyView, current: PropertyView, fields: readonly (keyof PropertyView)[]): boolean {
  return fields.some((field) => before[field] !== current[field])
}

/** The parcel of a property, looked up without the cache; null if none is surely its own. Only then `nearby` has those that may be. */
export async function findParcel(
  ctx: Context,
  property: PropertyView,
): Promise<{ parcel: ParcelRecord | null; nearby: ParcelRecord[] }> {
  const options = { tenantId: property.tenantId, bypassCache: true }
  const atPoint = await lookUpParcelsAtPoint(ctx, property, options)
  // Land without a number is unconfirmed because of its address, not of its parcel.
  const isConfirmed = !property.unconfirmed || property.streetNumber === ''
  const sameParcel = atPoint.find((parcel) => isConfirmed && parcel.parcelId && isParcelOf(property, parcel))
  const match = sameParcel ?? findConfirmedParcel(atPoint, property)
  if (match) return { parcel: match, nearby: [] }
  const byAddress = await lookUpParcelsByAddress(ctx, fullAddressOf(property), null, options)
  const parcel = findConfirmedParcel(byAddress, property)
  const nearby = parcel ? [] : [byAddress, atPoint].flatMap((found) => findNearbyParcel(found, property) ?? [])
  return { parcel, nearby }
}

/** Whether a parcel at the point of a property has its parcel id, and is not that of another unit. */
function isParcelOf(property: PropertyView, parcel: ParcelRecord): boolean {
  if (parcel.parcelId !== property.parcelId) return false
  const { verdict, reason } = compareProperties(property, {
    ...parcel,
    address: parcel.address ?? '',
    ...parcel.centroid,
  })
  return !(verdict === 'different' && reason === 'unit')
}

/** The parcel with exactly the property's number, street and unit. Any other may belong to a neighbor. */
export function findConfirmedParcel(parcels: ParcelRecord[], property: AddressOfProperty): ParcelRecord | null {
  const { address, city, state, zipCode } = property
  const match = selectParcel(parcels, { address, city, state, zipCode })
  return match && !match.unconfirmed ? match.parcel : null
}

/** The fields that differ. A parcel without an owner name does not clear the saved owner. */
function ownerChanges(parcel: ParcelRecord, property: PropertyView): ParcelChange {
  const { ownerName, ownerAddress, parcelId, source } = parcel
  const sameOwner = !ownerName || (ownerName === property.ownerName && ownerAddress === (property.ownerAddress ?? null))
  return {
    ...(sameOwner ? {} : { ownerName, ownerAddress, ownerSource: source }),
    ...(parcelId && parcelId !== property.parcelId ? { parcelId } : {}),
  }
}

type AddressOfProperty = Pick<PropertyView, 'address' | 'city' | 'state' | 'zipCode'>

export function fullAddressOf({ address, city, state, zipCode }: AddressOfProperty): string {
  if (address.includes(',')) return address
  return formatAddress({ address, city: city ?? null, state: state ?? null, zipCode: zipCode ?? null })
}
