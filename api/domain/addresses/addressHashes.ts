import { createHmac } from 'node:crypto'
import { matchableParcelId } from '../locating/parcelIds.ts'
import { pointKey } from '../point.ts'
import { addressKeyOf, doorOf } from './addressKey.ts'

/** What may be known of where a house is. */
export interface HashedPlace {
  address?: string | null | undefined
  city?: string | null | undefined
  zipCode?: string | null | undefined
  parcelId?: string | null | undefined
  lat?: number | null | undefined
  lng?: number | null | undefined
}

/**
 * Keyed hashes of a house, in hex: one each for its number, street and unit in its ZIP code and in its city, and for its number and unit
 * with its parcel id and at its point. Two descriptions of one house have one in common if they have one of these in common. Empty without
 * a number and street.
 */
export function addressHashesOf(key: Buffer, tenantId: string, place: HashedPlace): string[] {
  if (!place.address) return []
  const { city = null, zipCode = null, lat, lng } = place
  const parts = addressKeyOf({ address: place.address, city, zipCode })
  const door = doorOf(parts)
  if (door === null) return []
  const parcelId = matchableParcelId(place.parcelId)
  const numberAndUnit = `${parts.number}|${parts.unit}`
  const texts = [
    parts.zipCode && `zip|${door}|${parts.zipCode}`,
    parts.city && `city|${door}|${parts.city}`,
    parcelId && `parcel|${numberAndUnit}|${parcelId}`,
    lat != null && lng != null && `point|${numberAndUnit}|${pointKey({ lat, lng }, 5)}`,
  ]
  return texts.flatMap((text) => (text ? createHmac('sha256', key).update(`${tenantId}|${text}`).digest('hex') : []))
}
