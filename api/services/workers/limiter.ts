import { Unavailable } from '../../domain/errors.ts'

const maxQueued = 20
const maxWaitMs = 60_000
const documentsBusyMessage = 'Other documents are being prepared. Try again in a minute.'

/** Waits for a free slot. Resolves with a function that frees it. Throws `Unavailable` if too many are waiting. */
export type AcquireSlot = (signal?: AbortSignal) => Promise<() => void>

/**
 * Limits the number of concurrent jobs; the others wait in order. Resolves with a function that the caller must call when
 * its job is done.
 */
export function createLimiter(maxRunning: number, busyMessage = documentsBusyMessage): AcquireSlot {
  const queue: (() => void)[] = []
  let running = 0
  const release = () => {
    const startNext = queue.shift()
    // The slot passes to the job that has waited longest, so `running` stays the same.
    if (startNext) startNext()
    else running -= 1
  }
  return async (signal) => {
    signal?.throwIfAborted()
    if (running < maxRunning) {
      running += 1
      return release
    }
    if (queue.length >= maxQueued) throw new Unavailable(busyMessage)
    return new Promise((resolve, reject) => {
      const stopWaiting = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', onAbort)
      }
      const leaveQueue = (error: Error) => {
        stopWaiting()
        queue.splice(queue.indexOf(start), 1)
        reject(error)
      }
      const onAbort = () => leaveQueue(signal!.reason as Error)
      const start = () => {
        stopWaiting()
        resolve(release)
      }
      const timer = setTimeout(() => leaveQueue(new Unavailable(busyMessage)), maxWaitMs)
      signal?.addEventListener('abort', onAbort, { once: true })
      queue.push(start)
    })
  }
}
