import type { PlanePoint } from '../point.ts'
import { createSeededRandom } from '../seededRandom.ts'
import { Tour, type Stretch, type WalkedStretch } from './tour.ts'

export interface SearchOptions {
  /** How often a part of the walk is tried in another order, for each stretch. */
  triesPerStretch?: number
  /** Called in each loop, to let others run. */
  pause?: () => Promise<void> | undefined
}

const minTries = 200
/** Any fixed seed, so that the same doors give the same route. */
const SEED = 0x5eed

/**
 * The order in which all stretches are walked on a short way that begins at `start`, or anywhere, and ends anywhere. It begins with the
 * nearest neighbor, is improved by 2-opt and Or-opt, and then by exchanging two parts of the walk wherever that makes it shorter (an iterated
 * local search). The same stretches give the same order on each device.
 */
export async function orderStretches(
  stretches: readonly Stretch[],
  start: PlanePoint | null,
  { triesPerStretch = 4, pause }: SearchOptions = {},
): Promise<WalkedStretch[]> {
  const tour = new Tour(stretches, start)
  await pause?.()
  const count = stretches.length
  tour.improve(Array.from({ length: start ? count + 1 : count }, (_, stretch) => stretch))
  const next = createSeededRandom(SEED)
  const random = (limit: number) => Math.floor(next() * limit)
  const tries = count < 2 ? 0 : Math.max(minTries, triesPerStretch * count)
  for (let n = 0; n < tries; n += 1) {
    if (n % 64 === 0) await pause?.()
    tour.tryExchange(random)
  }
  return tour.walked()
}
