import type { Point, Polygon } from 'geojson'
import { describe, expect, it } from 'vitest'
import { boundsOfAreas, surroundings, territoryAt, territoryFeatures, type MapTerritory } from './territoryFeatures.ts'

const square = (west: number, south: number, size: number) => [
  [west, south],
  [west + size, south],
  [west + size, south + size],
  [west, south + size],
  [west, south],
]
const withHole: MapTerritory = {
  ...{ id: 'a', name: 'Elm Park', color: 'TEAL' },
  area: { type: 'Polygon', coordinates: [square(0, 0, 10), square(4, 4, 4).toReversed()] },
}
const inTwoParts: MapTerritory = {
  ...{ id: 'b', name: 'Oak Hill', color: 'BAD' },
  area: { type: 'MultiPolygon', coordinates: [[square(20, 0, 2)], [square(8, 8, 6)]] },
}
const both = [withHole, inTwoParts]

describe('territories on the map', () => {
  it('have their names inside, also in areas with a hole and with several parts', () => {
    const names = territoryFeatures(both, 'b').features.filter(({ properties }) => properties!['kind'] === 'name')
    expect(names.map(({ properties }) => [properties!['name'], properties!['isSelected']])).toEqual([
      ['Elm Park', false],
      ['Oak Hill', true],
    ])
    for (const [index, { geometry }] of names.entries()) {
      const [lng, lat] = (geometry as Point).coordinates as [number, number]
      expect(territoryAt([both[index]!], { lat, lng })?.id).toBe(both[index]!.id)
    }
  })

  it('are found at a point, the topmost first', () => {
    expect(territoryAt(both, { lat: 1, lng: 1 })?.id).toBe('a')
    expect(territoryAt(both, { lat: 9, lng: 9 })?.id).toBe('b')
    expect(territoryAt(both, { lat: 5, lng: 5 })).toBeUndefined()
    expect(territoryAt(both, { lat: 50, lng: 50 })).toBeUndefined()
  })

  it('leave their surroundings to be dimmed, and nothing without territories', () => {
    const [around] = surroundings(both).features
    expect((around!.geometry as Polygon).coordinates).toHaveLength(4)
    expect(surroundings([]).features).toEqual([])
    expect(boundsOfAreas(both.map(({ area }) => area))).toEqual([0, 0, 22, 14])
  })
})
