import { VectorTile } from '@mapbox/vector-tile'
import { PbfReader } from 'pbf'
import { MAX_TILE_ZOOM, tileUrl } from '../../domain/basemapTiles.ts'
import { AREA_TILES_CACHE } from '../../lib/cacheNames.ts'
import { type Bounds, contains, pointInTile, type Point, type TileId, tilesOf } from './areaBounds.ts'

/** A house of the basemap, saved as a property or not. The basemap has numbers but no other parts of addresses. */
export interface House extends Point {
  number: string
}

/** More tiles are not worth loading to count their houses. */
const MAX_COUNTED_TILES = 64

/** The houses within the bounds, from the tiles of saved areas. */
export async function readSavedHouses(bounds: Bounds): Promise<House[]> {
  return readHouses(bounds, (url) => caches.match(url, { cacheName: AREA_TILES_CACHE }))
}

/** The number of houses in a part of the map; undefined for a large one, or if its tiles cannot be loaded. */
export async function countHouses(bounds: Bounds, signal: AbortSignal): Promise<number | undefined> {
  if (closestTiles(bounds).length > MAX_COUNTED_TILES) return undefined
  return (await readHouses(bounds, (url) => fetch(url, { signal }))).length
}

async function readHouses(bounds: Bounds, load: (url: string) => Promise<Response | undefined>): Promise<House[]> {
  const houses = await Promise.all(
    closestTiles(bounds).map(async (tile) => {
      const response = await load(tileUrl(tile.z, tile.x, tile.y))
      return response?.status === 200 ? housesOf(tile, await response.arrayBuffer()) : []
    }),
  )
  return houses.flat().filter((house) => contains(bounds, house))
}

const closestTiles = (bounds: Bounds) => tilesOf(bounds).filter(({ z }) => z === MAX_TILE_ZOOM)

function housesOf(tile: TileId, content: ArrayBuffer): House[] {
  const layer = new VectorTile(new PbfReader(new Uint8Array(content))).layers['number']
  const houses: House[] = []
  for (let index = 0; layer && index < layer.length; index += 1) {
    const feature = layer.feature(index)
    const [at] = feature.loadGeometry()[0] ?? []
    // Tiles overlap; a house beyond the edge is in the next tile, too.
    if (!at || at.x < 0 || at.y < 0 || at.x >= layer.extent || at.y >= layer.extent) continue
    const number = String(feature.properties['n'] ?? '')
    houses.push({ number, ...pointInTile(tile, at.x / layer.extent, at.y / layer.extent) })
  }
  return houses
}
