import { v7 as uuidv7 } from 'uuid'
import { type Random, below, randomOf } from '../town/random.ts'

/** The town's generator uses the purposes up to 9. */
const PURPOSE = 11

/** A stream of chance for one person and one kind of decision: what Avery does moves nothing of what Riley does. */
export function chanceOf(person: number, kind: number): Random {
  return randomOf(PURPOSE + kind, person)
}

/** One of the weighted choices; `otherwise` takes what is missing to 1. */
export function pick<T extends string>(random: Random, weights: Partial<Record<T, number>>, otherwise: T): T {
  let draw = random()
  for (const [choice, weight] of Object.entries(weights) as [T, number][]) {
    draw -= weight
    if (draw < 0) return choice
  }
  return otherwise
}

export function oneOf<T>(random: Random, list: readonly T[]): T {
  return list[below(random, list.length)]!
}

/** A whole number whose mean is `mean`. */
export function about(random: Random, mean: number): number {
  return Math.max(0, Math.floor(mean * (0.7 + random() * 0.6) + random()))
}

/** An id as the server would have made it then, of the stream's chance alone. */
export function idAt(random: Random, time: Date): string {
  return uuidv7({ msecs: time.getTime(), random: Uint8Array.from({ length: 16 }, () => below(random, 256)) })
}

/**
 * Answers yes in very nearly the share asked for: who is said to close every third lead does, and the demo's best
 * rep is not its worst by bad luck. When it is yes is still chance.
 */
export type Quota = (share: number) => boolean

export function quotaOf(random: Random): Quota {
  let owed = 0
  return (share) => {
    owed += share
    const isYes = owed + (random() - 0.5) * 0.9 >= 0.5
    if (isYes) owed -= 1
    return isYes
  }
}
