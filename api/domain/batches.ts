/** The maximum number of records in one statement. */
const batchSize = 2_000
/** The maximum length of the texts in one statement, unless it has one record. A longer one keeps requests waiting. */
const maxBatchLength = 1_000_000

/**
 * Calls `work` with the items in batches, and `onProgress` with the number of them that are done. `lengthOf` is the length of the long
 * texts of an item.
 */
export async function inBatches<Item>(
  items: readonly Item[],
  work: (batch: Item[]) => Promise<void>,
  onProgress: (done: number) => Promise<void> = () => Promise.resolve(),
  lengthOf: (item: Item) => number = () => 0,
): Promise<void> {
  for (let start = 0; start < items.length;) {
    let end = start
    for (let length = 0; end < items.length && end - start < batchSize; end += 1) {
      length += lengthOf(items[end]!)
      if (length > maxBatchLength && end > start) break
    }
    await work(items.slice(start, end))
    await onProgress(end)
    start = end
  }
}
