import { addressKeyOf } from '../../domain/addresses/addressKey.ts'
import { unitOf } from '../../domain/addresses/parseAddress.ts'
import { selectParcel } from '../../domain/addresses/selectParcel.ts'
import { formatAddress } from '../../domain/locating/geocode.ts'
import { distanceMeters, type Point } from '../../domain/point.ts'
import type { PropertyView } from '../../records/propertyRows.ts'
import type { ParcelRecord } from '../../services/parcels/parcels.ts'

/** A parcel that may be the one that is meant. */
export interface LocateCandidate {
  parcelId: string | null
  /** One line. */
  address: string
  unit: string | null
  ownerName: string | null
  /** From the point that was found. */
  distanceMeters: number
}

export function toCandidate(parcel: ParcelRecord, point: Point): LocateCandidate {
  const { parcelId, address, city, state, zipCode, ownerName, centroid } = parcel
  return {
    parcelId: parcelId || null,
    address: formatAddress({ address, city, state, zipCode }),
    unit: unitOf(address ?? ''),
    ownerName,
    distanceMeters: distanceMeters(centroid, point),
  }
}

/** Numbers of one street that differ by 20 are closer than this; the same street in another town is not. */
const nearbyMeters = 500

/**
 * The parcel with an owner that may be that of a property, though it is not surely the same house: it has the nearest number, or its
 * address is written in another way. Null if one of the parcels is surely the same, and if one of several is meant. Never that of another
 * unit or of a place that is not near.
 */
export function findNearbyParcel(parcels: readonly ParcelRecord[], property: PropertyView): ParcelRecord | null {
  const match = selectParcel(parcels, property)
  if (!match?.unconfirmed || match.candidates.length > 0) return null
  const { parcel } = match
  const unit = addressKeyOf({ address: parcel.address ?? '' }).unit
  const isOtherUnit = unit !== '' && unit !== addressKeyOf(property).unit
  const isNear = distanceMeters(parcel.centroid, property) <= nearbyMeters
  return parcel.ownerName && parcel.parcelId && isNear && !isOtherUnit ? parcel : null
}

/** A nearby parcel as it is offered for a property; null if there is none, or the property has its owner and parcel id. */
export function toNearbyOwner(parcel: ParcelRecord | null, property: PropertyView): LocateCandidate | null {
  if (!parcel) return null
  const isKnown = parcel.ownerName === property.ownerName && parcel.parcelId === property.parcelId
  return isKnown ? null : toCandidate(parcel, property)
}
