import { geocoderOf, parcelsOf, type Context } from '../../context.ts'
import { Unavailable } from '../../domain/errors.ts'
import type { GeocodeCandidate } from '../../domain/locating/geocode.ts'
import { authorize, requireTenant } from '../../domain/permissions.ts'
import { checkBounds, checkPoint, type Bounds, type Point } from '../../domain/point.ts'
import type { PropertyStatus } from '../../domain/enums.ts'
import { transactInTenant } from '../../log/transact.ts'
import { findForgotten } from '../../records/forgottenAddresses.ts'
import type { AddressSuggestion } from '../../services/geocoder/geocoder.ts'
import type { Billed, ParcelRecord } from '../../services/parcels/parcels.ts'
import { limitLookUps } from './limitLookUps.ts'
import { requireAddress } from '../properties/propertyInput.ts'
import { placeKeyOf, readPropertiesAt } from '../properties/readProperty.ts'

/** The parcels at an address. Throws `Unavailable` if the provider does not respond. */
export async function searchParcels(ctx: Context, address: string, context: string | null): Promise<ParcelRecord[]> {
  authorize(ctx.actor, 'place.lookUp')
  return lookUpParcelsByAddress(ctx, requireAddress(address), context, { tenantId: requireTenant(ctx.actor) })
}

/** The parcels that contain a point. Throws `Unavailable`. */
export async function findParcelsAt(ctx: Context, point: Point): Promise<ParcelRecord[]> {
  authorize(ctx.actor, 'place.lookUp')
  checkPoint(point)
  return lookUpParcelsAtPoint(ctx, point, { tenantId: requireTenant(ctx.actor) })
}

/** One parcel by the provider's id, or null. Throws `Unavailable`. */
export async function readParcel(ctx: Context, id: string): Promise<ParcelRecord | null> {
  authorize(ctx.actor, 'place.lookUp')
  const tenantId = requireTenant(ctx.actor)
  await limitLookUps(ctx, ctx.services.providers.parcels, tenantId)
  const [parcel] = await meterParcels(ctx, tenantId, await parcelsOf(ctx).byId(id, lookUpOptionsFor(ctx)))
  return parcel ?? null
}

export interface LookUpOptions {
  /** The tenant that is billed. */
  tenantId: string
  bypassCache?: boolean
}

/** A read-only API key gets only what costs nothing: cached results, and those of a provider that does not bill. */
function lookUpOptionsFor({ actor }: Context) {
  return { unbilledOnly: actor?.apiKey?.scope === 'read' }
}

/** The parcels at an address, billed to the tenant. The caller has checked the permission. */
export async function lookUpParcelsByAddress(
  ctx: Context,
  address: string,
  context: string | null,
  { tenantId, bypassCache }: LookUpOptions,
): Promise<ParcelRecord[]> {
  await limitLookUps(ctx, ctx.services.providers.parcels, tenantId)
  const result = await parcelsOf(ctx).search(address, context ?? undefined, {
    ...lookUpOptionsFor(ctx),
    bypassCache,
  })
  return meterParcels(ctx, tenantId, result)
}

/** The parcels that contain a point, billed to the tenant. The caller has checked the permission. */
export async function lookUpParcelsAtPoint(
  ctx: Context,
  { lat, lng }: Point,
  { tenantId, bypassCache }: LookUpOptions,
): Promise<ParcelRecord[]> {
  await limitLookUps(ctx, ctx.services.providers.parcels, tenantId)
  return meterParcels(
    ctx,
    tenantId,
    await parcelsOf(ctx).atPoint({ lat, lng }, { ...lookUpOptionsFor(ctx), bypassCache }),
  )
}

/** Points per query. Each point reads the dozens of outlines in the map cell around it, which are large. */
const outlineBatchSize = 100

/** The parcel outline at each point, or null. Only a provider that does not bill for outlines returns any. */
export async function readOutlines(ctx: Context, points: readonly Point[]): Promise<ParcelRecord['outline'][]> {
  authorize(ctx.actor, 'place.lookUp')
  const outlines: ParcelRecord['outline'][] = []
  try {
    // Sequential, so that a long list occupies only one connection.
    for (let first = 0; first < points.length; first += outlineBatchSize)
      outlines.push(...((await parcelsOf(ctx).outlinesAt?.(points.slice(first, first + outlineBatchSize))) ?? []))
  } catch (error) {
    // Show properties without outlines rather than no properties.
    if (!(error instanceof Unavailable)) throw error
  }
  return points.map((_, index) => outlines[index] ?? null)
}

export interface SuggestedAddress extends AddressSuggestion {
  savedPropertyId: string | null
  savedStatus: PropertyStatus | null
}

/** Completions of `query`, each with the saved property there if the actor may see it. */
export async function suggestAddresses(
  ctx: Context,
  query: string,
  bounds: Bounds | null,
): Promise<SuggestedAddress[]> {
  authorize(ctx.actor, 'place.lookUp')
  // Check before the lookup, which costs money and is billed to the tenant.
  const tenantId = requireTenant(ctx.actor)
  if (bounds) checkBounds(bounds)
  if (!query.trim()) return []
  await limitLookUps(ctx, ctx.services.providers.geocoder, tenantId)
  const { found, billed } = await geocoderOf(ctx).suggest(query, bounds, lookUpOptionsFor(ctx))
  if (billed > 0) await meterGeocode(ctx, found.length > 0)
  const savedProperties = await readPropertiesAt(
    ctx,
    found.map(({ point }) => point),
  )
  return found.map((suggestion) => {
    const property = savedProperties.get(placeKeyOf(suggestion.point, suggestion))
    return { ...suggestion, savedPropertyId: property?.id ?? null, savedStatus: property?.status ?? null }
  })
}

/** The places that match an address, best first, billed to the tenant. Throws `Unavailable`. */
export async function geocodeAddress(ctx: Context, query: string): Promise<GeocodeCandidate[]> {
  authorize(ctx.actor, 'place.lookUp')
  const tenantId = requireTenant(ctx.actor)
  const address = requireAddress(query)
  await limitLookUps(ctx, ctx.services.providers.geocoder, tenantId)
  const { found, billed } = await geocoderOf(ctx).forward(address, undefined, lookUpOptionsFor(ctx))
  if (billed > 0) await meterGeocode(ctx, found.length > 0)
  return found
}

/** The address nearest to a point, billed to the tenant; null if there is none close to it. Throws `Unavailable`. */
export async function reverseGeocode(ctx: Context, point: Point): Promise<GeocodeCandidate | null> {
  authorize(ctx.actor, 'place.lookUp')
  const tenantId = requireTenant(ctx.actor)
  checkPoint(point)
  await limitLookUps(ctx, ctx.services.providers.geocoder, tenantId)
  const { found, billed } = await geocoderOf(ctx).reverse(point, lookUpOptionsFor(ctx))
  if (billed > 0) await meterGeocode(ctx, found !== null)
  return found
}

export interface ParcelLookup {
  parcels: ParcelRecord[]
  available: boolean
}

/** The parcels, or none with `available: false` if the provider does not respond: a failed lookup must not stop a search (spec §8). */
export async function tryFindParcels(find: () => Promise<ParcelRecord[]>): Promise<ParcelLookup> {
  try {
    return { parcels: await find(), available: true }
  } catch (error) {
    if (error instanceof Unavailable) return { parcels: [], available: false }
    throw error
  }
}

/**
 * Records the lookup and returns its parcels, without the owners of households that asked to be forgotten. Results from the cache count as
 * lookups but cost nothing.
 */
async function meterParcels(
  ctx: Context,
  tenantId: string,
  { found, billed }: Billed<ParcelRecord[]>,
): Promise<ParcelRecord[]> {
  return transactInTenant(ctx, tenantId, async ({ em, record }) => {
    record({
      type: 'ParcelLookedUp',
      data: {
        repId: ctx.actor!.userId,
        provider: ctx.services.providers.parcels,
        records: billed,
        found: found.length > 0,
      },
    })
    const places = found.map(({ centroid, ...parcel }) => ({ ...parcel, ...centroid }))
    const forgotten = await findForgotten(ctx, em, tenantId, places)
    return found.map((parcel, at) =>
      forgotten.has(at) ? { ...parcel, ownerName: null, ownerAddress: null, facts: {} } : parcel,
    )
  })
}

async function meterGeocode(ctx: Context, found: boolean): Promise<void> {
  await transactInTenant(ctx, requireTenant(ctx.actor), async ({ record }) =>
    record({
      type: 'AddressGeocoded',
      data: { repId: ctx.actor!.userId, provider: ctx.services.providers.geocoder, found },
    }),
  )
}
