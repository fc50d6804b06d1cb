import fc from 'fast-check'
import type { Polygon, Position } from 'geojson'
import { describe, expect, it } from 'vitest'
import { boundsOfArea, containsPoint, metersToEdge, prepareContains } from './polygons.ts'

/** Few coordinates, so that points are at positions, on edges and beside vertical and horizontal edges. */
const coordinate = fc.oneof(fc.integer({ min: 0, max: 6 }), fc.double({ min: 0, max: 6, noNaN: true }))
const rings = fc.array(fc.array(fc.tuple(coordinate, coordinate), { minLength: 3, maxLength: 30 }), {
  minLength: 1,
  maxLength: 3,
})
const closed = (ring: Position[]) => [...ring, ring[0]!]

describe('prepareContains', () => {
  it('says of each point what containsPoint says, also for rings that cross', () => {
    fc.assert(
      fc.property(rings, fc.array(fc.tuple(coordinate, coordinate), { maxLength: 50 }), (given, points) => {
        const shape = { type: 'Polygon' as const, coordinates: given.map(closed) }
        const contains = prepareContains(shape)
        for (const [lng, lat] of [...points, ...given.flat()])
          expect(contains({ lat, lng })).toBe(containsPoint(shape, { lat, lng }))
      }),
      { numRuns: 300 },
    )
  })

  it('finds points in each polygon and none in holes', () => {
    const square = (west: number, size: number) =>
      closed([
        [west, 1],
        [west + size, 1],
        [west + size, 1 + size],
        [west, 1 + size],
      ])
    const hole = closed([
      [1.5, 1.5],
      [1.5, 2],
      [2, 2],
      [2, 1.5],
    ])
    const contains = prepareContains({ type: 'MultiPolygon', coordinates: [[square(1, 2), hole], [square(5, 1)]] })
    const found = [
      [1.2, 1.2],
      [1.7, 1.7],
      [4, 1.5],
      [5.5, 1.5],
      [5.5, 2.5],
    ].map(([lng, lat]) => contains({ lat: lat!, lng: lng! }))
    expect(found).toEqual([true, false, false, true, false])
  })
})

it('the bounds of an area are those of all its polygons', () => {
  const coordinates = [
    [
      [
        [19, 9],
        [21, 9],
        [21, 11],
        [19, 9],
      ],
    ],
    [
      [
        [39, -31],
        [41, -31],
        [41, -29],
        [39, -31],
      ],
    ],
  ]
  expect(boundsOfArea({ type: 'MultiPolygon', coordinates })).toEqual({ south: -31, west: 19, north: 11, east: 41 })
})

it('a point is as far from a shape as from its nearest edge, also that of a hole', () => {
  const ring = (from: number, to: number) => [
    [from, from],
    [to, from],
    [to, to],
    [from, to],
    [from, from],
  ]
  const shape: Polygon = { type: 'Polygon', coordinates: [ring(0, 0.01), ring(0.004, 0.006)] }
  const metersFrom = (lng: number, lat: number) => Math.round(metersToEdge(shape, { lat, lng }))
  // A thousandth of a degree is 111 m at the equator.
  expect(metersFrom(0.005, 0)).toBe(0)
  expect(metersFrom(0.01, 0.01)).toBe(0)
  expect(metersFrom(0.005, -0.001)).toBe(111)
  expect(metersFrom(0.005, 0.001)).toBe(111)
  expect(metersFrom(0.005, 0.005)).toBe(111)
  expect(metersFrom(0.013, 0.014)).toBe(557)
})
