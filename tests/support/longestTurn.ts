/**
 * Runs `work`, and returns its result with the longest time in milliseconds of the processor that this thread worked without letting
 * anything else run. On a busy machine this is the same as on a quiet one.
 */
export async function withLongestTurn<Result>(
  work: () => Promise<Result>,
): Promise<{ result: Result; turnMs: number }> {
  const cpuMs = () => {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1_000
  }
  let longest = 0
  let isOver = false
  let before = cpuMs()
  const measure = () => {
    const now = cpuMs()
    longest = Math.max(longest, now - before)
    before = now
    if (!isOver) setTimeout(measure, 1)
  }
  setTimeout(measure, 1)
  try {
    return { result: await work(), turnMs: longest }
  } finally {
    isOver = true
  }
}
