import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { KeySets } from './keySets.ts'

describe('sets of keys', () => {
  it('have the keys that were joined, directly or by others', () => {
    const key = fc.integer({ min: 0, max: 9 }).map(String)
    fc.assert(
      fc.property(fc.array(fc.tuple(key, key)), (pairs) => {
        const sets = new KeySets()
        let expected = Array.from({ length: 10 }, (_, n) => new Set([String(n)]))
        for (const [one, other] of pairs) {
          sets.join([one, other])
          const touched = expected.filter((set) => set.has(one) || set.has(other))
          const joined = new Set(touched.flatMap((set) => [...set]))
          expected = [...expected.filter((set) => !touched.includes(set)), joined]
        }
        for (const set of expected)
          for (let n = 0; n < 10; n += 1)
            expect(sets.find(String(n)) === sets.find([...set][0]!)).toBe(set.has(String(n)))
      }),
    )
  })

  it('are joined with a number of steps that grows with their number, not with its square', () => {
    // Pairs of keys, and then a key of each pair with one of the next: every join changes which set a thousand others are in.
    const readsOf = (count: number) => {
      const get = Map.prototype.get
      let reads = 0
      Map.prototype.get = function (key) {
        reads += 1
        return get.call(this, key)
      }
      try {
        const sets = new KeySets()
        for (let n = 0; n < count; n += 1) sets.join([`parcel ${n}`, `address ${n}`])
        for (let n = 1; n < count; n += 1) sets.join([`parcel ${n}`, `address ${n - 1}`])
      } finally {
        Map.prototype.get = get
      }
      return reads
    }
    expect(readsOf(50_000)).toBeLessThan(20 * readsOf(5_000))
  })
})
