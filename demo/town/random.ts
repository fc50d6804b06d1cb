import { createSeededRandom } from '../../api/domain/seededRandom.ts'

/** A generator of `createSeededRandom`. */
export type Random = () => number

const TOWN_SEED = 20240211

/**
 * Creates a generator for one purpose and one block. Separate streams keep a change to the trees of a block from
 * changing owners or house numbers.
 */
export function createRandom(stream: number, block: number): Random {
  return createSeededRandom(TOWN_SEED ^ Math.imul(stream, 0x9e3779b1) ^ Math.imul(block + 1, 0x85ebca6b))
}

export function randomBetween(random: Random, low: number, high: number): number {
  return low + random() * (high - low)
}

/** A whole number from 0 to `count` - 1. */
export function randomInt(random: Random, count: number): number {
  return Math.floor(random() * count)
}
