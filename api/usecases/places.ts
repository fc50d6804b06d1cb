import type { Context } from '../context.ts'
import { Refused, Unavailable } from '../domain/errors.ts'
import { tidyAddress } from '../domain/address.ts'
import type { PropertyStatus } from '../domain/words.ts'
import { authorize, tenantOf } from '../domain/permissions.ts'
import { isPoint, roundedPoint, type Bounds, type Point } from '../domain/point.ts'
import type { GeocodeCandidate } from '../domain/geocode.ts'
import { transactIn } from '../log/transact.ts'
import type { AddressSuggestion } from '../services/geocoder/geocoder.ts'
import type { ParcelRecord } from '../services/parcels/parcels.ts'
import { savedAt } from './properties.ts'

/** Parcels for an address. Each record is counted for the tenant. Throws `Unavailable` when the provider does not answer. */
export async function searchParcels(ctx: Context, address: string, context: string | null): Promise<ParcelRecord[]> {
  authorize(ctx.actor, 'place.lookUp')
  const tidied = tidyAddress(address)
  if (!tidied) throw new Refused('Please enter an address', { address: 'Please enter an address' })
  return meterParcels(ctx, await ctx.services.parcels.search(tidied, context ?? undefined))
}

/** The parcels that contain a point, counted for the tenant. */
export async function parcelsAt(ctx: Context, point: Point): Promise<ParcelRecord[]> {
  authorize(ctx.actor, 'place.lookUp')
  checkPoint(point)
  return meterParcels(ctx, await ctx.services.parcels.atPoint(point))
}

/** One parcel by the provider's id, counted for the tenant; null when there is none. */
export async function readParcel(ctx: Context, id: string): Promise<ParcelRecord | null> {
  authorize(ctx.actor, 'place.lookUp')
  const parcel = await ctx.services.parcels.byId(id)
  await meterParcels(ctx, parcel ? [parcel] : [])
  return parcel
}

export interface SuggestedAddress extends AddressSuggestion {
  savedPropertyId: string | null
  savedStatus: PropertyStatus | null
}

/** Addresses for what has been typed so far, each with the property that the actor has saved there. */
export async function suggestAddresses(
  ctx: Context,
  query: string,
  bounds: Bounds | null,
): Promise<SuggestedAddress[]> {
  authorize(ctx.actor, 'place.lookUp')
  if (!query.trim()) return []
  const found = await ctx.services.geocoder.suggest(query, bounds)
  const saved = await savedAt(
    ctx,
    found.map(({ point }) => point),
  )
  return found.map((suggestion) => {
    const property = saved.get(`${roundedPoint(suggestion.point, 5)} ${suggestion.streetNumber}`)
    return { ...suggestion, savedPropertyId: property?.id ?? null, savedStatus: property?.status ?? null }
  })
}

/** Geocoding, counted for the tenant. */
export async function geocodeAddress(ctx: Context, query: string): Promise<GeocodeCandidate[]> {
  const candidates = await ctx.services.geocoder.forward(query)
  await meterGeocode(ctx, candidates.length > 0)
  return candidates
}

/** The address at a point, counted for the tenant; null where there is none near. */
export async function addressAt(ctx: Context, point: Point): Promise<GeocodeCandidate | null> {
  checkPoint(point)
  const candidate = await ctx.services.geocoder.reverse(point)
  await meterGeocode(ctx, candidate !== null)
  return candidate
}

/** `parcels`, or none and `available: false` when the provider does not answer: a look-up never stops a search (spec §8). */
export async function tryParcels(
  find: () => Promise<ParcelRecord[]>,
): Promise<{ parcels: ParcelRecord[]; available: boolean }> {
  try {
    return { parcels: await find(), available: true }
  } catch (error) {
    if (error instanceof Unavailable) return { parcels: [], available: false }
    throw error
  }
}

function checkPoint(point: Point): void {
  if (!isPoint(point))
    throw new Refused('The coordinates are not on the map.', { lat: 'Between -90 and 90', lng: 'Between -180 and 180' })
}

async function meterParcels(ctx: Context, parcels: ParcelRecord[]): Promise<ParcelRecord[]> {
  await transactIn(ctx, tenantOf(ctx.actor), async ({ record }) =>
    record({
      type: 'ParcelLookedUp',
      data: {
        repId: ctx.actor!.userId,
        provider: ctx.services.providers.parcels,
        records: parcels.length,
        found: parcels.length > 0,
      },
    }),
  )
  return parcels
}

async function meterGeocode(ctx: Context, found: boolean): Promise<void> {
  await transactIn(ctx, tenantOf(ctx.actor), async ({ record }) =>
    record({
      type: 'AddressGeocoded',
      data: { repId: ctx.actor!.userId, provider: ctx.services.providers.geocoder, found },
    }),
  )
}
