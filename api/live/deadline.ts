/** The result of `work`, or a rejection after `ms` milliseconds. `work` itself is not stopped. */
export async function withDeadline<T>(work: Promise<T>, ms: number): Promise<T> {
  const { promise: deadline, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`No result within ${ms / 1000} seconds`)), ms)
  try {
    return await Promise.race([work, deadline])
  } finally {
    clearTimeout(timer)
  }
}
