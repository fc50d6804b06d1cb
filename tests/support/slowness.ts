import { createHash } from 'node:crypto'

/** How long the work below takes on one quiet core of the machine on which the limits of time were chosen. */
const expectedMs = 60
const maxFactor = 6

/**
 * How many times longer than expected this machine takes for a fixed piece of work now, so that limits of time grow with a
 * slow or busy machine: from 1 to 6.
 */
export function measureSlowness(): number {
  const startedAt = performance.now()
  const bytes = Buffer.alloc(1_000_000)
  for (let n = 0; n < 40; n += 1) createHash('sha256').update(bytes).digest()
  return Math.min(maxFactor, Math.max(1, (performance.now() - startedAt) / expectedMs))
}
