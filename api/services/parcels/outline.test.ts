import { describe, expect, it } from 'vitest'
import { containsPoint } from '../../domain/polygons.ts'
import { type Outline, centroidOf, largestOuterRing, farthestDistanceMeters } from './outline.ts'

const polygon = (...coordinates: number[][][]): Outline => ({ type: 'Polygon', coordinates })
const square = (west: number, south: number, side: number) => [
  [west, south],
  [west + side, south],
  [west + side, south + side],
  [west, south + side],
  [west, south],
]
const at = (lng: number, lat: number) => ({ lat, lng })

describe('an outline', () => {
  it('contains points inside its ring but not inside its hole', () => {
    const ring = polygon(square(0, 0, 4), square(1, 1, 2))
    expect(containsPoint(ring, at(0.5, 0.5))).toBe(true)
    expect(containsPoint(ring, at(2, 2))).toBe(false)
    expect(containsPoint(ring, at(5, 2))).toBe(false)
  })

  it('with several parts contains the points of every part', () => {
    const parts: Outline = { type: 'MultiPolygon', coordinates: [[square(0, 0, 1)], [square(5, 5, 2)]] }
    expect(containsPoint(parts, at(0.5, 0.5))).toBe(true)
    expect(containsPoint(parts, at(6, 6))).toBe(true)
    expect(containsPoint(parts, at(3, 3))).toBe(false)
  })

  it('has its center of gravity as centroid', () => {
    const center = centroidOf(polygon(square(-86.16, 39.77, 0.001)))
    expect(center.lng).toBeCloseTo(-86.1595, 9)
    expect(center.lat).toBeCloseTo(39.7705, 9)
  })

  it('has a centroid inside even if it is L-shaped or a ring', () => {
    const lShape = polygon([
      [0, 0],
      [10, 0],
      [10, 1],
      [1, 1],
      [1, 10],
      [0, 10],
      [0, 0],
    ])
    expect(containsPoint(lShape, centroidOf(lShape))).toBe(true)
    const ring = polygon(square(0, 0, 4), square(1, 1, 2))
    expect(containsPoint(ring, centroidOf(ring))).toBe(true)
  })

  it('with several parts has its centroid and its drawn ring in the largest part', () => {
    const parts: Outline = { type: 'MultiPolygon', coordinates: [[square(0, 0, 1)], [square(5, 5, 2)]] }
    expect(centroidOf(parts)).toEqual(at(6, 6))
    expect(largestOuterRing(parts)[0]).toEqual(at(5, 5))
  })

  it('measures the distance to its farthest corner', () => {
    expect(farthestDistanceMeters(polygon(square(0, 0, 0.001)), at(0, 0))).toBeCloseTo(157.4, 1)
  })
})
