import { describe, expect, it } from 'vitest'
import { filterDoors, NO_FILTERS, sortDoors } from './doorFilters.ts'
import type { PropertyMarker } from './markerFeatures.ts'

const now = Date.parse('2024-06-10T12:00:00Z')
const door = (streetNumber: string, more: Partial<PropertyMarker> = {}): PropertyMarker => ({
  id: streetNumber,
  lat: 39.77,
  lng: -86.16,
  streetNumber,
  streetName: 'W 9th Demo St',
  status: 'NEW',
  priority: 'NORMAL',
  ...more,
})
const doors = [
  door('1018', { lastOutcome: 'TALKED', lastKnockedAt: '2024-06-10T09:00:00Z' }),
  door('936', { lastOutcome: 'NOBODY_HOME', lastKnockedAt: '2024-05-20T09:00:00Z', isTeams: true }),
  door('7', { streetName: 'W 12th Demo St' }),
]
const ids = (found: readonly PropertyMarker[]) => found.map(({ id }) => id)

describe('the list of houses', () => {
  it('is filtered by outcome, time and whose they are', () => {
    expect(ids(filterDoors(doors, NO_FILTERS, now))).toEqual(['1018', '936', '7'])
    expect(ids(filterDoors(doors, { ...NO_FILTERS, outcome: 'NONE' }, now))).toEqual(['7'])
    expect(ids(filterDoors(doors, { ...NO_FILTERS, time: 'DAY' }, now))).toEqual(['1018'])
    expect(ids(filterDoors(doors, { ...NO_FILTERS, time: 'BEFORE' }, now))).toEqual(['936'])
    expect(ids(filterDoors(doors, { ...NO_FILTERS, owner: 'MINE' }, now))).toEqual(['1018', '7'])
  })

  it('is sorted by street and number, by the latest knock, or by distance', () => {
    expect(ids(sortDoors(doors, 'street'))).toEqual(['936', '1018', '7'])
    expect(ids(sortDoors(doors, 'latest'))).toEqual(['1018', '936', '7'])
    const units = ['Unit 10', 'Unit 9', null].map((unit) => door('12', { id: unit ?? 'building', unit }))
    for (const order of ['street', 'latest', 'distance'] as const)
      expect(ids(sortDoors(units, order, { lat: 39.77, lng: -86.16 }))).toEqual(['building', 'Unit 9', 'Unit 10'])
    const apart = [door('far', { lng: -86.162 }), door('near', { lng: -86.1601 }), door('north', { lat: 39.771 })]
    expect(ids(sortDoors(apart, 'distance', { lat: 39.77, lng: -86.16 }))).toEqual(['near', 'north', 'far'])
  })
})
