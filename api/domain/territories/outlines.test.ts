import fc from 'fast-check'
import type { Position } from 'geojson'
import { describe, expect, it } from 'vitest'
import { Refused } from '../errors.ts'
import { isInside } from '../polygons.ts'
import { parseArea } from './area.ts'

type Ring = [number, number][]
type Edge = [Position, Position]

const closed = (ring: Ring) => [...ring, ring[0]!]
const box = (west: number, south: number, east: number, north: number): Ring => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
]
const big = box(0, 0, 10, 10)

/** The place and the message of the refusal, or null. */
function refusalOf(...polygons: Ring[][]): string | null {
  const coordinates = polygons.map((rings) => rings.map(closed))
  try {
    parseArea(
      polygons.length === 1 ? { type: 'Polygon', coordinates: coordinates[0] } : { type: 'MultiPolygon', coordinates },
    )
    return null
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return error.message
  }
}

describe('an outline', () => {
  it.each<[string, string, ...Ring[][]]>([
    [
      'crosses itself at one of its positions',
      'area.coordinates.0.4: The ring meets itself at this position.',
      [
        [
          [0, 0],
          [2, 2],
          [4, 4],
          [4, 0],
          [2, 2],
          [0, 4],
        ],
      ],
    ],
    [
      'touches one of its edges',
      'area.coordinates.0.3: The ring meets itself at this position.',
      [
        [
          [0, 0],
          [4, 0],
          [4, 4],
          [2, 0],
          [0, 4],
        ],
      ],
    ],
    [
      'runs back',
      'area.coordinates.0.3: The outline runs over itself at this position.',
      [
        [
          [0, 0],
          [4, 0],
          [8, 0],
          [6, 0],
          [4, 4],
        ],
      ],
    ],
    [
      'is a line',
      'area.coordinates.0: The ring is empty: its positions are on one line.',
      [
        [
          [0, 0],
          [0, 0],
          [4, 4],
        ],
      ],
    ],
    [
      'is crossed by a hole at a position of both',
      'area.coordinates.1.1: The outline crosses itself at this position.',
      [
        big,
        [
          [5, 5],
          [10, 0],
          [12, 5],
        ],
      ],
    ],
    [
      'is crossed within its edges, where another polygon has a position',
      'area.coordinates.1.0.0: The outline crosses itself after this position.',
      [
        [
          [0, 0],
          [4, -1],
          [4, 4],
        ],
      ],
      [
        [
          [0, 4],
          [4, 0],
          [4, 5],
        ],
      ],
      [
        [
          [-1, 2],
          [2, 2],
          [-1, 2.5],
        ],
      ],
    ],
    ['has a hole outside', 'area.coordinates.1: A hole must be', [big, box(11, 1, 12, 2)]],
    ['has a hole in a hole', 'area.coordinates.2: A hole must be', [big, box(2, 2, 8, 8), box(4, 4, 6, 6)]],
    ['is in another polygon', 'area.coordinates.1.0: The polygon is inside another one.', [big], [box(2, 2, 8, 8)]],
    ['is around another polygon', 'area.coordinates.0.0: The polygon is inside', [box(2, 2, 8, 8)], [big]],
    ['is that of another polygon', 'area.coordinates.1.0.0: The outline runs over itself', [big], [big]],
    ['shares an edge', 'area.coordinates.1.0.0: The outline runs over itself', [big], [box(10, 2, 12, 4)]],
  ])('is refused if it %s', (_fault, message, ...polygons) => {
    expect(refusalOf(...polygons)).toContain(message)
  })

  it.each<[string, ...Ring[][]]>([
    [
      'a hole that touches it at a position',
      [
        big,
        [
          [0, 0],
          [4, 2],
          [2, 4],
        ],
      ],
    ],
    [
      'holes that touch it and one another',
      [
        big,
        [
          [0, 5],
          [4, 4],
          [4, 6],
        ],
        [
          [4, 4],
          [6, 2],
          [6, 4],
        ],
      ],
    ],
    ['a polygon that touches it', [big], [box(10, 10, 12, 12)]],
    ['a polygon in its hole', [big, box(2, 2, 8, 8)], [box(4, 4, 6, 6), box(4.5, 4.5, 5, 5)]],
    [
      'a position that is repeated at once',
      [
        [
          [0, 0],
          [0, 0],
          [4, 0],
          [4, 4],
          [4, 4],
          [0, 0],
        ],
      ],
    ],
  ])('may have %s', (_title, ...polygons) => {
    expect(refusalOf(...polygons)).toBeNull()
  })

  it('is refused exactly if a comparison of all edges finds a fault', () => {
    const position = fc.tuple(fc.integer({ min: 0, max: 6 }), fc.integer({ min: 0, max: 6 }))
    const ring = fc.array(position, { minLength: 3, maxLength: 6 })
    const triangle = fc.array(position, { minLength: 3, maxLength: 3 })
    const around = fc.constantFrom(box(0, 0, 6, 6), box(-1, -1, 7, 7))
    const polygon = fc.oneof(
      fc.tuple(ring),
      fc.tuple(triangle),
      fc.tuple(around, triangle),
      fc.tuple(around, triangle, triangle),
      fc.tuple(around, fc.constantFrom(box(1, 1, 5, 5), box(0, 0, 6, 6)), triangle),
    )
    const counts = { accepted: 0, refused: 0 }
    fc.assert(
      fc.property(fc.array(polygon, { minLength: 1, maxLength: 2 }), (polygons) => {
        const isAccepted = refusalOf(...polygons) === null
        counts[isAccepted ? 'accepted' : 'refused'] += 1
        expect(isAccepted).toBe(isArea(polygons))
      }),
      { numRuns: 4_000 },
    )
    expect(Math.min(counts.accepted, counts.refused)).toBeGreaterThan(200)
  })
})

/** The rule of `checkOutlines`, by a comparison of all pairs. */
function isArea(polygons: Ring[][]): boolean {
  const rings = polygons.flatMap((polygon, number) =>
    polygon.map((given, index) => {
      const positions = given.filter(([x, y], n) => x !== given.at(n - 1)![0] || y !== given.at(n - 1)![1])
      const edges = positions.map((from, n): Edge => [from, positions[(n + 1) % positions.length]!])
      return { number, isHole: index > 0, positions, edges }
    }),
  )
  if (rings.some(({ positions }) => positions.length < 3)) return false
  for (const { edges } of rings) {
    for (const [n, edge] of edges.entries()) {
      for (const [m, other] of edges.entries()) {
        if (m <= n) continue
        const isNext = m === n + 1 || (n === 0 && m === edges.length - 1)
        if (isNext ? isOverlap(edge, other) : meets(edge, other)) return false
      }
    }
    if (edges.length === 3 && side(...edges[0]!, edges[1]![1]) === 0) return false
  }
  const isAround = (outer: (typeof rings)[0], inner: (typeof rings)[0]) =>
    piecesOf(inner.edges, outer.positions).map(([x, y]) => isInside([closed(outer.positions)], { lng: x!, lat: y! }))
  for (const one of rings) {
    for (const other of rings) {
      if (one === other) continue
      if (one.edges.some((edge) => other.edges.some((second) => isOverlap(edge, second) || crosses(edge, second))))
        return false
      if (new Set(isAround(one, other)).size > 1) return false
    }
  }
  return rings.every((ring) => {
    const [parent] = rings
      .filter((other) => other !== ring && isAround(other, ring)[0])
      .sort((one, other) => sizeOf(one.positions) - sizeOf(other.positions))
    return ring.isHole ? parent && !parent.isHole && parent.number === ring.number : !parent || parent.isHole
  })
}

const side = (from: Position, to: Position, at: Position) =>
  Math.sign((to[0]! - from[0]!) * (at[1]! - from[1]!) - (to[1]! - from[1]!) * (at[0]! - from[0]!))
const isOn = ([from, to]: Edge, at: Position) =>
  side(from, to, at) === 0 && [0, 1].every((n) => (at[n]! - from[n]!) * (at[n]! - to[n]!) <= 0)
const crosses = ([a, b]: Edge, [c, d]: Edge) => side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0
const meets = (one: Edge, other: Edge) =>
  crosses(one, other) || other.some((at) => isOn(one, at)) || one.some((at) => isOn(other, at))
/** Whether edges on one line have more than a position in common. */
function isOverlap(one: Edge, other: Edge): boolean {
  if (other.some((at) => side(...one, at) !== 0)) return false
  const common = [...other.filter((at) => isOn(one, at)), ...one.filter((at) => isOn(other, at))]
  return new Set(common.map(String)).size > 1
}
/** The middles of the edges between the positions that are on them. */
function piecesOf(edges: Edge[], positions: Ring): Position[] {
  return edges.flatMap((edge) => {
    const [from, to] = edge
    const distance = (at: Position) => Math.hypot(at[0]! - from[0]!, at[1]! - from[1]!)
    const stops = [from, ...positions.filter((at) => isOn(edge, at)), to].sort((a, b) => distance(a) - distance(b))
    return stops.slice(1).flatMap((at, n) => {
      const before = stops[n]!
      return distance(at) === distance(before) ? [] : [[(at[0]! + before[0]!) / 2, (at[1]! + before[1]!) / 2]]
    })
  })
}
function sizeOf(ring: Ring): number {
  return Math.abs(
    ring.reduce((sum, [x, y], n) => {
      const [x2, y2] = ring[(n + 1) % ring.length]!
      return sum + x * y2 - x2 * y
    }, 0),
  )
}
