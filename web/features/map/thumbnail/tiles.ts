import { VectorTile } from '@mapbox/vector-tile'
import { PbfReader } from 'pbf'
import { FINEST_TILES, OWN_TILES } from '../basemap/ownTiles.ts'
import type { LatLng } from '../markerFeatures.ts'

/** A place in tiles of the finest zoom: 34,166.4 is four tenths into tile 34,166. */
export interface TilePlace {
  x: number
  y: number
}

export interface Tile {
  /** Its place in the grid of its zoom. */
  column: number
  row: number
  layers: VectorTile['layers']
}

const CIRCUMFERENCE = 40_075_016.686
/** A town block or two; a page of houses lies in fewer. */
const KEPT = 40
const kept = new Map<string, Promise<Tile | null>>()

export function tilePlaceOf({ lat, lng }: LatLng): TilePlace {
  const across = 2 ** FINEST_TILES
  const sine = Math.sin((lat * Math.PI) / 180)
  return {
    x: ((lng + 180) / 360) * across,
    y: (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * across,
  }
}

/** How many tiles a metre is, at this latitude. */
export const tilesPerMetre = (lat: number): number =>
  2 ** FINEST_TILES / (CIRCUMFERENCE * Math.cos((lat * Math.PI) / 180))

/** The tiles that a box around a place needs; those that could not be read are left out. */
export async function tilesAround({ x, y }: TilePlace, halfWidth: number, halfHeight: number): Promise<Tile[]> {
  const wanted: Promise<Tile | null>[] = []
  for (let column = Math.floor(x - halfWidth); column <= Math.floor(x + halfWidth); column += 1)
    for (let row = Math.floor(y - halfHeight); row <= Math.floor(y + halfHeight); row += 1)
      wanted.push(tileAt(column, row))
  return (await Promise.all(wanted)).filter((tile) => tile !== null)
}

function tileAt(column: number, row: number): Promise<Tile | null> {
  const key = `${column} ${row}`
  const known = kept.get(key)
  const tile = known ?? readTile(column, row).catch(() => null)
  // Asked for last is dropped last.
  kept.delete(key)
  kept.set(key, tile)
  const [oldest] = kept.keys()
  if (kept.size > KEPT && oldest) kept.delete(oldest)
  return tile
}

async function readTile(column: number, row: number): Promise<Tile | null> {
  const url = OWN_TILES.replace('{z}', `${FINEST_TILES}`).replace('{x}', `${column}`).replace('{y}', `${row}`)
  const answer = await fetch(url)
  if (!answer.ok || answer.status === 204) return null
  const { layers } = new VectorTile(new PbfReader(new Uint8Array(await answer.arrayBuffer())))
  return { column, row, layers }
}
