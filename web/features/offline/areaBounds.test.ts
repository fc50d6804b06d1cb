import { describe, expect, it } from 'vitest'
import { contains } from '../../lib/distance.ts'
import { countTiles, describeExtent, middleTile, partOfView, pointInTile, tilesOf } from './areaBounds.ts'

const town = { south: 39.768, west: -86.164, north: 39.772, east: -86.158 }

describe('the tiles of an area', () => {
  it('are those of all zoom levels from 12 to 17, the widest first', () => {
    const tiles = tilesOf(town)
    expect(tiles[0]?.z).toBe(12)
    expect(tiles.at(-1)?.z).toBe(17)
    for (let z = 12; z <= 17; z += 1) expect(tiles.filter((tile) => tile.z === z)).toHaveLength(countTiles(town, z))
  })

  it('cover every point of it', () => {
    const closest = tilesOf(town).filter(({ z }) => z === 17)
    const tileBounds = closest.map((tile) => {
      const [topLeft, bottomRight] = [pointInTile(tile, 0, 0), pointInTile(tile, 1, 1)]
      return { north: topLeft.lat, west: topLeft.lng, south: bottomRight.lat, east: bottomRight.lng }
    })
    for (const lat of [town.south, 39.77, town.north])
      for (const lng of [town.west, -86.161, town.east])
        expect(tileBounds.filter((bounds) => contains(bounds, { lat, lng }))).not.toEqual([])
    // And no tile lies beside it.
    for (const { south, north, west, east } of tileBounds)
      expect(south <= town.north && north >= town.south && west <= town.east && east >= town.west).toBe(true)
  })

  it('include the one with its middle', () => {
    expect(tilesOf(town)).toContainEqual(middleTile(town, 16))
  })
})

it('a part of a view ends where the view shows it', () => {
  expect(partOfView(town, { left: 0, top: 0, right: 1, bottom: 1 })).toEqual({
    south: expect.closeTo(town.south, 9),
    north: expect.closeTo(town.north, 9),
    west: town.west,
    east: town.east,
  })
  const part = partOfView(town, { left: 0.5, top: 0, right: 1, bottom: 0.5 })
  expect(part.west).toBeCloseTo(-86.161, 9)
  expect(part.south).toBeCloseTo(39.77, 5)
  expect(part.north).toBeCloseTo(town.north, 9)
})

it('an extent is given in feet, the width first', () => {
  expect(describeExtent(town)).toBe('1,684 × 1,461 ft')
})
