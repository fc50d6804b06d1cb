/** A pseudorandom generator of numbers in [0, 1). Equal seeds give equal numbers on every machine (mulberry32). */
export type Random = () => number

const TOWN_SEED = 20240211

/**
 * Creates a generator for one purpose and one block. Separate streams keep a change to the trees of a block from
 * changing owners or house numbers.
 */
export function createRandom(stream: number, block: number): Random {
  let state = (TOWN_SEED ^ Math.imul(stream, 0x9e3779b1) ^ Math.imul(block + 1, 0x85ebca6b)) | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

export function randomBetween(random: Random, low: number, high: number): number {
  return low + random() * (high - low)
}

/** A whole number from 0 to `count` - 1. */
export function randomInt(random: Random, count: number): number {
  return Math.floor(random() * count)
}
