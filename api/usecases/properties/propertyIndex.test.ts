import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareProperties } from '../../domain/addresses/compareProperties.ts'
import { PropertyIndex } from './propertyIndex.ts'

describe('the index of houses', () => {
  it('finds the first house that is the same, as a comparison with each of them does', () => {
    const property = fc.record({
      address: fc.constantFrom('1 Sample St', '1 Sample Street', '1 Sample St Unit 2', '2 Sample St', '1-3 Sample St'),
      city: fc.constantFrom(undefined, '', 'Town', 'TOWN', 'Village'),
      zipCode: fc.constantFrom(undefined, '46202', '46202-1234', '46203'),
      parcelId: fc.constantFrom(undefined, 'N/A', 'P-1', 'P-2'),
      lat: fc.constantFrom(39, 39.0005, 39.2),
      lng: fc.constantFrom(-86, -86.0001),
    })
    const place = fc.constantFrom({}, { lat: undefined, lng: undefined })
    const wantedProperty = fc.tuple(property, place).map(([one, other]) => ({ ...one, ...other }))
    fc.assert(
      fc.property(fc.array(property), wantedProperty, (added, wanted) => {
        const index = new PropertyIndex<object>()
        for (const other of added) {
          index.add(other, other)
          // What is found before others are added stays right.
          index.find(wanted)
        }
        const same = added.find((other) => compareProperties(wanted, other).verdict === 'same')
        const found = index.find(wanted)
        expect(found?.comparison.verdict === 'same' ? found.property : undefined).toBe(same)
        if (found) expect(found.comparison).toEqual(compareProperties(wanted, found.property as typeof wanted))
      }),
      { numRuns: 1_000 },
    )
  })

  it('is unsure about a unit of a building, another parcel id, and a place that is unknown', () => {
    const index = new PropertyIndex<string>()
    index.add({ address: '1 Sample St', lat: 39, lng: -86 }, 'building')
    index.add({ address: '3 Sample St', parcelId: 'P-1', lat: 39, lng: -86.1 }, 'parcel')
    index.add({ address: '5 Sample St', city: 'Town', lat: 39, lng: -86.2 }, 'in a town')
    index.add({ address: '5 Sample St', city: 'Village', lat: 39, lng: -86.9 }, 'in a village')
    expect(index.find({ address: '1 Sample St Apt 4', lat: 39, lng: -86 })).toEqual({
      property: 'building',
      comparison: { verdict: 'unsure', reason: 'unit' },
      alternatives: ['building'],
    })
    expect(index.find({ address: '3 Sample St', parcelId: 'P-2', lat: 39, lng: -86.1 })?.comparison.reason).toBe(
      'other_parcel',
    )
    expect(index.find({ address: '5 Sample Street' })).toMatchObject({
      comparison: { verdict: 'unsure', reason: 'place' },
      alternatives: ['in a town', 'in a village'],
    })
    expect(index.find({ address: '7 Sample St' })).toBeNull()
  })

  it('takes no longer to find a door that is in thousands of cities', () => {
    const cpuOf = (cities: number) => {
      const index = new PropertyIndex<number>()
      for (let n = 0; n < cities; n += 1) index.add({ address: '1 Sample St', city: `Town ${n}` }, n)
      const { user: before } = process.threadCpuUsage()
      for (let n = 0; n < 2_000; n += 1) index.find({ address: '1 Sample St', city: `Village ${n}` })
      return process.threadCpuUsage().user - before
    }
    cpuOf(10)
    // A comparison with each of them takes some thousand times as long.
    expect(cpuOf(50_000)).toBeLessThan(20 * cpuOf(10))
  })
})
