import { describe, expect, it } from 'vitest'
import { createCachedBasemap } from './cached.ts'

/** A basemap whose tiles have this size, and the tiles that were read from it. */
function createSource(bytes: number) {
  const reads: string[] = []
  const getTile = async (z: number, x: number, y: number) => {
    reads.push(`${z}/${x}/${y}`)
    if (x === 404) throw new Error('The database cannot be reached.')
    return x === 0 ? null : Buffer.alloc(bytes, x % 256)
  }
  return { reads, cached: createCachedBasemap({ getTile }) }
}

describe('a cached basemap', () => {
  it('reads each tile once, also an empty one, and for concurrent callers', async () => {
    const { reads, cached } = createSource(10)
    const tiles = await Promise.all([cached.getTile(16, 7, 9), cached.getTile(16, 7, 9), cached.getTile(16, 0, 9)])
    expect(tiles).toEqual([Buffer.alloc(10, 7), Buffer.alloc(10, 7), null])
    expect(await cached.getTile(16, 0, 9)).toBeNull()
    expect(reads).toEqual(['16/7/9', '16/0/9'])
  })

  it('keeps at most 32 MB, the most recently used ones', async () => {
    const { reads, cached } = createSource(1024 * 1024)
    for (let x = 1; x <= 40; x += 1) await cached.getTile(16, x, 1)
    reads.length = 0
    for (const x of [40, 12, 1, 40]) await cached.getTile(16, x, 1)
    expect(reads).toEqual(['16/1/1'])
  })

  it('does not keep an error', async () => {
    const { reads, cached } = createSource(10)
    for (let n = 0; n < 2; n += 1) await expect(cached.getTile(16, 404, 1)).rejects.toThrow('cannot be reached')
    expect(reads).toHaveLength(2)
  })
})
