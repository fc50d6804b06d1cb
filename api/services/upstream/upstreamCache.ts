import { boundedCache } from '../../domain/boundedCache.ts'
import { Forbidden } from '../../domain/errors.ts'

/** Caches results, and shares a request among concurrent callers with the same key. */
export interface UpstreamCache<T> {
  /**
   * Returns the cached value for `key`, or calls `fetchValue`. `wasFetched` is true only for the caller whose call ran.
   * Failures are not cached. `bypassCache` fetches even if a value is cached. `unbilledOnly` throws `Forbidden` instead of fetching.
   */
  getOrFetch(
    key: string,
    fetchValue: () => Promise<T>,
    options?: { bypassCache?: boolean; unbilledOnly?: boolean },
  ): Promise<{ value: T; wasFetched: boolean }>
}

export interface CacheOptions {
  /** 0 disables caching; concurrent requests are still shared. */
  ttlMs: number
  maxEntries: number
  now?: () => number
}

export function createUpstreamCache<T extends object>({
  ttlMs,
  maxEntries,
  now = Date.now,
}: CacheOptions): UpstreamCache<T> {
  const entries =
    ttlMs > 0
      ? boundedCache<T>({ name: 'answers of providers', maxEntries, maxBytes: 32 * 1024 * 1024, ttlMs, now })
      : null
  const pending = new Map<string, Promise<T>>()
  return {
    async getOrFetch(key, fetchValue, { bypassCache = false, unbilledOnly = false } = {}) {
      const shared = pending.get(key)
      if (shared) return { value: await shared, wasFetched: false }
      const cached = bypassCache ? undefined : entries?.get(key)
      if (cached) return { value: cached, wasFetched: false }
      if (unbilledOnly)
        throw new Forbidden(
          'This API key is read-only and cannot make a lookup that is billed. Use a key with full access, or sign in.',
        )
      const request = fetchValue()
      pending.set(key, request)
      try {
        const value = await request
        entries?.set(key, value)
        return { value, wasFetched: true }
      } finally {
        pending.delete(key)
      }
    },
  }
}
