import { normalizeAddressSpacing } from '../../domain/address.ts'
import { pointKey } from '../../domain/point.ts'
import { createUpstreamCache, type CacheOptions } from '../upstream/upstreamCache.ts'
import type { Billed, LookUpOptions, FreeParcelSource, ParcelRecord, Parcels, ParcelSource } from './parcels.ts'

/** County records change by the week; a team walks a street in an hour. */
const defaultCacheOptions: CacheOptions = { ttlMs: 3_600_000, maxEntries: 5_000 }

/** A paid source: what was fetched is remembered, and only what was fetched is billed, to the one who asked first. */
export function createPaidParcels(source: ParcelSource, options: CacheOptions = defaultCacheOptions): Parcels {
  const cache = createUpstreamCache<ParcelRecord[]>(options)
  const getBilled = async (key: string, fetchRecords: () => Promise<ParcelRecord[]>, lookUpOptions?: LookUpOptions) => {
    const { value: answer, wasFetched: asked } = await cache.getOrFetch(key, fetchRecords, lookUpOptions)
    return { found: answer, billed: asked ? answer.length : 0 }
  }
  return {
    search: (address, context, lookUpOptions) =>
      getBilled(
        `search ${context ?? ''} ${normalizeAddressSpacing(address).toLowerCase()}`,
        () => source.search(address, context),
        lookUpOptions,
      ),
    // A tenth of a metre apart is the same land.
    atPoint: (point, lookUpOptions) =>
      getBilled(`point ${pointKey(point, 6)}`, () => source.atPoint(point), lookUpOptions),
    byId: (id) => getBilled(`id ${id}`, async () => toList(await source.byId(id))),
  }
}

/** Our own records: never remembered, counted as if they were paid for, and shown for nothing. */
export function createFreeParcels(source: FreeParcelSource): Parcels {
  return {
    search: async (address, context) => toBilled(await source.search(address, context)),
    atPoint: async (point) => toBilled(await source.atPoint(point)),
    byId: async (id) => toBilled(toList(await source.byId(id))),
    outlinesAt: (points) => source.outlinesAt(points),
  }
}

function toBilled(found: ParcelRecord[]): Billed<ParcelRecord[]> {
  return { found, billed: found.length }
}

function toList(parcel: ParcelRecord | null): ParcelRecord[] {
  return parcel ? [parcel] : []
}
