/** The maximum number of records in one statement. */
const batchSize = 2_000

/** Calls `work` with the items in batches, and `reached` with the number of them that are done. */
export async function inBatches<Item>(
  items: readonly Item[],
  work: (batch: Item[]) => Promise<void>,
  reached: (done: number) => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  for (let start = 0; start < items.length; start += batchSize) {
    const batch = items.slice(start, start + batchSize)
    await work(batch)
    await reached(start + batch.length)
  }
}
