import type { SharedReads } from '../context.ts'

/**
 * Runs `read`, or shares the result of another caller's read with the same key that has not started yet. At most one read with
 * a key runs at a time. As a read that is shared starts after the call, it returns everything committed before the call.
 */
export function shareRead<T>(reads: SharedReads, key: string, read: () => Promise<T>): Promise<T> {
  const { running, waiting } = reads
  const current = running.get(key)
  if (!current) return startRead(reads, key, read)
  const next = waiting.get(key)
  if (next) return next as Promise<T>
  const start = () => {
    waiting.delete(key)
    return startRead(reads, key, read)
  }
  const started = current.then(start, start)
  waiting.set(key, started)
  return started
}

function startRead<T>({ running }: SharedReads, key: string, read: () => Promise<T>): Promise<T> {
  const result = read().finally(() => running.delete(key))
  running.set(key, result)
  return result
}
