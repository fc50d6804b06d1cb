import { v7 as uuidv7 } from 'uuid'
import { type Random, randomInt, createRandom } from '../town/random.ts'

/** The town's generator uses the purposes up to 9. */
const FIRST_STREAM = 11

/** A stream of chance for one person and one kind of decision: what Avery does moves nothing of what Riley does. */
export function createActivityRandom(person: number, kind: number): Random {
  return createRandom(FIRST_STREAM + kind, person)
}

/** One of the weighted choices; `otherwise` takes what is missing to 1. */
export function pickWeighted<T extends string>(random: Random, weights: Partial<Record<T, number>>, fallback: T): T {
  let draw = random()
  for (const [choice, weight] of Object.entries(weights) as [T, number][]) {
    draw -= weight
    if (draw < 0) return choice
  }
  return fallback
}

export function pickOne<T>(random: Random, list: readonly T[]): T {
  return list[randomInt(random, list.length)]!
}

/** A whole number whose mean is `mean`. */
export function pickAround(random: Random, mean: number): number {
  return Math.max(0, Math.floor(mean * (0.7 + random() * 0.6) + random()))
}

/** An id as the server would have made it then, of the stream's chance alone. */
export function createIdAt(random: Random, time: Date): string {
  return uuidv7({ msecs: time.getTime(), random: Uint8Array.from({ length: 16 }, () => randomInt(random, 256)) })
}

/**
 * Answers yes in very nearly the share asked for: who is said to close every third lead does, and the demo's best
 * rep is not its worst by bad luck. When it is yes is still chance.
 */
export type Quota = (share: number) => boolean

export function createQuota(random: Random): Quota {
  let balance = 0
  return (share) => {
    balance += share
    const isYes = balance + (random() - 0.5) * 0.9 >= 0.5
    if (isYes) balance -= 1
    return isYes
  }
}
