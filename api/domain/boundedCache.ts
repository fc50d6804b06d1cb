import { LRUCache } from 'lru-cache'

export interface CacheBounds {
  maxEntries: number
  maxBytes: number
}

interface CacheOptions<V, FetchContext> extends CacheBounds {
  /** What is kept, for the metrics. Caches of several servers in one process can have the same name. */
  name: string
  /** The estimated size of a value in bytes, without its key. Defaults to `estimateBytes`. */
  sizeOf?: (value: V) => number
  ttlMs?: number
  now?: () => number
  /** Reads what is missing, for `fetch`. Callers with the same key share one read. */
  fetchMethod?: LRUCache.Fetcher<string, V, FetchContext>
}

/** What an entry takes besides its key and its value. */
const entryBytes = 200

/**
 * A cache whose number of entries and estimated size are bounded, whoever chooses the keys: it evicts what was used least
 * recently, and does not keep a value that alone is too large. Everything that a server keeps by a key and for longer than a
 * request is in such a cache, or is listed with its reason in `scripts/stores.mjs`.
 */
export function boundedCache<V extends object | string | number | true, FetchContext = unknown>({
  name,
  maxEntries,
  maxBytes,
  sizeOf = estimateBytes,
  ttlMs,
  now,
  fetchMethod,
}: CacheOptions<V, FetchContext>): LRUCache<string, V, FetchContext> {
  const cache = new LRUCache<string, V, FetchContext>({
    max: maxEntries,
    maxSize: maxBytes,
    sizeCalculation: (value, key) => entryBytes + 2 * key.length + Math.ceil(sizeOf(value)),
    ttl: ttlMs ?? 0,
    ttlResolution: 0,
    ...(now ? { perf: { now } } : {}),
    ...(fetchMethod ? { fetchMethod } : {}),
  })
  register(name, { maxEntries, maxBytes }, cache)
  return cache
}

/** Items of a list, or entries of a map, that are measured to estimate the size of all of them. */
const samples = 8
const maxDepth = 6

/** An estimate of the memory that a value takes, in bytes. Of long lists and maps only some items are looked at. */
export function estimateBytes(value: unknown, depth = 0): number {
  if (typeof value === 'string') return 16 + 2 * value.length
  if (typeof value !== 'object' || value === null) return 8
  if (value instanceof Uint8Array) return 100 + value.length
  if (depth === maxDepth) return 64
  if (Array.isArray(value)) return 32 + estimateItems(value, value.length, depth)
  if (value instanceof Map || value instanceof Set) return 64 + estimateItems(value, value.size, depth)
  let bytes = 32
  for (const name in value) bytes += 8 + estimateBytes((value as Record<string, unknown>)[name], depth + 1)
  return bytes
}

function estimateItems(items: Iterable<unknown>, count: number, depth: number): number {
  let measured = 0
  let bytes = 0
  for (const item of items) {
    if (measured === samples) break
    measured += 1
    bytes += 16 + estimateBytes(item, depth + 1)
  }
  return measured === 0 ? 0 : (bytes / measured) * count
}

type AnyCache = Pick<LRUCache<string, object, unknown>, 'size' | 'calculatedSize'>

/** The caches of this process by their names. A cache that nothing refers to any more is forgotten. */
const registered = new Map<string, { bounds: CacheBounds; caches: Set<WeakRef<AnyCache>> }>()

function register(name: string, bounds: CacheBounds, cache: AnyCache): void {
  const { caches } = registered.get(name) ?? { caches: new Set() }
  for (const known of caches) if (!known.deref()) caches.delete(known)
  caches.add(new WeakRef(cache))
  registered.set(name, { bounds, caches })
}

/** The caches of this process, with what all of one name keep now. */
export function listCaches(): (CacheBounds & { name: string; entries: number; bytes: number })[] {
  return [...registered].map(([name, { bounds, caches }]) => {
    const alive = [...caches].flatMap((known) => known.deref() ?? [])
    const total = (of: 'size' | 'calculatedSize') => alive.reduce((sum, cache) => sum + cache[of], 0)
    return { name, ...bounds, entries: total('size'), bytes: total('calculatedSize') }
  })
}
