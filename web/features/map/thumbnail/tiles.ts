import { VectorTile } from '@mapbox/vector-tile'
import { PbfReader } from 'pbf'
import { MAX_TILE_ZOOM, tileUrl } from '../../../domain/basemapTiles.ts'
import type { Point } from '../../../lib/distance.ts'

/** A position in fractional tile coordinates at the highest zoom: 34,166.4 is 40 % into tile 34,166. */
export interface TilePosition {
  x: number
  y: number
}

export interface Tile {
  /** The tile's position in the grid of its zoom level. */
  column: number
  row: number
  layers: VectorTile['layers']
}

const EARTH_CIRCUMFERENCE_METERS = 40_075_016.686
/** About two town blocks; one page of the property list spans fewer tiles. */
const MAX_CACHED_TILES = 40
const tileCache = new Map<string, Promise<Tile | null>>()

export function tilePositionOf({ lat, lng }: Point): TilePosition {
  const tileCount = 2 ** MAX_TILE_ZOOM
  const sine = Math.sin((lat * Math.PI) / 180)
  return {
    x: ((lng + 180) / 360) * tileCount,
    y: (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * tileCount,
  }
}

/** Tiles per meter at a latitude. */
export const tilesPerMeter = (lat: number): number =>
  2 ** MAX_TILE_ZOOM / (EARTH_CIRCUMFERENCE_METERS * Math.cos((lat * Math.PI) / 180))

/**
 * The tiles that a box around a position needs, without those that could not be loaded. Empty for a box that needs more tiles than
 * are cached.
 */
export async function loadTilesAround({ x, y }: TilePosition, halfWidth: number, halfHeight: number): Promise<Tile[]> {
  if (4 * halfWidth * halfHeight > MAX_CACHED_TILES) return []
  const loading: Promise<Tile | null>[] = []
  for (let column = Math.floor(x - halfWidth); column <= Math.floor(x + halfWidth); column += 1)
    for (let row = Math.floor(y - halfHeight); row <= Math.floor(y + halfHeight); row += 1)
      loading.push(loadTile(column, row))
  return (await Promise.all(loading)).filter((tile) => tile !== null)
}

function loadTile(column: number, row: number): Promise<Tile | null> {
  const key = `${column} ${row}`
  const cached = tileCache.get(key)
  const tile = cached ?? fetchTile(column, row).catch(() => null)
  // Reinsert the entry to mark it as most recently used.
  tileCache.delete(key)
  tileCache.set(key, tile)
  const [oldest] = tileCache.keys()
  if (tileCache.size > MAX_CACHED_TILES && oldest) tileCache.delete(oldest)
  return tile
}

async function fetchTile(column: number, row: number): Promise<Tile | null> {
  const response = await fetch(tileUrl(MAX_TILE_ZOOM, column, row))
  if (!response.ok || response.status === 204) return null
  const { layers } = new VectorTile(new PbfReader(new Uint8Array(await response.arrayBuffer())))
  return { column, row, layers }
}
