import { setImmediate as nextTurn } from 'node:timers/promises'
import { Unavailable } from '../domain/errors.ts'
import { reportFault } from '../domain/faults.ts'

/** Queues an item under a key and resolves with its result. */
export type BatchWriter<Item, Result> = (key: string, item: Item) => Promise<Result>

/**
 * Batches concurrent writes with the same key into one transaction: a DataLoader for writes.
 *
 * The first batch has the calls of one turn of the event loop. Calls that arrive while a batch runs form the next one, of at
 * most `maxBatchSize` items, which is sent before the results of the last one are passed on. `write` returns, in order, a
 * result for each item or an Error that rejects this item alone. If `write` throws, the items are retried one by one, so
 * that one bad item does not fail the others. A call that finds `maxQueued` items waiting under its key is rejected with
 * `Unavailable`, and nothing of it is written.
 */
export function batchWrites<Item, Result>(
  write: (key: string, items: Item[]) => Promise<(Result | Error)[]>,
  { name, maxBatchSize, maxQueued }: { name: 'knocks'; maxBatchSize: number; maxQueued: number },
): BatchWriter<Item, Result> {
  type PendingItem = { item: Item; resolve: (result: Result) => void; reject: (error: unknown) => void }
  const queues = new Map<string, PendingItem[]>()
  const activeKeys = new Set<string>()

  /** Writes the batch. Returns a function that gives each caller its result. */
  async function writeBatch(key: string, batch: PendingItem[]): Promise<() => void> {
    try {
      const items = batch.map(({ item }) => item)
      const results = await write(key, items)
      return () =>
        batch.forEach(({ resolve, reject }, index) => {
          const result = results[index]
          if (result instanceof Error) reject(result)
          else resolve(result as Result)
        })
    } catch (error) {
      // Without a database every retry would fail too, each after its own timeout.
      if (batch.length === 1 || error instanceof Unavailable) return () => batch.forEach(({ reject }) => reject(error))
      const settled: (() => void)[] = []
      for (const pending of batch) settled.push(await writeBatch(key, [pending]))
      return () => settled.forEach((settle) => settle())
    }
  }

  async function drainQueue(key: string): Promise<void> {
    activeKeys.add(key)
    // A response sends several clients on their way at once, so their next calls arrive together.
    await nextTurn()
    let settle = () => {}
    for (let queue = queues.get(key); queue?.length; queue = queues.get(key)) {
      const writing = writeBatch(key, queue.splice(0, maxBatchSize))
      // The callers of the last batch get their results after this one has been sent, so that both sides work at once.
      await nextTurn()
      settle()
      settle = await writing
    }
    queues.delete(key)
    activeKeys.delete(key)
    settle()
  }

  return (key, item) =>
    new Promise<Result>((resolve, reject) => {
      const queue = queues.get(key)
      if (queue && queue.length >= maxQueued) {
        reportFault({ type: 'queue_full', queue: name })
        return reject(new Unavailable('Too many changes are waiting. Try again in a moment.'))
      }
      if (queue) queue.push({ item, resolve, reject })
      else queues.set(key, [{ item, resolve, reject }])
      if (!activeKeys.has(key)) void drainQueue(key)
    })
}
