import { MAX_TILE_ZOOM, MIN_TILE_ZOOM, tileUrl } from '../../domain/basemapTiles.ts'
import type { Bounds } from '../../lib/distance.ts'
import { countTiles, middleTile } from './areaBounds.ts'

/** What all areas of a phone may take together. */
export const MAX_BYTES = 200_000_000
/** A property with its details and history; the demo town's take 1 to 3 kB. */
const PROPERTY_BYTES = 2500
/** An address with its point. */
const HOUSE_BYTES = 190

/** Bytes by tile address. The map has loaded most of these tiles already. */
const sizes = new Map<string, number>()

/**
 * About how many bytes an area takes: the tile in its middle stands for all tiles of the same zoom level. Rejects without a
 * connection.
 */
export async function estimateBytes(
  bounds: Bounds,
  { properties, houses, hasTiles }: { properties: number; houses: number; hasTiles: boolean },
  signal: AbortSignal,
): Promise<number> {
  let bytes = properties * PROPERTY_BYTES + houses * HOUSE_BYTES
  for (let z = MIN_TILE_ZOOM; hasTiles && z <= MAX_TILE_ZOOM; z += 1) {
    const tile = middleTile(bounds, z)
    bytes += (await sizeOf(tileUrl(z, tile.x, tile.y), signal)) * countTiles(bounds, z)
  }
  return bytes
}

async function sizeOf(url: string, signal: AbortSignal): Promise<number> {
  const known = sizes.get(url)
  if (known !== undefined) return known
  const size = (await (await fetch(url, { signal })).arrayBuffer()).byteLength
  sizes.set(url, size)
  return size
}

/** '23.7 MB', without the unit where another number follows. */
export const formatMegabytes = (bytes: number): string => (bytes / 1e6).toFixed(1)
