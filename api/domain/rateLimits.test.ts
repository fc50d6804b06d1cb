import { describe, expect, it } from 'vitest'
import { RateLimiter } from './rateLimits.ts'

const limit = { maxBurst: 20, refillPerSecond: 0.5 }

function createLimiter(tell?: (key: string, tokens: number) => void) {
  const clock = { ms: 0 }
  const limiter = new RateLimiter(limit, () => new Date(clock.ms), tell)
  const take = (count: number, key = 'a') => Array.from({ length: count }, () => limiter.take(key))
  return { limiter, take, clock }
}

const allowed = (count: number): number[] => Array<number>(count).fill(0)

describe('a rate limit', () => {
  it('allows a burst, then as many requests as are refilled, separately for each key', () => {
    const { take, clock } = createLimiter()
    expect(take(21)).toEqual([...allowed(20), 2])
    expect(take(1, 'b')).toEqual([0])
    clock.ms = 1_000
    expect(take(1)).toEqual([1])
    clock.ms = 2_000
    expect(take(2)).toEqual([0, 2])
    clock.ms = 3_600_000
    expect(take(21)).toEqual([...allowed(20), 2])
  })

  it('is read without taking a token', () => {
    const { limiter, take, clock } = createLimiter()
    expect(limiter.secondsToWait('a')).toBe(0)
    take(20)
    expect(limiter.secondsToWait('a')).toBe(2)
    clock.ms = 2_000
    expect(limiter.secondsToWait('a')).toBe(0)
  })

  it('tells what is left after each attempt to take', () => {
    const told: unknown[] = []
    const clock = { ms: 0 }
    const small = { maxBurst: 2, refillPerSecond: 0.5 }
    const limiter = new RateLimiter(
      small,
      () => new Date(clock.ms),
      undefined,
      (remaining) => told.push(remaining),
    )
    for (const ms of [0, 0, 0, 1_000]) {
      clock.ms = ms
      limiter.take('a')
    }
    expect(told).toEqual([
      { left: 1, resetSeconds: 2 },
      { left: 0, resetSeconds: 2 },
      { left: 0, resetSeconds: 2 },
      { left: 0, resetSeconds: 1 },
    ])
  })

  it('does not grow if the clock is set back', () => {
    const { take, clock } = createLimiter()
    clock.ms = 60_000
    take(20)
    clock.ms = 0
    expect(take(1)).toEqual([2])
  })
})

describe('a rate limit of several processes', () => {
  it('counts what the others took, and tells them after each tenth of the burst', () => {
    const told: unknown[] = []
    const { limiter, take, clock } = createLimiter((...taken) => told.push(taken))
    limiter.takeElsewhere('a', 15)
    expect(take(6)).toEqual([...allowed(5), 2])
    expect(told).toEqual([
      ['a', 2],
      ['a', 2],
    ])
    take(1, 'b')
    clock.ms = 2_000
    take(1)
    expect(told).toHaveLength(3)
  })

  it('leaves no debt when the others took more than there was', () => {
    const { limiter, take, clock } = createLimiter()
    limiter.takeElsewhere('a', 500)
    expect(take(1)).toEqual([2])
    clock.ms = 2_000
    expect(take(1)).toEqual([0])
  })
})
