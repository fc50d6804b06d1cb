import { describe, expect, it } from 'vitest'
import { Unavailable } from '../domain/errors.ts'
import { batchWrites } from './batchWrites.ts'

/** Batched writes that finish when `finishNext` is called. `batches` lists the batches that were written. */
function createManualWriter() {
  const batches: string[][] = []
  const finishers: (() => void)[] = []
  const write = batchWrites<string, string>(async (_key, items) => {
    batches.push(items)
    await new Promise<void>((resolve) => finishers.push(resolve))
    if (items.includes('offline')) throw new Unavailable('The database is offline')
    if (items.length > 1 && items.includes('poison')) throw new Error('the transaction failed')
    return items.map((item) =>
      item === 'bad' || item === 'poison' ? new Error(`${item} is rejected`) : item.toUpperCase(),
    )
  }, 3)
  const finishNext = async () => {
    while (finishers.length === 0) await new Promise((resolve) => setImmediate(resolve))
    finishers.shift()!()
  }
  return { write, batches, finishNext }
}

describe('writes to the same log', () => {
  it('are batched: the first runs alone, those that waited run together, up to the limit', async () => {
    const { write, batches, finishNext } = createManualWriter()
    const results = Promise.all(['a', 'b', 'c', 'd', 'e'].map((item) => write('tenant', item)))
    await finishNext()
    await finishNext()
    await finishNext()
    expect(await results).toEqual(['A', 'B', 'C', 'D', 'E'])
    expect(batches).toEqual([['a'], ['b', 'c', 'd'], ['e']])
  })

  it('do not wait for writes to another log', async () => {
    const { write, batches } = createManualWriter()
    void write('one', 'a')
    void write('two', 'b')
    expect(batches).toEqual([['a'], ['b']])
  })

  it('have separate results: a bad one is rejected alone', async () => {
    const { write, finishNext } = createManualWriter()
    const results = Promise.allSettled(['a', 'bad', 'c'].map((item) => write('tenant', item)))
    await finishNext()
    await finishNext()
    expect((await results).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  })

  it('are retried one by one when their batch fails', async () => {
    const { write, batches, finishNext } = createManualWriter()
    const results = Promise.allSettled(['a', 'b', 'poison', 'c'].map((item) => write('tenant', item)))
    for (let transaction = 0; transaction < 5; transaction += 1) await finishNext()
    expect((await results).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
    expect(batches).toEqual([['a'], ['b', 'poison', 'c'], ['b'], ['poison'], ['c']])
  })

  it('are all rejected at once when the database is offline', async () => {
    const { write, batches, finishNext } = createManualWriter()
    const results = Promise.allSettled(['a', 'offline', 'b'].map((item) => write('tenant', item)))
    await finishNext()
    await finishNext()
    expect((await results).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected'])
    expect(batches).toEqual([['a'], ['offline', 'b']])
  })
})
