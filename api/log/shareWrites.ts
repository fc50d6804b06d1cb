import { Unavailable } from '../domain/errors.ts'

/**
 * Lets calls that wait for the same thing share one transaction: a DataLoader for writes.
 *
 * The first call runs at once; what arrives while it runs is taken together when it is done, at most `limit` at a
 * time. `write` answers each item in order: a value, or an Error for that item alone. When a shared write fails
 * as a whole, its items are tried again one by one, so that a bad one hurts only itself.
 */
export function shareWrites<Item, Answer>(
  write: (key: string, items: Item[]) => Promise<(Answer | Error)[]>,
  limit: number,
): (key: string, item: Item) => Promise<Answer> {
  type Waiting = { item: Item; resolve: (answer: Answer) => void; reject: (error: unknown) => void }
  const waiting = new Map<string, Waiting[]>()
  const running = new Set<string>()

  async function settle(key: string, batch: Waiting[]): Promise<void> {
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
      else for (const one of batch) await settle(key, [one])
    }
  }

  async function drain(key: string): Promise<void> {
    running.add(key)
    for (let queue = waiting.get(key); queue?.length; queue = waiting.get(key)) {
      await settle(key, queue.splice(0, limit))
    }
    waiting.delete(key)
    running.delete(key)
  }

  return (key, item) =>
    new Promise<Answer>((resolve, reject) => {
      const queue = waiting.get(key)
      if (queue) queue.push({ item, resolve, reject })
      else waiting.set(key, [{ item, resolve, reject }])
      if (!running.has(key)) void drain(key)
    })
}
