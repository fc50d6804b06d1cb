import { v7 as uuidv7 } from 'uuid'
import { type Random, randomInt, createRandom } from '../town/random.ts'

/** The town generator uses streams 1 to 9. */
const FIRST_STREAM = 11

/**
 * A random stream for one person and one kind of decision. Separate streams keep a change to one rep from changing
 * another rep's activity.
 */
export function createActivityRandom(person: number, kind: number): Random {
  return createRandom(FIRST_STREAM + kind, person)
}

/** Picks one of the weighted choices. `fallback` gets the rest of the probability up to 1. */
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

/** A random whole number with the given mean. */
export function pickAround(random: Random, mean: number): number {
  return Math.max(0, Math.floor(mean * (0.7 + random() * 0.6) + random()))
}

/** A UUID v7 for the given time whose random part comes from the stream, so that ids are reproducible. */
export function createIdAt(random: Random, time: Date): string {
  return uuidv7({ msecs: time.getTime(), random: Uint8Array.from({ length: 16 }, () => randomInt(random, 256)) })
}

/**
 * Returns true for very nearly the requested share of its calls, in random order. Independent draws would vary too
 * much: the best rep of the demo could end up last.
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
