import type { GeocodeCandidate } from '../../domain/locating/geocode.ts'
import { pointKey } from '../../domain/point.ts'
import { createUpstreamCache, type CacheOptions } from '../upstream/upstreamCache.ts'
import type { AddressSuggestion, Geocoder, GeocodeSource } from './geocoder.ts'

const defaultCacheOptions: CacheOptions = { ttlMs: 3_600_000, maxEntries: 5_000 }

/**
 * Adds caching and billing to a paid source. Suggestions are not cached, because they are requested as temporary
 * results, but concurrent equal requests share one. Only requests that were sent are billed.
 */
export function createPaidGeocoder(source: GeocodeSource, options: CacheOptions = defaultCacheOptions): Geocoder {
  const placeCache = createUpstreamCache<GeocodeCandidate[]>(options)
  const suggestionCache = createUpstreamCache<AddressSuggestion[]>({ ...options, ttlMs: 0 })
  return {
    forward: async (address, forwardOptions, lookUp) => {
      const key = `forward ${address.toLowerCase()} ${JSON.stringify(forwardOptions ?? null)}`
      const fetchCandidates = () => source.forward(address, forwardOptions)
      const { value, wasFetched } = await placeCache.getOrFetch(key, fetchCandidates, lookUp)
      return { found: value, billed: wasFetched ? 1 : 0 }
    },
    reverse: async (point, lookUp) => {
      const fetchCandidates = async () => [await source.reverse(point)].filter((candidate) => candidate !== null)
      const { value, wasFetched } = await placeCache.getOrFetch(
        `reverse ${pointKey(point, 6)}`,
        fetchCandidates,
        lookUp,
      )
      return { found: value[0] ?? null, billed: wasFetched ? 1 : 0 }
    },
    suggest: async (query, bounds, lookUp) => {
      const key = `${query.toLowerCase()} ${JSON.stringify(bounds ?? null)}`
      const { value, wasFetched } = await suggestionCache.getOrFetch(key, () => source.suggest(query, bounds), lookUp)
      return { found: value, billed: wasFetched ? 1 : 0 }
    },
  }
}

/** Billing for addresses from our own database: lookups are counted as usage, suggestions while typing are not. */
export function createFreeGeocoder(source: GeocodeSource): Geocoder {
  return {
    forward: async (address, options) => ({ found: await source.forward(address, options), billed: 1 }),
    reverse: async (point) => ({ found: await source.reverse(point), billed: 1 }),
    suggest: async (query, bounds) => ({ found: await source.suggest(query, bounds), billed: 0 }),
  }
}
