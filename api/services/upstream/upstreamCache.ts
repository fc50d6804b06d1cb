/** Remembers answers for a while, and lets those who ask the same thing at the same time share one question. */
export interface UpstreamCache<T> {
  /**
   * The known answer to `key`, else what `ask` answers. `asked` is true for the one caller whose question was sent.
   * A failure is not remembered. `fresh` asks even where the answer is known.
   */
  getOrFetch(
    key: string,
    fetchValue: () => Promise<T>,
    options?: { bypassCache?: boolean },
  ): Promise<{ value: T; wasFetched: boolean }>
}

export interface CacheOptions {
  /** 0 remembers nothing: questions are shared all the same. */
  ttlMs: number
  /** The oldest answers go first. */
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
