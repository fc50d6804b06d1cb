/** Caches results, and shares a request among concurrent callers with the same key. */
export interface UpstreamCache<T> {
  /**
   * Returns the cached value for `key`, or calls `fetchValue`. `wasFetched` is true only for the caller whose call ran.
   * Failures are not cached. `bypassCache` fetches even if a value is cached.
   */
  getOrFetch(
    key: string,
    fetchValue: () => Promise<T>,
    options?: { bypassCache?: boolean },
  ): Promise<{ value: T; wasFetched: boolean }>
}

export interface CacheOptions {
  /** 0 disables caching; concurrent requests are still shared. */
  ttlMs: number
  maxEntries: number
  now?: () => number
}

export function createUpstreamCache<T>({
  ttlMs: keepMs,
  maxEntries: most,
  now = Date.now,
}: CacheOptions): UpstreamCache<T> {
  const entries = new Map<string, { value: T; until: number }>()
  const pending = new Map<string, Promise<T>>()

  function store(key: string, value: T): void {
    if (keepMs === 0) return
    entries.delete(key)
    entries.set(key, { value, until: now() + keepMs })
    for (const oldest of entries.keys()) {
      if (entries.size <= most) break
      entries.delete(oldest)
    }
  }

  return {
    async getOrFetch(key, fetchValue, { bypassCache = false } = {}) {
      const shared = pending.get(key)
      if (shared) return { value: await shared, wasFetched: false }
      const cached = entries.get(key)
      if (cached && cached.until > now() && !bypassCache) return { value: cached.value, wasFetched: false }
      const request = fetchValue()
      pending.set(key, request)
      try {
        const value = await request
        store(key, value)
        return { value, wasFetched: true }
      } finally {
        pending.delete(key)
      }
    },
  }
}
