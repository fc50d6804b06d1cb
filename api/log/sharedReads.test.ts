import { describe, expect, it } from 'vitest'
import type { SharedReads } from '../context.ts'
import { shareRead } from './sharedReads.ts'

/** Reads that end when the test says so. */
function createSource() {
  const reads: SharedReads = { running: new Map(), waiting: new Map() }
  const started: PromiseWithResolvers<string>[] = []
  const read = (key = 'a') =>
    shareRead(reads, key, () => {
      const result = Promise.withResolvers<string>()
      started.push(result)
      return result.promise
    })
  return { reads, started, read }
}

describe('a shared read', () => {
  it('runs once at a time, and callers during it share the next one', async () => {
    const { reads, started, read } = createSource()
    const first = read()
    const later = [read(), read(), read()]
    expect(started).toHaveLength(1)
    started[0]!.resolve('before')
    expect(await first).toBe('before')
    await Promise.resolve()
    expect(started).toHaveLength(2)
    const last = read()
    started[1]!.resolve('after')
    expect(await Promise.all(later)).toEqual(['after', 'after', 'after'])
    await Promise.resolve()
    started[2]!.resolve('last')
    expect(await last).toBe('last')
    expect([reads.running.size, reads.waiting.size]).toEqual([0, 0])
  })

  it('goes on after an error, which only its own callers get', async () => {
    const { started, read } = createSource()
    const [first, second] = [read(), read()]
    started[0]!.reject(new Error('lost'))
    await expect(first).rejects.toThrow('lost')
    await Promise.resolve()
    started[1]!.resolve('found')
    expect(await second).toBe('found')
  })

  it('is separate for each key', () => {
    const { started, read } = createSource()
    void read('a')
    void read('b')
    expect(started).toHaveLength(2)
  })
})
