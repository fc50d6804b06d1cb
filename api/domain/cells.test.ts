import { describe, expect, it } from 'vitest'
import { boundsOfTiles, cellOf, cellRangeOfTile, coveringCellRanges, tileOf } from './cells.ts'

const circle = { lat: 39.77, lng: -86.16 }

/** A slow implementation for comparison. */
function slowCell(x: number, y: number): bigint {
  let cell = 0n
  for (let bit = 21; bit >= 0; bit--) {
    cell = (cell << 2n) | (BigInt((y >> bit) & 1) << 1n) | BigInt((x >> bit) & 1)
  }
  return cell
}

describe('cells', () => {
  it('interleave x and y of zoom 22', () => {
    for (const point of [circle, { lat: -33.9, lng: 151.2 }, { lat: 64.8, lng: -147.7 }, { lat: 0, lng: 0 }]) {
      const { x, y } = tileOf(point, 22)
      expect(cellOf(point)).toBe(slowCell(x, y))
    }
  })

  it('number tiles as standard map tiles', () => {
    expect(tileOf({ lat: 0.1, lng: 0.1 }, 1)).toEqual({ x: 1, y: 0 })
    expect(tileOf({ lat: 35.6590699, lng: 139.7006793 }, 18)).toEqual({ x: 232798, y: 103246 })
  })

  it('of a tile are one range at every zoom', () => {
    for (let z = 0; z <= 22; z++) {
      const { x, y } = tileOf(circle, z)
      const [first, last] = cellRangeOfTile(z, x, y)
      expect(last - first + 1n).toBe(4n ** BigInt(22 - z))
      expect(cellOf(circle) >= first && cellOf(circle) <= last).toBe(true)
    }
    expect(cellRangeOfTile(0, 0, 0)).toEqual([0n, 2n ** 44n - 1n])
  })

  it('of a viewport are at most twelve ordered ranges that contain every point in it', () => {
    const viewports = [0.0002, 0.003, 0.05, 1.5, 40].map((half) => ({
      south: circle.lat - half,
      north: circle.lat + half,
      west: circle.lng - half * 1.9,
      east: circle.lng + half * 1.9,
    }))
    for (const view of viewports) {
      const ranges = coveringCellRanges(view)
      expect(ranges.length).toBeLessThanOrEqual(12)
      ranges.slice(1).forEach((range, i) => expect(range[0] > ranges[i]![1]).toBe(true))
      for (let row = 0; row <= 10; row++) {
        for (let column = 0; column <= 10; column++) {
          const cell = cellOf({
            lat: view.south + ((view.north - view.south) * row) / 10,
            lng: view.west + ((view.east - view.west) * column) / 10,
          })
          expect(ranges.some(([first, last]) => cell >= first && cell <= last)).toBe(true)
        }
      }
    }
  })

  it('beyond the edge of the grid are the cells at the edge', () => {
    expect(tileOf({ lat: 90, lng: 180 }, 22)).toEqual({ x: 2 ** 22 - 1, y: 0 })
    expect(tileOf({ lat: -90, lng: -180 }, 22)).toEqual({ x: 0, y: 2 ** 22 - 1 })
  })

  it('of a tile lie within its bounds, including those at its corners', () => {
    for (const z of [0, 5, 13, 21]) {
      const tile = tileOf(circle, z)
      const { south, west, north, east } = boundsOfTiles(z, tile, tile)
      expect(circle.lat).toBeGreaterThan(south)
      expect(circle.lat).toBeLessThan(north)
      const epsilon = 1e-9
      expect(tileOf({ lat: north - epsilon, lng: west + epsilon }, z)).toEqual(tile)
      expect(tileOf({ lat: south + epsilon, lng: east - epsilon }, z)).toEqual(tile)
    }
    expect(boundsOfTiles(1, { x: 0, y: 0 }, { x: 1, y: 1 })).toMatchObject({ west: -180, east: 180 })
  })
})
