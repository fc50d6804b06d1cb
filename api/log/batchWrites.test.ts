import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { describe, expect, it } from 'vitest'
import { Unavailable } from '../domain/errors.ts'
import { faultChannel } from '../domain/faults.ts'
import { batchWrites } from './batchWrites.ts'

const queueOptions = { name: 'knocks', maxBatchSize: 3, maxQueued: 6 } as const

/** A writer that records its batches and finishes each only when the test calls `finishNext`. */
function createManualWriter() {
  const batches: string[][] = []
  const finishers: (() => void)[] = []
  const write = batchWrites<string, string>(async (_key, items) => {
    batches.push(items)
    await new Promise<void>((resolve) => finishers.push(resolve))
    if (items.includes('unavailable')) throw new Unavailable('The database is unavailable')
    if (items.includes('broken')) throw new Error('the transaction failed')
    if (items.length > 1 && items.includes('poison')) throw new Error('the whole transaction failed')
    return items.map((item) =>
      item === 'bad' || item === 'poison' ? new Error(`${item} is rejected`) : item.toUpperCase(),
    )
  }, queueOptions)
  const started = async (count = 1) => {
    while (finishers.length < count) await new Promise((resolve) => setImmediate(resolve))
  }
  const finishNext = async () => {
    await started()
    finishers.shift()!()
  }
  return { write, batches, started, finishNext }
}

describe('batched writes', () => {
  it('write the items of one turn of the event loop together, up to the limit', async () => {
    const { write, batches, finishNext } = createManualWriter()
    const results = Promise.all(['a', 'b', 'c', 'd', 'e'].map((item) => write('tenant', item)))
    await finishNext()
    await finishNext()
    expect(await results).toEqual(['A', 'B', 'C', 'D', 'E'])
    expect(batches).toEqual([
      ['a', 'b', 'c'],
      ['d', 'e'],
    ])
  })

  it('write the items that arrive while a batch runs in the next one', async () => {
    const { write, batches, started, finishNext } = createManualWriter()
    const first = write('tenant', 'a')
    await started()
    const later = Promise.all(['b', 'c'].map((item) => write('tenant', item)))
    expect(batches).toEqual([['a']])
    await finishNext()
    await finishNext()
    expect([await first, ...(await later)]).toEqual(['A', 'B', 'C'])
    expect(batches).toEqual([['a'], ['b', 'c']])
  })

  it('are sent before the callers of the last batch continue', async () => {
    const { write, batches, started, finishNext } = createManualWriter()
    const batchesSeen = write('tenant', 'a').then(() => batches.length)
    await started()
    const later = write('tenant', 'b')
    await finishNext()
    expect(await batchesSeen).toBe(2)
    await finishNext()
    expect(await later).toBe('B')
  })

  it('are refused while the queue of their key is full', async () => {
    const { write, started, finishNext } = createManualWriter()
    const first = write('tenant', 'a')
    await started()
    const waiting = Promise.all(['b', 'c', 'd', 'e', 'f', 'g'].map((item) => write('tenant', item)))
    const faults: unknown[] = []
    const note = (fault: unknown) => void faults.push(fault)
    subscribe(faultChannel, note)
    const refused = await write('tenant', 'h').catch((error: unknown) => error)
    unsubscribe(faultChannel, note)
    expect(refused).toBeInstanceOf(Unavailable)
    expect((refused as Error).message).toBe('Too many changes are waiting. Try again in a moment.')
    expect(faults).toEqual([{ type: 'queue_full', queue: 'knocks' }])
    const other = write('other', 'i')
    for (let batch = 0; batch < 4; batch += 1) await finishNext()
    expect([await first, ...(await waiting), await other]).toEqual(['A', 'B', 'C', 'D', 'E', 'F', 'G', 'I'])
  })

  it('do not wait for those of another key', async () => {
    const { write, batches, started } = createManualWriter()
    void write('one', 'a')
    void write('two', 'b')
    await started(2)
    expect(batches).toEqual([['a'], ['b']])
  })

  it('begin anew once all items of their key were written', async () => {
    const { write, batches, finishNext } = createManualWriter()
    for (const item of ['a', 'b']) {
      const result = write('tenant', item)
      await finishNext()
      expect(await result).toBe(item.toUpperCase())
    }
    expect(batches).toEqual([['a'], ['b']])
  })

  it('of one key never run at the same time', async () => {
    const { write, batches, started, finishNext } = createManualWriter()
    const results = [write('tenant', 'a')]
    await started()
    results.push(write('tenant', 'b'))
    // Enough turns for another batch to be sent.
    for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve))
    results.push(write('tenant', 'c'))
    for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve))
    expect(batches).toEqual([['a']])
    await finishNext()
    await finishNext()
    expect(await Promise.all(results)).toEqual(['A', 'B', 'C'])
  })

  it('are not retried if a single item fails', async () => {
    const { write, batches, finishNext } = createManualWriter()
    const result = write('tenant', 'broken').catch((error: Error) => error.message)
    await finishNext()
    expect(await result).toBe('the transaction failed')
    expect(batches).toEqual([['broken']])
  })

  it('reject only the item that has an error', async () => {
    const { write, finishNext } = createManualWriter()
    const results = Promise.allSettled(['a', 'bad', 'c'].map((item) => write('tenant', item)))
    await finishNext()
    expect((await results).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  })

  it('are retried one by one when the batch fails', async () => {
    const { write, batches, finishNext } = createManualWriter()
    const results = Promise.allSettled(['a', 'poison', 'c'].map((item) => write('tenant', item)))
    for (let transaction = 0; transaction < 4; transaction += 1) await finishNext()
    expect((await results).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(batches).toEqual([['a', 'poison', 'c'], ['a'], ['poison'], ['c']])
  })

  it('are all rejected without a retry when the database is unavailable', async () => {
    const { write, batches, finishNext } = createManualWriter()
    const results = Promise.allSettled(['a', 'unavailable'].map((item) => write('tenant', item)))
    await finishNext()
    expect((await results).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(batches).toEqual([['a', 'unavailable']])
  })
})
