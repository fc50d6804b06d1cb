import { setTimeout as sleep } from 'node:timers/promises'

interface RetryOptions {
  /** How often `attempt` is called at most. */
  attempts: number
  pauseMs?: number
  canRetry: (error: unknown) => boolean
}

/** Calls `attempt` until it succeeds. Throws the error of the last attempt, or the first one that `canRetry` rejects. */
export async function retry<T>(attempt: () => Promise<T>, { attempts, pauseMs, canRetry }: RetryOptions): Promise<T> {
  for (let left = attempts; ; left -= 1)
    try {
      return await attempt()
    } catch (error) {
      if (left === 1 || !canRetry(error)) throw error
      if (pauseMs) await sleep(pauseMs)
    }
}
