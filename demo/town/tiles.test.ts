import { gunzipSync } from 'node:zlib'
import { VectorTile } from '@mapbox/vector-tile'
import { PbfReader } from 'pbf'
import { describe, expect, it } from 'vitest'
import { tileOf } from '../../api/domain/cells.ts'
import { TOWN_CENTER } from './ground.ts'
import { drawTown } from './drawTown.ts'
import { type Tile, createTiles } from './tiles.ts'
import { generateTown } from './town.ts'

const town = generateTown()
const tiles = createTiles(drawTown(town.lots))

function read(tile: Tile): VectorTile {
  return new VectorTile(new PbfReader(gunzipSync(tile.tile)))
}

function tileAtCenter(z: number): Tile {
  const { x, y } = tileOf(TOWN_CENTER, z)
  return tiles.find((tile) => tile.z === z && tile.x === x && tile.y === y)!
}

describe('the tiles of the demo town', () => {
  it('have a few megabytes in total, and at most 170 kB each', () => {
    expect(tiles.reduce((sum, tile) => sum + tile.tile.length, 0)).toBeLessThan(9_000_000)
    expect(Math.max(...tiles.map((tile) => tile.tile.length))).toBeLessThan(170_000)
  })

  it('contain the details of the first view at the highest zoom, to three centimeters', () => {
    const { layers } = read(tileAtCenter(17))
    for (const name of ['lot', 'facet', 'shadow', 'tree', 'car', 'course', 'street', 'number']) {
      expect(layers[name]?.length, name).toBeGreaterThan(0)
      expect(layers[name]!.extent).toBe(8192)
    }
  })

  it('omit details that would be thinner than a pixel', () => {
    const near = Object.keys(read(tileAtCenter(16)).layers)
    expect(near).toEqual(expect.arrayContaining(['facet', 'shadow', 'tree']))
    expect(near).not.toContain('course')
    const far = Object.keys(read(tileAtCenter(14)).layers)
    expect(far).toEqual(expect.arrayContaining(['road', 'block', 'building', 'street']))
    expect(far).not.toContain('facet')
    expect(far).not.toContain('tree')
  })

  it('have a house number with its street inside its parcel', () => {
    const tile = tileAtCenter(17)
    const layer = read(tile).layers.number!
    const labels = Array.from({ length: layer.length }, (_, index) =>
      layer.feature(index).toGeoJSON(tile.x, tile.y, tile.z),
    )
    const parcel = town.parcels.find((candidate) => candidate.address === '1031 W 11th Demo St')!
    const near = labels.filter(({ geometry, properties }) => {
      if (properties?.n !== '1031' || properties.street !== 'W 11th Demo St' || geometry.type !== 'Point') return false
      const [lng, lat] = geometry.coordinates
      return Math.abs(lng! - parcel.lng) < 1e-4 && Math.abs(lat! - parcel.lat) < 2e-4
    })
    expect(near).toHaveLength(1)
  })

  it('have a feature of its own for each house number, also where two streets have the same', () => {
    const layer = read(tileAtCenter(17)).layers.number!
    const features = Array.from({ length: layer.length }, (_, index) => layer.feature(index))
    expect(features.filter((feature) => feature.loadGeometry().length > 1)).toEqual([])
    const numbers = features.map(({ properties }) => properties.n)
    expect(new Set(numbers).size).toBeLessThan(numbers.length)
  })

  it('keep coordinates within the limits of renderers, and exterior rings clockwise', () => {
    const found = { farthest: 0, smallest: Infinity }
    for (const tile of tiles.filter((candidate) => candidate.z === 17)) {
      for (const layer of Object.values(read(tile).layers)) {
        for (let index = 0; index < layer.length; index++) {
          const feature = layer.feature(index)
          for (const ring of feature.loadGeometry()) {
            for (const { x, y } of ring) found.farthest = Math.max(found.farthest, Math.abs(x), Math.abs(y))
            if (feature.type === 3) found.smallest = Math.min(found.smallest, areaOf(ring))
          }
        }
      }
    }
    expect(found.farthest).toBeLessThan(16384)
    expect(found.smallest).toBeGreaterThan(0)
  })
})

function areaOf(ring: { x: number; y: number }[]): number {
  return ring.reduce((sum, { x, y }, index) => {
    const next = ring[(index + 1) % ring.length]!
    return sum + (x * next.y - next.x * y) / 2
  }, 0)
}
