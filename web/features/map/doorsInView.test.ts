import { describe, expect, it } from 'vitest'
import { countDoorsInView, findFirstDoor } from './doorsInView.ts'
import type { PropertyMarker } from './markerFeatures.ts'

const door = (id: string, lng: number, more: Partial<PropertyMarker> = {}): PropertyMarker => ({
  id,
  lat: 39.77,
  lng,
  streetNumber: id,
  status: 'NEW',
  priority: 'NORMAL',
  ...more,
})
const extent = {
  bounds: { south: 39.76, west: -86.2, north: 39.78, east: -86.1 },
  center: { lat: 39.77, lng: -86.15 },
  zoom: 18,
}
const doors = [
  door('near', -86.151, { lastOutcome: 'NOBODY_HOME' }),
  door('free', -86.16),
  door('farther', -86.19, { isTeams: true }),
  door('outside', -86.3),
]

describe('the doors in view', () => {
  it('are counted without the margin, and with those in clusters', () => {
    const clusters = [{ key: 'a', lat: 39.77, lng: -86.15, count: 12, doneToday: 0 }]
    expect(countDoorsInView(extent, doors, clusters)).toMatchObject({ saved: 15, total: 15, notKnocked: 2, byTeam: 1 })
  })

  it('are also those that are not saved, where nobody has knocked', () => {
    const unsaved = [
      { number: '12', lat: 39.77, lng: -86.155 },
      { number: '14', lat: 39.7, lng: -86.155 },
    ]
    expect(countDoorsInView(extent, doors, [], unsaved)).toMatchObject({
      ...{ saved: 3, total: 4, notKnocked: 3 },
      unsaved: [unsaved[0]],
    })
    expect(findFirstDoor(extent.center, doors, unsaved)).toBe(unsaved[0])
  })

  it('begin with the nearest where nobody has knocked', () => {
    expect(findFirstDoor(extent.center, doors)).toBe(doors[1])
    expect(findFirstDoor(extent.center, [doors[0]!])).toBeUndefined()
  })
})
