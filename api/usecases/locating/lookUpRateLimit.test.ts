import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Context } from '../../context.ts'
import { TooManyRequests } from '../../domain/errors.ts'
import { enforceRateLimit } from './lookUpRateLimit.ts'

function createCaller(userId = randomUUID()) {
  let ms = 0
  const ctx = { actor: { userId }, now: () => new Date(ms) } as unknown as Context
  const lookUp = (provider = 'regrid') => enforceRateLimit(ctx, provider)
  return { ask: lookUp, wait: (seconds: number) => (ms += seconds * 1000) }
}

describe('the pace of paid look-ups', () => {
  it('lets a person work, and stops a program until it has waited', () => {
    const { ask: lookUp, wait } = createCaller()
    for (let n = 0; n < 120; n += 1) lookUp()
    expect(() => lookUp()).toThrow(TooManyRequests)
    wait(1)
    lookUp()
    expect(() => lookUp()).toThrow('Wait a moment')
    wait(3600)
    for (let n = 0; n < 120; n += 1) lookUp()
    expect(() => lookUp()).toThrow(TooManyRequests)
  })

  it('is each person’s own, and none for what is in the database', () => {
    const caller = createCaller()
    for (let n = 0; n < 120; n += 1) caller.ask()
    expect(() => caller.ask()).toThrow(TooManyRequests)
    createCaller().ask()
    for (let n = 0; n < 500; n += 1) caller.ask('embedded')
  })
})
