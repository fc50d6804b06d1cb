import { Unavailable } from '../domain/errors.ts'

/**
 * Lets calls that wait for the same thing share one transaction: a DataLoader for writes.
 *
 * The first call runs at once; what arrives while it runs is taken together when it is done, at most `limit` at a
 * time. `write` answers each item in order: a value, or an Error for that item alone. When a shared write fails
 * as a whole, its items are tried again one by one, so that a bad one hurts only itself.
 */
export function batchWrites<Item, Answer>(
  write: (key: string, items: Item[]) => Promise<(Answer | Error)[]>,
  maxBatchSize: number,
): (key: string, item: Item) => Promise<Answer> {
  type PendingItem = { item: Item; resolve: (answer: Answer) => void; reject: (error: unknown) => void }
  const queues = new Map<string, PendingItem[]>()
  const activeKeys = new Set<string>()

  async function writeBatch(key: string, batch: PendingItem[]): Promise<void> {
    try {
      const answers = await write(
        key,
        batch.map(({ item }) => item),
      )
      batch.forEach(({ resolve, reject }, at) => {
        const answer = answers[at]
        if (answer instanceof Error) reject(answer)
        else resolve(answer as Answer)
      })
    } catch (error) {
      // Without a database none of them would fare better alone, and each would wait for that.
      if (batch.length === 1 || error instanceof Unavailable) for (const { reject } of batch) reject(error)
      else for (const pending of batch) await writeBatch(key, [pending])
    }
  }

  async function drainQueue(key: string): Promise<void> {
    activeKeys.add(key)
    for (let queue = queues.get(key); queue?.length; queue = queues.get(key)) {
      await writeBatch(key, queue.splice(0, maxBatchSize))
    }
    queues.delete(key)
    activeKeys.delete(key)
  }

  return (key, item) =>
    new Promise<Answer>((resolve, reject) => {
      const queue = queues.get(key)
      if (queue) queue.push({ item, resolve, reject })
      else queues.set(key, [{ item, resolve, reject }])
      if (!activeKeys.has(key)) void drainQueue(key)
    })
}
