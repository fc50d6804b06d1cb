import { describe, expect, it } from 'vitest'
import { Refused } from '../errors.ts'
import { countPoints, maxAreaPoints, parseArea } from './area.ts'

const square = [
  [-86.2, 39.7],
  [-86.1, 39.7],
  [-86.1, 39.8],
  [-86.2, 39.8],
  [-86.2, 39.7],
]
const hole = [
  [-86.16, 39.74],
  [-86.14, 39.74],
  [-86.14, 39.76],
  [-86.16, 39.76],
  [-86.16, 39.74],
]
const polygon = (...coordinates: unknown[]) => ({ type: 'Polygon', coordinates })

function refusalOf(input: unknown): string {
  try {
    return `accepted: ${JSON.stringify(parseArea(input))}`
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    const [place, message] = Object.entries(error.fields ?? {})[0]!
    expect(error.message).toBe(`${place}: ${message}`)
    return error.message
  }
}

describe('an area', () => {
  it('is kept with its rings turned and without altitudes and other members', () => {
    const given = {
      ...polygon(
        square.toReversed().map((at) => [...at, 200]),
        hole,
      ),
      bbox: [1, 2, 3, 4],
    }
    expect(parseArea(given)).toEqual(polygon(square, hole.toReversed()))
    expect(parseArea(parseArea(given))).toEqual(parseArea(given))
    const multi = { type: 'MultiPolygon', coordinates: [[square], [hole.map(([lng, lat]) => [lng! + 1, lat])]] }
    expect(countPoints(parseArea(multi))).toBe(10)
  })

  it('is refused with the place', () => {
    const at = (index: number, position: unknown) => polygon(square.with(index, position as number[]))
    const refused: [unknown, RegExp][] = [
      [null, /^area: Must be a GeoJSON/],
      ['Polygon', /^area: /],
      [[], /^area: /],
      [{ type: 'Point', coordinates: [1, 2] }, /^area\.type: /],
      [{ type: 'Polygon' }, /^area\.coordinates: /],
      [polygon(), /^area\.coordinates: /],
      [polygon([]), /^area\.coordinates\.0: /],
      [{ type: 'MultiPolygon', coordinates: [] }, /^area\.coordinates: /],
      [{ type: 'MultiPolygon', coordinates: [square] }, /^area\.coordinates\.0\.0\.0: /],
      [at(2, [-186.1, 39.8]), /^area\.coordinates\.0\.2: The longitude/],
      [at(2, [-86.1, 90.5]), /^area\.coordinates\.0\.2: The longitude/],
      [
        polygon(square.map((position) => position.toReversed())),
        /^area\.coordinates\.0\.0: The coordinates 39\.7, -86\.2 look exchanged/,
      ],
      [at(2, [86.1, 39.8]), /^area\.coordinates\.0\.2: The coordinates 86\.1, 39\.8 lack the minus of the longitude/],
      [at(1, ['-86.1', 39.8]), /^area\.coordinates\.0\.1: Must be \[longitude/],
      [at(1, [-86.1]), /^area\.coordinates\.0\.1: /],
      [at(1, [-86.1, null]), /^area\.coordinates\.0\.1: /],
      [polygon(square.slice(0, 4)), /^area\.coordinates\.0\.3: The last position/],
      [polygon(square.slice(0, 3)), /^area\.coordinates\.0: A ring has/],
      [polygon([square[0], square[1], square[0], square[0]]), /^area\.coordinates\.0: The ring is empty/],
      [
        polygon([square[0], square[2], square[1], square[3], square[0]]),
        /^area\.coordinates\.0\.0: The outline crosses/,
      ],
      [
        polygon(
          square,
          hole.map(([lng, lat]) => [lng! + 1, lat]),
        ),
        /^area\.coordinates\.1: A hole/,
      ],
      [
        polygon(
          square,
          hole.map(([lng, lat]) => [lng! + 0.05, lat]),
        ),
        /^area\.coordinates\.\d\.\d: The outline crosses/,
      ],
    ]
    for (const [input, message] of refused) expect(refusalOf(input)).toMatch(message)
  })

  it('has at most 5,000 points', () => {
    const circle = (count: number) => {
      const positions = Array.from({ length: count - 1 }, (_, n) => {
        const angle = (2 * Math.PI * n) / (count - 1)
        return [-86.15 + 0.01 * Math.cos(angle), 39.75 + 0.01 * Math.sin(angle)]
      })
      return [...positions, positions[0]]
    }
    expect(countPoints(parseArea(polygon(circle(maxAreaPoints))))).toBe(maxAreaPoints)
    expect(refusalOf(polygon(circle(maxAreaPoints + 1)))).toBe(
      'area.coordinates.0.5000: An area has at most 5,000 points.',
    )
    const holes = polygon(square, ...Array.from({ length: 5_000 }, () => hole))
    expect(refusalOf(holes)).toMatch(/^area\.coordinates\.1000\.0: An area has at most/)
  })
})
