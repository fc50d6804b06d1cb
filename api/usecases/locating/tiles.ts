import type { Context } from '../../context.ts'
import { TooManyRequests } from '../../domain/errors.ts'
import { networkOf } from '../../domain/networks.ts'
import { takeToken } from '../../domain/rateLimits.ts'

/** Tiles at this zoom and below are stored; the others are rendered from the outlines of the parcels. */
const maxStoredZoom = 14

/** Per network address: a map on a large screen draws about 50 tiles, and a saved area has a few thousand. */
export const tileLimit = { maxBurst: 5_000, refillPerSecond: 50 }

/** A map tile as `Basemap.getTile` returns it. Throws `TooManyRequests` when the address has read too many rendered tiles. */
export async function readTile(ctx: Context, z: number, x: number, y: number): Promise<Buffer | null> {
  if (z > maxStoredZoom) {
    const waitSeconds = takeToken(ctx.caches.tileBuckets, networkOf(ctx.address), tileLimit, ctx.now().getTime())
    if (waitSeconds > 0) throw new TooManyRequests('Too many map tiles. Wait a moment and try again.', waitSeconds)
  }
  return ctx.services.basemap.getTile(z, x, y)
}
