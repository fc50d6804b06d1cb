import { normalizeAddressSpacing } from '../../domain/addresses/text.ts'
import { pointKey } from '../../domain/point.ts'
import { createUpstreamCache, type CacheOptions } from '../upstream/upstreamCache.ts'
import type { Billed, LookUpOptions, FreeParcelSource, ParcelRecord, Parcels, ParcelSource } from './parcels.ts'

/** County records change weekly, and a team visits a street within an hour. */
const defaultCacheOptions: CacheOptions = { ttlMs: 3_600_000, maxEntries: 5_000 }

/** Adds caching and billing to a paid source. Only fetched records are billed, to the first caller. */
export function createPaidParcels(source: ParcelSource, options: CacheOptions = defaultCacheOptions): Parcels {
  const cache = createUpstreamCache<ParcelRecord[]>(options)
  const getBilled = async (key: string, fetchRecords: () => Promise<ParcelRecord[]>, lookUpOptions?: LookUpOptions) => {
    const { value, wasFetched } = await cache.getOrFetch(key, fetchRecords, lookUpOptions)
    return { found: value, billed: wasFetched ? value.length : 0 }
  }
  return {
    search: (address, context, lookUpOptions) =>
      getBilled(
        `search ${context ?? ''} ${normalizeAddressSpacing(address).toLowerCase()}`,
        () => source.search(address, context),
        lookUpOptions,
      ),
    // Points that are equal at 6 decimals (0.1 m) are on the same land.
    atPoint: (point, lookUpOptions) =>
      getBilled(`point ${pointKey(point, 6)}`, () => source.atPoint(point), lookUpOptions),
    byId: (id, lookUpOptions) => getBilled(`id ${id}`, async () => toList(await source.byId(id)), lookUpOptions),
  }
}

/** The records of the demo town stand for those of a provider, so that the demo has costs. */
const demoSource = 'parcels:demo'

/** Billing for records from our own database, which are not cached. Imported records and outlines cost nothing. */
export function createFreeParcels(source: FreeParcelSource): Parcels {
  return {
    search: async (address, context) => toBilled(await source.search(address, context)),
    atPoint: async (point) => toBilled(await source.atPoint(point)),
    byId: async (id) => toBilled(toList(await source.byId(id))),
    byIds: (ids) => source.byIds(ids),
    outlinesAt: (points) => source.outlinesAt(points),
    unitsAt: (places) => source.unitsAt(places),
    addressesOnStreet: (street, bounds) => source.addressesOnStreet(street, bounds),
    housesIn: (bounds, limit) => source.housesIn(bounds, limit),
    addressesOfZip: (zipCode, limit) => source.addressesOfZip(zipCode, limit),
    countAddresses: (places) => source.countAddresses(places),
  }
}

function toBilled(found: ParcelRecord[]): Billed<ParcelRecord[]> {
  return { found, billed: found.filter(({ source }) => source === demoSource).length }
}

function toList(parcel: ParcelRecord | null): ParcelRecord[] {
  return parcel ? [parcel] : []
}
