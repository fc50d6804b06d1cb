import { describe, expect, it } from 'vitest'
import { boundedCache, estimateBytes, listCaches } from './boundedCache.ts'

describe('a cache whose keys clients choose', () => {
  it('keeps at most its number of entries, those that were used last', () => {
    const cache = boundedCache({ name: 'sample entries', maxEntries: 100, maxBytes: 1e9 })
    for (let n = 0; n < 10_000; n += 1) cache.set(`key ${n}`, { n })
    expect(cache.size).toBe(100)
    expect([cache.get('key 9899'), cache.get('key 9900')]).toEqual([undefined, { n: 9_900 }])
  })

  it('keeps at most its size, however long keys and values are', () => {
    const cache = boundedCache({ name: 'sample bytes', maxEntries: 1e6, maxBytes: 1_000_000 })
    for (let n = 0; n < 1_000; n += 1) cache.set(`${'long key '.repeat(50)} ${n}`, { text: 'x'.repeat(n * 10) })
    expect(cache.calculatedSize).toBeLessThanOrEqual(1_000_000)
    expect(cache.calculatedSize).toBeGreaterThan(900_000)
  })

  it('does not keep what alone is too large', () => {
    const cache = boundedCache({ name: 'sample large', maxEntries: 10, maxBytes: 10_000 })
    cache.set('small', 'x')
    cache.set('large', 'x'.repeat(10_000))
    expect([...cache.keys()]).toEqual(['small'])
  })

  it('forgets an entry after its time, by the given clock', () => {
    let now = 1_000
    const cache = boundedCache({ name: 'sample time', maxEntries: 10, maxBytes: 10_000, ttlMs: 100, now: () => now })
    cache.set('key', 'x')
    now = 1_100
    expect(cache.get('key')).toBe('x')
    now = 1_101
    expect(cache.get('key')).toBeUndefined()
  })

  it('keeps an entry however old it is if no time is given', () => {
    let now = 1_000
    const cache = boundedCache({ name: 'sample age', maxEntries: 10, maxBytes: 10_000, now: () => now })
    cache.set('key', 'x')
    now = 1e12
    expect(cache.get('key')).toBe('x')
  })

  it('reads what is missing once for all who ask at the same time', async () => {
    const read: string[] = []
    const cache = boundedCache<string>({
      name: 'sample read',
      maxEntries: 10,
      maxBytes: 10_000,
      fetchMethod: async (key) => {
        read.push(key)
        return `value of ${key}`
      },
    })
    expect(await Promise.all([cache.fetch('a'), cache.fetch('a')])).toEqual(['value of a', 'value of a'])
    expect(read).toEqual(['a'])
  })

  it('is listed with its bounds and with what all caches of its name keep', () => {
    const caches = [1, 2].map(() => boundedCache({ name: 'sample list', maxEntries: 10, maxBytes: 10_000 }))
    for (const cache of caches) cache.set('key', 'x')
    expect(listCaches().find(({ name }) => name === 'sample list')).toEqual({
      name: 'sample list',
      maxEntries: 10,
      maxBytes: 10_000,
      entries: 2,
      bytes: caches[0]!.calculatedSize * 2,
    })
  })
})

describe('the estimated size', () => {
  it.each([
    ['a number', 1e9, 8],
    ['nothing', null, 8],
    ['an empty list', [], 32],
    ['an empty map', new Map(), 64],
    ['a text', 'x'.repeat(1_000), 2_000],
    ['bytes', Buffer.alloc(5_000), 5_000],
    ['a list', Array.from({ length: 1_000 }, () => ({ id: 'x'.repeat(36), n: 1 })), 150_000],
    ['a map', new Map(Array.from({ length: 1_000 }, (_, n) => [`${n}`.padStart(36, '0'), { n }])), 190_000],
  ])('of %s is about what it takes', (_what, value, bytes) => {
    expect(estimateBytes(value)).toBeGreaterThan(bytes * 0.8)
    expect(estimateBytes(value)).toBeLessThan(bytes * 1.3)
  })

  it('of a long list is known from some of its items', () => {
    let reads = 0
    const list = new Proxy(
      Array.from({ length: 10_000 }, () => 'x'),
      {
        get: (target, name) => {
          reads += 1
          return Reflect.get(target, name) as unknown
        },
      },
    )
    expect(estimateBytes(list)).toBeGreaterThan(100_000)
    expect(reads).toBeLessThan(100)
  })

  it('of what contains itself ends', () => {
    const loop: Record<string, unknown> = {}
    loop['loop'] = [loop, loop]
    expect(estimateBytes(loop)).toBeLessThan(10_000)
  })
})
