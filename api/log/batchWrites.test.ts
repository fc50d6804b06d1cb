import { describe, expect, it } from 'vitest'
import { Unavailable } from '../domain/errors.ts'
import { batchWrites } from './batchWrites.ts'

/** A writer whose transactions are finished by hand, noting who shared which. */
function createManualWriter() {
  const batches: string[][] = []
  const finishers: (() => void)[] = []
  const write = batchWrites<string, string>(async (_key, items) => {
    batches.push(items)
    await new Promise<void>((resolve) => finishers.push(resolve))
    if (items.includes('away')) throw new Unavailable('The database is away')
    if (items.length > 1 && items.includes('poison')) throw new Error('the whole transaction failed')
    return items.map((item) =>
      item === 'bad' || item === 'poison' ? new Error(`${item} is refused`) : item.toUpperCase(),
    )
  }, 3)
  const finishNext = async () => {
    while (finishers.length === 0) await new Promise((resolve) => setImmediate(resolve))
    finishers.shift()!()
  }
  return { share: write, taken: batches, finishNext }
}

describe('writers that wait for the same log', () => {
  it('share one transaction: the first goes alone, those that waited go together, at most the limit', async () => {
    const { share: write, taken: batches, finishNext } = createManualWriter()
    const answers = Promise.all(['a', 'b', 'c', 'd', 'e'].map((item) => write('tenant', item)))
    await finishNext()
    await finishNext()
    await finishNext()
    expect(await answers).toEqual(['A', 'B', 'C', 'D', 'E'])
    expect(batches).toEqual([['a'], ['b', 'c', 'd'], ['e']])
  })

  it('do not wait for another log', async () => {
    const { share: write, taken: batches } = createManualWriter()
    void write('one', 'a')
    void write('two', 'b')
    expect(batches).toEqual([['a'], ['b']])
  })

  it('are answered each for itself: a bad one is refused alone', async () => {
    const { share: write, finishNext } = createManualWriter()
    const answers = Promise.allSettled(['a', 'bad', 'c'].map((item) => write('tenant', item)))
    await finishNext()
    await finishNext()
    expect((await answers).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  })

  it('are tried one by one when their shared transaction fails', async () => {
    const { share: write, taken: batches, finishNext } = createManualWriter()
    const answers = Promise.allSettled(['a', 'b', 'poison', 'c'].map((item) => write('tenant', item)))
    for (let transaction = 0; transaction < 5; transaction += 1) await finishNext()
    expect((await answers).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
    expect(batches).toEqual([['a'], ['b', 'poison', 'c'], ['b'], ['poison'], ['c']])
  })

  it('are all answered at once when there is no database', async () => {
    const { share: write, taken: batches, finishNext } = createManualWriter()
    const answers = Promise.allSettled(['a', 'away', 'b'].map((item) => write('tenant', item)))
    await finishNext()
    await finishNext()
    expect((await answers).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected'])
    expect(batches).toEqual([['a'], ['away', 'b']])
  })
})
