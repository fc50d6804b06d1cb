import { boundedCache } from '../../domain/boundedCache.ts'
import type { Basemap, OwnParcels } from './basemap.ts'

/** Parcels that are imported meanwhile appear after this time. Clients keep a tile for an hour. */
const ttlMs = 600_000

/** The same tiles, kept in memory up to 32 MB. Callers that need the same tile at the same time share one read. */
export function createCachedBasemap(basemap: Basemap): Basemap {
  const tiles = boundedCache<{ tile: Buffer | null }, [number, number, number, OwnParcels?]>({
    name: 'map tiles',
    maxEntries: 50_000,
    maxBytes: 32 * 1024 * 1024,
    ttlMs,
    fetchMethod: async (_key, _stale, { context: [z, x, y, own] }) => ({ tile: await basemap.getTile(z, x, y, own) }),
  })
  return {
    async getTile(z, x, y, own) {
      const entry = await tiles.fetch(`${own?.version ?? ''}/${z}/${x}/${y}`, { context: [z, x, y, own] })
      return entry?.tile ?? null
    },
  }
}
