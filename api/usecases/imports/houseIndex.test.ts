import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addressKeyOf, type AddressKey } from '../../domain/addressKey.ts'
import { HouseIndex } from './houseIndex.ts'

/** Whether two addresses mean the same house. A city or ZIP code that one of them lacks does not tell them apart. */
function isSameAddress(one: AddressKey, other: AddressKey): boolean {
  const agrees = (a: string, b: string) => a === '' || b === '' || a === b
  return one.door === other.door && agrees(one.city, other.city) && agrees(one.zipCode, other.zipCode)
}

describe('the index of houses', () => {
  it('finds the first house with the same address, as a comparison with each of them does', () => {
    const house = fc.record({
      address: fc.constantFrom('1 Sample St', '1 Sample Street', '1 Sample St Unit 2', '2 Sample St'),
      city: fc.constantFrom(undefined, '', 'Town', 'TOWN', 'Village'),
      zipCode: fc.constantFrom(undefined, '46202', '46202-1234', '46203'),
    })
    fc.assert(
      fc.property(fc.array(house), house, (added, wanted) => {
        const index = new HouseIndex<object>()
        for (const other of added) index.add(other, other)
        const expected = added.find((other) => isSameAddress(addressKeyOf(other)!, addressKeyOf(wanted)!))
        expect(index.find(wanted)).toBe(expected ?? null)
      }),
      { numRuns: 1_000 },
    )
  })

  it('finds a house by its parcel first, and by its point last', () => {
    const index = new HouseIndex<string>()
    index.add({ address: '1 Sample St', lat: 39, lng: -86 }, 'by point')
    index.add({ address: '2 Sample St' }, 'by address')
    index.add({ address: '3 Sample St', parcelId: 'P' }, 'by parcel')
    expect(index.find({ address: '2 Sample St', parcelId: 'P ' })).toBe('by parcel')
    expect(index.find({ address: '2 Sample St', lat: 39, lng: -86, streetNumber: '1' })).toBe('by address')
    expect(index.find({ address: '1 Other St', lat: 39, lng: -86 })).toBe('by point')
    expect(index.find({ address: '4 Sample St' })).toBeNull()
  })

  it('takes no longer to find a door that is in thousands of cities', () => {
    const cpuOf = (cities: number) => {
      const index = new HouseIndex<number>()
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
