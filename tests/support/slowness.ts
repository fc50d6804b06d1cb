import { createHash } from 'node:crypto'
import os from 'node:os'

declare module 'vitest' {
  interface ProvidedContext {
    slowness: number
  }
}

/** How long the work below takes on one quiet core of the machine on which the limits of time were chosen. */
const expectedMs = 25
const maxFactor = 6

/**
 * By how much limits of time are extended on a slow or busy machine, from 1 to 6: how many times longer than expected it takes
 * for a fixed piece of work now, or how many programs wanted each of its cores in the last minute if those are more.
 */
export function measureSlowness(): number {
  const startedAt = performance.now()
  const bytes = Buffer.alloc(1_000_000)
  for (let n = 0; n < 40; n += 1) createHash('sha256').update(bytes).digest()
  const speed = (performance.now() - startedAt) / expectedMs
  const load = os.loadavg()[0]! / os.availableParallelism()
  return Math.min(maxFactor, Math.max(1, speed, load))
}
