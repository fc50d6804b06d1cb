import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createCaches, type Context } from '../../context.ts'
import { TooManyRequests } from '../../domain/errors.ts'
import { enforceRateLimit } from './lookUpRateLimit.ts'

const caches = createCaches(() => new Date())

function createCaller(userId = randomUUID()) {
  let ms = 0
  const ctx = { actor: { userId }, now: () => new Date(ms), caches } as unknown as Context
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
