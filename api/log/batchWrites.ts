import { Unavailable } from '../domain/errors.ts'

/**
 * Batches concurrent writes with the same key into one transaction: a DataLoader for writes.
 *
 * The first call runs at once. Calls that arrive while it runs wait and are then written together, at most `maxBatchSize`
 * at a time. `write` returns one result per item, in order: a value, or an Error for that item alone. If `write` rejects,
 * each item of the batch is retried alone, so that one bad item does not fail the others.
 */
export function batchWrites<Item, Result>(
  write: (key: string, items: Item[]) => Promise<(Result | Error)[]>,
  maxBatchSize: number,
): (key: string, item: Item) => Promise<Result> {
  type PendingItem = { item: Item; resolve: (result: Result) => void; reject: (error: unknown) => void }
  const queues = new Map<string, PendingItem[]>()
  const running = new Set<string>()

  async function writeBatch(key: string, batch: PendingItem[]): Promise<void> {
    try {
      const items = batch.map(({ item }) => item)
      const results = await write(key, items)
      batch.forEach(({ resolve, reject }, i) => {
        const result = results[i]
        if (result instanceof Error) reject(result)
        else resolve(result as Result)
      })
    } catch (error) {
      // Without a database every retry would fail too, after waiting for the connection timeout.
      if (batch.length === 1 || error instanceof Unavailable) for (const { reject } of batch) reject(error)
      else for (const item of batch) await writeBatch(key, [item])
    }
  }

  async function drainQueue(key: string): Promise<void> {
    running.add(key)
    for (let queue = queues.get(key); queue?.length; queue = queues.get(key)) {
      await writeBatch(key, queue.splice(0, maxBatchSize))
    }
    queues.delete(key)
    running.delete(key)
  }

  return (key, item) =>
    new Promise<Result>((resolve, reject) => {
      const queue = queues.get(key)
      if (queue) queue.push({ item, resolve, reject })
      else queues.set(key, [{ item, resolve, reject }])
      if (!running.has(key)) void drainQueue(key)
    })
}
