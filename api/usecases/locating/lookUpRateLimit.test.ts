import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Context } from '../../context.ts'
import { TooManyRequests } from '../../domain/errors.ts'
import { RateLimiter, rateLimits } from '../../domain/rateLimits.ts'
import { enforceRateLimit } from './lookUpRateLimit.ts'

let ms = 0
const rateLimiters = { lookUps: new RateLimiter(rateLimits.lookUps, () => new Date(ms)) }

function createCaller(userId = randomUUID()) {
  const ctx = { actor: { userId }, rateLimiters } as unknown as Context
  const lookUp = (provider = 'regrid') => enforceRateLimit(ctx, provider)
  return { lookUp, wait: (seconds: number) => (ms += seconds * 1000) }
}

describe('the rate limit of paid lookups', () => {
  it('allows a burst, then one lookup per second', () => {
    const { lookUp, wait } = createCaller()
    for (let n = 0; n < 120; n += 1) lookUp()
    expect(() => lookUp()).toThrow(TooManyRequests)
    wait(1)
    lookUp()
    expect(() => lookUp()).toThrow('Wait a moment')
    wait(3600)
    for (let n = 0; n < 120; n += 1) lookUp()
    expect(() => lookUp()).toThrow(TooManyRequests)
  })

  it('counts each user separately, and not the lookups of the embedded provider', () => {
    const caller = createCaller()
    for (let n = 0; n < 120; n += 1) caller.lookUp()
    expect(() => caller.lookUp()).toThrow(TooManyRequests)
    createCaller().lookUp()
    for (let n = 0; n < 500; n += 1) caller.lookUp('embedded')
  })
})
