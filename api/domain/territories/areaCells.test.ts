import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cellOf, type CellRange } from '../cells.ts'
import { containsPoint } from '../polygons.ts'
import { parseArea, type Area } from './area.ts'
import { cellsOfArea, intersectCells, subtractCells, type AreaCells } from './areaCells.ts'

const center = { lat: 39.77, lng: -86.16 }
/** A star around a point, whose outline cannot cross itself. */
const ring = (lng: number, lat: number, radii: readonly number[], isClosed = true) => {
  const positions = radii.map((radius, n) => {
    const angle = (2 * Math.PI * n) / radii.length
    return [lng + radius * Math.cos(angle), lat + radius * Math.sin(angle)]
  })
  return isClosed ? [...positions, positions[0]!] : positions
}
const radii = (min: number, max: number) =>
  fc.array(fc.double({ min, max, noNaN: true, noDefaultInfinity: true }), { minLength: 3, maxLength: 40 })
/** Areas of a few hundred meters with a hole, and a second part beside them. */
const areas = fc
  .record({
    outer: radii(0.004, 0.012),
    hole: radii(0.0005, 0.0015),
    beside: radii(0.001, 0.004),
    shift: fc.double({ min: -0.01, max: 0.01, noNaN: true }),
  })
  .map(({ outer, hole, beside, shift }) =>
    parseArea({
      type: 'MultiPolygon',
      coordinates: [
        [ring(center.lng + shift, center.lat, outer), ring(center.lng + shift, center.lat, hole)],
        [ring(center.lng + shift + 0.03, center.lat, beside)],
      ],
    }),
  )
const points = fc.array(
  fc.record({
    lat: fc.double({ min: center.lat - 0.015, max: center.lat + 0.015, noNaN: true }),
    lng: fc.double({ min: center.lng - 0.025, max: center.lng + 0.05, noNaN: true }),
  }),
  { minLength: 200, maxLength: 200 },
)

const isIn = (ranges: CellRange[], cell: bigint) => ranges.some(([first, last]) => cell >= first && cell <= last)
function isFound(cells: AreaCells, point: { lat: number; lng: number }, isInside: (at: typeof point) => boolean) {
  const cell = cellOf(point)
  return isIn(cells.inside, cell) || (isIn(cells.border, cell) && isInside(point))
}

describe('the cells of an area', () => {
  it('find exactly the points that are inside, with holes and several parts', () => {
    fc.assert(
      fc.property(areas, points, (area, at) => {
        const cells = cellsOfArea(area)
        for (const point of at)
          expect(isFound(cells, point, (p) => containsPoint(area, p))).toBe(containsPoint(area, point))
      }),
      { numRuns: 60 },
    )
  })

  it('find exactly the points that two areas have in common', () => {
    fc.assert(
      fc.property(areas, areas, points, (one, other, at) => {
        const isInBoth = (point: { lat: number; lng: number }) =>
          containsPoint(one, point) && containsPoint(other, point)
        const cells = intersectCells(cellsOfArea(one), cellsOfArea(other))
        for (const point of at) expect(isFound(cells, point, isInBoth)).toBe(isInBoth(point))
      }),
      { numRuns: 40 },
    )
  })

  it('find exactly the points that one area has and another does not', () => {
    fc.assert(
      fc.property(areas, areas, points, (one, other, at) => {
        const isOnlyInOne = (point: { lat: number; lng: number }) =>
          containsPoint(one, point) && !containsPoint(other, point)
        const cells = subtractCells(cellsOfArea(one), cellsOfArea(other))
        for (const point of at) expect(isFound(cells, point, isOnlyInOne)).toBe(isOnlyInOne(point))
      }),
      { numRuns: 40 },
    )
  })

  it('are few ranges, most of whose cells are inside', () => {
    const area = parseArea({ type: 'Polygon', coordinates: [ring(center.lng, center.lat, Array(2_000).fill(0.01))] })
    const { inside, border } = cellsOfArea(area)
    expect(border.length).toBeLessThanOrEqual(96)
    expect(inside.length + border.length).toBeLessThan(200)
    const sizeOf = (ranges: CellRange[]) => ranges.reduce((sum, [first, last]) => sum + Number(last - first) + 1, 0)
    expect(sizeOf(border) / (sizeOf(inside) + sizeOf(border))).toBeLessThan(0.3)
  })

  it('give each point at a common edge to one of two neighbors', () => {
    const square = (west: number, east: number): Area =>
      parseArea({
        type: 'Polygon',
        coordinates: [
          [
            [west, 39.76],
            [east, 39.76],
            [east, 39.78],
            [west, 39.78],
            [west, 39.76],
          ],
        ],
      })
    const neighbors = [square(-86.18, -86.16), square(-86.16, -86.14)]
    fc.assert(
      fc.property(fc.double({ min: 39.7601, max: 39.7799, noNaN: true }), (lat) => {
        const point = { lat, lng: -86.16 }
        const holders = neighbors.filter((area) => isFound(cellsOfArea(area), point, (p) => containsPoint(area, p)))
        expect(holders).toHaveLength(1)
      }),
    )
  })
})
