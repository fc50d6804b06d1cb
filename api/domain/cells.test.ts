import { describe, expect, it } from 'vitest'
import {
  boundsOfTiles,
  cellOf,
  cellRangeOfTile,
  cellRangesNear,
  coveringCellRanges,
  mergeRanges,
  tileOf,
} from './cells.ts'

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

  // The viewports begin at an odd column and row, so at the next lower zoom they touch more than half as many.
  it.each([
    [1, 1, 1],
    [4, 3, 12],
    [3, 4, 12],
    [5, 1, 3 * 4],
    [1, 5, 3 * 4],
    [4, 4, 3 * 3 * 4],
    [6, 4, 4 * 3 * 4],
    [8, 1, 3 * 4 ** 2],
  ])(
    'of a viewport of %i columns and %i rows are %i, those of the smallest tiles that are few enough',
    (columns, rows, cells) => {
      const { x, y } = { x: 2 ** 20 + 1, y: 2 ** 20 + 1 }
      const tiles = boundsOfTiles(22, { x, y }, { x: x + columns - 1, y: y + rows - 1 })
      const inside = 1e-9
      const ranges = coveringCellRanges({
        south: tiles.south + inside,
        north: tiles.north - inside,
        west: tiles.west + inside,
        east: tiles.east - inside,
      })
      expect(ranges.reduce((sum, [first, last]) => sum + Number(last - first) + 1, 0)).toBe(cells)
    },
  )

  const rangesOf = (text: string) => text.split(' ').map((range) => range.split('-').map(BigInt) as [bigint, bigint])

  it.each([
    ['overlap', '1-5 4-9', '1-9'],
    ['adjoin', '1-5 6-9', '1-9'],
    ['are within another', '1-9 2-3', '1-9'],
    ['are in another order', '6-9 20-30 1-5', '1-9 20-30'],
    ['have a cell between them', '1-5 7-9', '1-5 7-9'],
  ])('in ranges that %s are in as few ranges as possible', (_how, text, merged) => {
    const ranges = rangesOf(text)
    expect(mergeRanges(ranges)).toEqual(rangesOf(merged))
    expect(ranges).toEqual(rangesOf(text))
  })

  it('are not numbered outside of the grid', () => {
    for (const [x, y] of [
      [2 ** 22, 0],
      [0, 2 ** 22],
    ] as const)
      expect(() => cellRangeOfTile(22, x, y)).toThrow(`tile ${x}/${y} is outside the grid`)
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

describe('the ranges near points', () => {
  const contains = (ranges: [bigint, bigint][], lat: number, lng: number) => {
    const cell = cellOf({ lat, lng })
    return ranges.some(([first, last]) => first <= cell && cell <= last)
  }

  it('have what is around each point, and not what is far away', () => {
    const ranges = cellRangesNear([circle, { lat: 39.9, lng: -86.16 }], 50)
    for (const [lat, lng] of [
      [39.77, -86.16],
      [39.7715, -86.1585],
      [39.7685, -86.1615],
      [39.9, -86.16],
    ] as const)
      // prettier-ignore
      expect(contains(ranges, lat, lng)).toBe(true)
    expect([contains(ranges, 39.8, -86.16), contains(ranges, 39.77, -86.2)]).toEqual([false, false])
  })

  it('are few, because they are coarser for points that are scattered', () => {
    const points = Array.from({ length: 400 }, (_, n) => ({ lat: 30 + n / 20, lng: -120 + ((n * 7) % 400) / 10 }))
    const ranges = cellRangesNear(points, 60)
    expect(ranges.length).toBeLessThanOrEqual(60)
    expect(points.every(({ lat, lng }) => contains(ranges, lat, lng))).toBe(true)
    expect(cellRangesNear([], 10)).toEqual([])
  })
})
