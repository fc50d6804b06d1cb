/** What PostgreSQL answers every statement of a transaction after one has failed. */
const abortedTransaction = '25P02'

/**
 * Waits for statements of one transaction that are sent without waiting for each other, in this order, because each wait makes the transaction
 * longer for others. Waits for all of them even if one fails, so that none is sent after the transaction has ended, and throws what
 * made the transaction fail.
 */
export async function sendTogether<const Results extends readonly unknown[]>(statements: {
  [Key in keyof Results]: Promise<Results[Key]>
}): Promise<Results> {
  const results = await Promise.allSettled(statements as readonly Promise<unknown>[])
  const reasons = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []))
  if (reasons.length > 0) throw reasons.find((reason) => codeOf(reason) !== abortedTransaction) ?? reasons[0]
  return results.map((result) => (result as PromiseFulfilledResult<unknown>).value) as unknown as Results
}

const codeOf = (reason: unknown): unknown => (reason as { code?: unknown } | null)?.code
