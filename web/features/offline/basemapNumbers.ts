import { VectorTile } from '@mapbox/vector-tile'
import { PbfReader } from 'pbf'
import { MAX_TILE_ZOOM, tileUrl } from '../../domain/basemapTiles.ts'
import { type Bounds, contains, pointInTile, type TileId, tilesOf } from './areaBounds.ts'

/** More tiles are not worth loading to count their house numbers. */
const MAX_COUNTED_TILES = 64

/**
 * The number of house numbers on the basemap in a part of the map, saved or not; undefined for a large one, or if its tiles cannot
 * be loaded.
 */
export async function countNumbers(bounds: Bounds, signal: AbortSignal): Promise<number | undefined> {
  const tiles = tilesOf(bounds).filter(({ z }) => z === MAX_TILE_ZOOM)
  if (tiles.length > MAX_COUNTED_TILES) return undefined
  const counts = await Promise.all(
    tiles.map(async (tile) => {
      const response = await fetch(tileUrl(tile.z, tile.x, tile.y), { signal })
      if (response.status !== 200) return 0
      return pointsOf(tile, await response.arrayBuffer()).filter((point) => contains(bounds, point)).length
    }),
  )
  return counts.reduce((sum, count) => sum + count, 0)
}

/** The points of the house numbers that a tile has. */
function pointsOf(tile: TileId, content: ArrayBuffer) {
  const layer = new VectorTile(new PbfReader(new Uint8Array(content))).layers['number']
  return Array.from({ length: layer?.length ?? 0 }, (_, index) => {
    const { extent } = layer!
    const places = layer!.feature(index).loadGeometry().flat()
    // Tiles overlap; a number beyond the edge is in the next tile, too.
    return places
      .filter(({ x, y }) => x >= 0 && y >= 0 && x < extent && y < extent)
      .map(({ x, y }) => pointInTile(tile, x / extent, y / extent))
  }).flat()
}
