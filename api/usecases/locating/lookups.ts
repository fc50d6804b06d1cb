import type { Context } from '../../context.ts'
import { normalizeAddressSpacing } from '../../domain/address.ts'
import { Refused, Unavailable } from '../../domain/errors.ts'
import type { GeocodeCandidate } from '../../domain/geocode.ts'
import { authorize, requireTenant } from '../../domain/permissions.ts'
import { checkBounds, checkPoint, pointKey, type Bounds, type Point } from '../../domain/point.ts'
import type { PropertyStatus } from '../../domain/enums.ts'
import { transactInTenant } from '../../log/transact.ts'
import type { AddressSuggestion } from '../../services/geocoder/geocoder.ts'
import type { Billed, ParcelRecord } from '../../services/parcels/parcels.ts'
import { enforceRateLimit } from './lookUpRateLimit.ts'
import { readPropertiesAt } from '../properties/readProperty.ts'

/** Parcels for an address. Throws `Unavailable` when the provider does not answer. */
export async function searchParcels(ctx: Context, address: string, context: string | null): Promise<ParcelRecord[]> {
  authorize(ctx.actor, 'place.lookUp')
  const tidied = normalizeAddressSpacing(address)
  if (!tidied) throw new Refused('Please enter an address', { address: 'Please enter an address' })
  return lookUpParcelsByAddress(ctx, tidied, context, { tenantId: requireTenant(ctx.actor) })
}

/** The parcels that contain a point. */
export async function findParcelsAt(ctx: Context, point: Point): Promise<ParcelRecord[]> {
  authorize(ctx.actor, 'place.lookUp')
  checkPoint(point)
  return lookUpParcelsAtPoint(ctx, point, { tenantId: requireTenant(ctx.actor) })
}

/** One parcel by the provider's id; null when there is none. */
export async function readParcel(ctx: Context, id: string): Promise<ParcelRecord | null> {
  authorize(ctx.actor, 'place.lookUp')
  const tenantId = requireTenant(ctx.actor)
  enforceRateLimit(ctx, ctx.services.providers.parcels)
  const [parcel] = await meterParcels(ctx, tenantId, await ctx.services.parcels.byId(id))
  return parcel ?? null
}

/** Who a look-up is counted for, and whether an answer that is known already will do. */
export interface LookUpOptions {
  tenantId: string
  fresh?: boolean
}

/** The parcels of an address, with what they cost counted for the tenant, for use cases that have asked for permission. */
export async function lookUpParcelsByAddress(
  ctx: Context,
  address: string,
  context: string | null,
  { tenantId, fresh }: LookUpOptions,
): Promise<ParcelRecord[]> {
  enforceRateLimit(ctx, ctx.services.providers.parcels)
  return meterParcels(
    ctx,
    tenantId,
    await ctx.services.parcels.search(address, context ?? undefined, { bypassCache: fresh }),
  )
}

/** The same for those that contain a point. */
export async function lookUpParcelsAtPoint(
  ctx: Context,
  { lat, lng }: Point,
  { tenantId, fresh }: LookUpOptions,
): Promise<ParcelRecord[]> {
  enforceRateLimit(ctx, ctx.services.providers.parcels)
  return meterParcels(ctx, tenantId, await ctx.services.parcels.atPoint({ lat, lng }, { bypassCache: fresh }))
}

/** As many houses as are asked about at once: the land around each has dozens of outlines, which are most of the bytes. */
const outlineBatchSize = 100

/** The outer edge of the parcel under each of these saved houses, where showing it costs nothing; null otherwise. */
export async function readOutlines(ctx: Context, points: readonly Point[]): Promise<ParcelRecord['outline'][]> {
  authorize(ctx.actor, 'place.lookUp')
  const outlines: ParcelRecord['outline'][] = []
  try {
    // One after the other: however many houses are asked for, one connection reads them.
    for (let first = 0; first < points.length; first += outlineBatchSize)
      outlines.push(...((await ctx.services.parcels.outlinesAt?.(points.slice(first, first + outlineBatchSize))) ?? []))
  } catch (error) {
    // A house is shown without its edge rather than not at all.
    if (!(error instanceof Unavailable)) throw error
  }
  return points.map((_, index) => outlines[index] ?? null)
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
  // Asked for before anything is spent: what nobody can be billed for is not looked up.
  requireTenant(ctx.actor)
  if (bounds) checkBounds(bounds)
  if (!query.trim()) return []
  enforceRateLimit(ctx, ctx.services.providers.geocoder)
  const { found, billed } = await ctx.services.geocoder.suggest(query, bounds)
  if (billed > 0) await meterGeocode(ctx, found.length > 0)
  const savedProperties = await readPropertiesAt(
    ctx,
    found.map(({ point }) => point),
  )
  return found.map((suggestion) => {
    const property = savedProperties.get(`${pointKey(suggestion.point, 5)} ${suggestion.streetNumber}`)
    return { ...suggestion, savedPropertyId: property?.id ?? null, savedStatus: property?.status ?? null }
  })
}

/** The places that an address may mean, best first, counted for the tenant. Throws `Unavailable`. */
export async function geocodeAddress(ctx: Context, query: string): Promise<GeocodeCandidate[]> {
  authorize(ctx.actor, 'place.lookUp')
  requireTenant(ctx.actor)
  const address = normalizeAddressSpacing(query)
  if (!address) throw new Refused('Please enter an address', { address: 'Please enter an address' })
  enforceRateLimit(ctx, ctx.services.providers.geocoder)
  const { found, billed } = await ctx.services.geocoder.forward(address)
  if (billed > 0) await meterGeocode(ctx, found.length > 0)
  return found
}

/** The address at a point, counted for the tenant; null where there is none near. Throws `Unavailable`. */
export async function reverseGeocode(ctx: Context, point: Point): Promise<GeocodeCandidate | null> {
  authorize(ctx.actor, 'place.lookUp')
  requireTenant(ctx.actor)
  checkPoint(point)
  enforceRateLimit(ctx, ctx.services.providers.geocoder)
  const { found, billed } = await ctx.services.geocoder.reverse(point)
  if (billed > 0) await meterGeocode(ctx, found !== null)
  return found
}

/** `parcels`, or none and `available: false` when the provider does not answer: a look-up never stops a search (spec §8). */
export async function tryFindParcels(
  find: () => Promise<ParcelRecord[]>,
): Promise<{ parcels: ParcelRecord[]; available: boolean }> {
  try {
    return { parcels: await find(), available: true }
  } catch (error) {
    if (error instanceof Unavailable) return { parcels: [], available: false }
    throw error
  }
}

/** A look-up is work done, whoever knew the answer; only the records that were fetched for it cost. */
async function meterParcels(
  ctx: Context,
  tenantId: string,
  { found, billed }: Billed<ParcelRecord[]>,
): Promise<ParcelRecord[]> {
  await transactInTenant(ctx, tenantId, async ({ record }) =>
    record({
      type: 'ParcelLookedUp',
      data: {
        repId: ctx.actor!.userId,
        provider: ctx.services.providers.parcels,
        records: billed,
        found: found.length > 0,
      },
    }),
  )
  return found
}

async function meterGeocode(ctx: Context, found: boolean): Promise<void> {
  await transactInTenant(ctx, requireTenant(ctx.actor), async ({ record }) =>
    record({
      type: 'AddressGeocoded',
      data: { repId: ctx.actor!.userId, provider: ctx.services.providers.geocoder, found },
    }),
  )
}
