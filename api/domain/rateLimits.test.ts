import { describe, expect, it } from 'vitest'
import { secondsToWait, takeToken, type TokenBucket } from './rateLimits.ts'

const limit = { maxBurst: 3, refillPerSecond: 0.5 }

describe('a rate limit', () => {
  it('allows a burst, then as many requests as are refilled, separately for each key', () => {
    const buckets = new Map<string, TokenBucket>()
    const take = (nowMs: number, key = 'a') => takeToken(buckets, key, limit, nowMs)
    expect([take(0), take(0), take(0), take(0)]).toEqual([0, 0, 0, 2])
    expect(take(0, 'b')).toBe(0)
    expect([take(1_000), take(2_000), take(2_000)]).toEqual([1, 0, 2])
    expect([1, 2, 3, 4].map(() => take(3_600_000))).toEqual([0, 0, 0, 2])
  })

  it('is read without taking a token', () => {
    const buckets = new Map<string, TokenBucket>()
    expect(secondsToWait(buckets, 'a', limit, 0)).toBe(0)
    for (let n = 0; n < 3; n += 1) takeToken(buckets, 'a', limit, 0)
    expect([secondsToWait(buckets, 'a', limit, 0), secondsToWait(buckets, 'a', limit, 2_000)]).toEqual([2, 0])
  })

  it('does not grow if the clock is set back', () => {
    const buckets = new Map<string, TokenBucket>()
    for (let n = 0; n < 3; n += 1) takeToken(buckets, 'a', limit, 60_000)
    expect(takeToken(buckets, 'a', limit, 0)).toBe(2)
  })
})
