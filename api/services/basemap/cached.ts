import { LRUCache } from 'lru-cache'
import type { Basemap } from './basemap.ts'

const maxBytes = 32 * 1024 * 1024
/** Parcels that are imported meanwhile appear after this time. Clients keep a tile for an hour. */
const ttlMs = 600_000
/** Estimated size of an entry without its tile. */
const entryBytes = 200

/** The same tiles, kept in memory up to 32 MB. Callers that need the same tile at the same time share one read. */
export function createCachedBasemap(basemap: Basemap): Basemap {
  const tiles = new LRUCache<string, { tile: Buffer | null }, [number, number, number]>({
    maxSize: maxBytes,
    sizeCalculation: ({ tile }) => entryBytes + (tile?.length ?? 0),
    ttl: ttlMs,
    fetchMethod: async (_key, _stale, { context: [z, x, y] }) => ({ tile: await basemap.getTile(z, x, y) }),
  })
  return {
    async getTile(z, x, y) {
      const entry = await tiles.fetch(`${z}/${x}/${y}`, { context: [z, x, y] })
      return entry?.tile ?? null
    },
  }
}
