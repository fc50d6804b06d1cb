import { setTimeout as sleep } from 'node:timers/promises'

/** How long a transaction should take, because reps who save meanwhile wait for it. */
const targetMs = 100
const firstSize = 50
/** A smaller batch takes hardly less time, because most of that is the commit. */
const minSize = 50
const maxSize = 1_000
/** The pause after a transaction, as a share of its time. Reps who waited for the transaction save in it. */
const pauseShare = 0.2
const minPauseMs = 5

/**
 * Calls `save`, which runs one transaction, with the items in batches that are as large as fits into the time of a short transaction
 * on this machine, and pauses between them.
 */
export async function inShortTransactions<Item>(
  items: readonly Item[],
  save: (batch: Item[]) => Promise<void>,
): Promise<void> {
  let size = firstSize
  for (let start = 0; start < items.length;) {
    const batch = items.slice(start, start + size)
    const began = performance.now()
    await save(batch)
    const tookMs = performance.now() - began
    start += batch.length
    size = nextBatchSize(batch.length, tookMs)
    if (start < items.length) await sleep(Math.max(minPauseMs, tookMs * pauseShare))
  }
}

/** The size of the next batch after one of `size` that took `tookMs`: at most twice as large, or at once as small as is in time. */
export function nextBatchSize(size: number, tookMs: number): number {
  const fitting = Math.floor((size * targetMs) / Math.max(tookMs, 1))
  return Math.min(Math.max(fitting, minSize), 2 * size, maxSize)
}
