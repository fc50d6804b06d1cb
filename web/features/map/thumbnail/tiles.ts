import { VectorTile } from '@mapbox/vector-tile'
import { PbfReader } from 'pbf'
import { MAX_TILE_ZOOM, BASEMAP_TILES_URL } from '../basemap/tileSource.ts'
import type { LatLng } from '../markerFeatures.ts'

/** A place in tiles of the finest zoom: 34,166.4 is four tenths into tile 34,166. */
export interface TilePosition {
  x: number
  y: number
}

export interface Tile {
  /** Its place in the grid of its zoom. */
  column: number
  row: number
  layers: VectorTile['layers']
}

const EARTH_CIRCUMFERENCE_METERS = 40_075_016.686
/** A town block or two; a page of houses lies in fewer. */
const MAX_CACHED_TILES = 40
const tileCache = new Map<string, Promise<Tile | null>>()

export function tilePositionOf({ lat, lng }: LatLng): TilePosition {
  const tileCount = 2 ** MAX_TILE_ZOOM
  const sine = Math.sin((lat * Math.PI) / 180)
  return {
    x: ((lng + 180) / 360) * tileCount,
    y: (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * tileCount,
  }
}

/** How many tiles a metre is, at this latitude. */
export const tilesPerMeter = (lat: number): number =>
  2 ** MAX_TILE_ZOOM / (EARTH_CIRCUMFERENCE_METERS * Math.cos((lat * Math.PI) / 180))

/** The tiles that a box around a place needs; those that could not be read are left out. */
export async function loadTilesAround({ x, y }: TilePosition, halfWidth: number, halfHeight: number): Promise<Tile[]> {
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
  // Asked for last is dropped last.
  tileCache.delete(key)
  tileCache.set(key, tile)
  const [oldest] = tileCache.keys()
  if (tileCache.size > MAX_CACHED_TILES && oldest) tileCache.delete(oldest)
  return tile
}

async function fetchTile(column: number, row: number): Promise<Tile | null> {
  const url = BASEMAP_TILES_URL.replace('{z}', `${MAX_TILE_ZOOM}`).replace('{x}', `${column}`).replace('{y}', `${row}`)
  const response = await fetch(url)
  if (!response.ok || response.status === 204) return null
  const { layers } = new VectorTile(new PbfReader(new Uint8Array(await response.arrayBuffer())))
  return { column, row, layers }
}
