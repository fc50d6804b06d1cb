import type { Context } from '../../context.ts'
import { TooManyRequests } from '../../domain/errors.ts'
import { tenantOfTileKey } from './ownTiles.ts'
import { networkOf } from '../../domain/networks.ts'

/** Tiles at this zoom and below are stored; the others are rendered from the outlines of the parcels. */
const maxStoredZoom = 14

/** A map tile, with a key of `readTileKey` also with the parcels of its company, as `Basemap.getTile` returns it. Throws `TooManyRequests` when the address has read too many rendered tiles. */
export async function readTile(ctx: Context, z: number, x: number, y: number, key?: string): Promise<Buffer | null> {
  if (z > maxStoredZoom) {
    const waitSeconds = ctx.rateLimiters.tiles.take(networkOf(ctx.address))
    if (waitSeconds > 0) throw new TooManyRequests('Too many map tiles. Wait a moment and try again.', waitSeconds)
  }
  const tenantId = key === undefined ? null : await tenantOfTileKey(ctx, key)
  return ctx.services.basemap.getTile(z, x, y, tenantId === null ? undefined : { tenantId, version: key! })
}
