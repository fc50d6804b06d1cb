import { setImmediate as nextTurn } from 'node:timers/promises'
import { Unavailable } from '../domain/errors.ts'

/** Queues an item under a key and resolves with its result. */
export type BatchWriter<Item, Result> = (key: string, item: Item) => Promise<Result>

/**
 * Batches concurrent writes with the same key into one transaction: a DataLoader for writes.
 *
 * The first batch has the calls of one turn of the event loop. Calls that arrive while a batch runs form the next one, of at
 * most `maxBatchSize` items. `write` returns, in order, a result for each item or an Error that rejects this item alone. If
 * `write` throws, the items are retried one by one, so that one bad item does not fail the others.
 */
export function batchWrites<Item, Result>(
  write: (key: string, items: Item[]) => Promise<(Result | Error)[]>,
  maxBatchSize: number,
): BatchWriter<Item, Result> {
  type PendingItem = { item: Item; resolve: (result: Result) => void; reject: (error: unknown) => void }
  const queues = new Map<string, PendingItem[]>()
  const activeKeys = new Set<string>()

  async function writeBatch(key: string, batch: PendingItem[]): Promise<void> {
    try {
      const items = batch.map(({ item }) => item)
      const results = await write(key, items)
      batch.forEach(({ resolve, reject }, index) => {
        const result = results[index]
        if (result instanceof Error) reject(result)
        else resolve(result as Result)
      })
    } catch (error) {
      // Without a database every retry would fail too, each after its own timeout.
      if (batch.length === 1 || error instanceof Unavailable) for (const { reject } of batch) reject(error)
      else for (const pending of batch) await writeBatch(key, [pending])
    }
  }

  async function drainQueue(key: string): Promise<void> {
    activeKeys.add(key)
    // A response sends several clients on their way at once, so their next calls arrive together.
    await nextTurn()
    for (let queue = queues.get(key); queue?.length; queue = queues.get(key)) {
      await writeBatch(key, queue.splice(0, maxBatchSize))
    }
    queues.delete(key)
    activeKeys.delete(key)
  }

  return (key, item) =>
    new Promise<Result>((resolve, reject) => {
      const queue = queues.get(key)
      if (queue) queue.push({ item, resolve, reject })
      else queues.set(key, [{ item, resolve, reject }])
      if (!activeKeys.has(key)) void drainQueue(key)
    })
}
