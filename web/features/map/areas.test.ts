import { expect, it } from 'vitest'
import { type Area, countHoles, fillHoles, toArea } from './areas.ts'

const square = (west: number, south: number, size: number) => [
  [west, south],
  [west + size, south],
  [west + size, south + size],
  [west, south + size],
  [west, south],
]
const [exterior, one, other, island] = [square(0, 0, 10), square(1, 1, 2), square(6, 6, 2), square(20, 0, 3)]
const area: Area = { type: 'Polygon', coordinates: [exterior!, one!, other!] }

it('fills the hole at a point, or all holes', () => {
  expect(countHoles(area)).toBe(2)
  expect(fillHoles(area, { lat: 7, lng: 7 })).toEqual({ type: 'Polygon', coordinates: [exterior, one] })
  expect(fillHoles(area, { lat: 4.5, lng: 4.5 })).toEqual(area)
  expect(fillHoles(area)).toEqual({ type: 'Polygon', coordinates: [exterior] })
})

it('fills the holes of each part', () => {
  const parts = toArea([[exterior!, one!], [island!]])
  expect([parts.type, countHoles(parts)]).toEqual(['MultiPolygon', 1])
  expect(fillHoles(parts)).toEqual({ type: 'MultiPolygon', coordinates: [[exterior], [island]] })
})
