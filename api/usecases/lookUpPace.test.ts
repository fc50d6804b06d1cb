import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Context } from '../context.ts'
import { TooMany } from '../domain/errors.ts'
import { keepPace } from './lookUpPace.ts'

function asking(userId = randomUUID()) {
  let ms = 0
  const ctx = { actor: { userId }, now: () => new Date(ms) } as unknown as Context
  const ask = (provider = 'regrid') => keepPace(ctx, provider)
  return { ask, wait: (seconds: number) => (ms += seconds * 1000) }
}

describe('the pace of paid look-ups', () => {
  it('lets a person work, and stops a program until it has waited', () => {
    const { ask, wait } = asking()
    for (let n = 0; n < 120; n += 1) ask()
    expect(() => ask()).toThrow(TooMany)
    wait(1)
    ask()
    expect(() => ask()).toThrow('Wait a moment')
    wait(3600)
    for (let n = 0; n < 120; n += 1) ask()
    expect(() => ask()).toThrow(TooMany)
  })

  it('is each person’s own, and none for what is in the database', () => {
    const one = asking()
    for (let n = 0; n < 120; n += 1) one.ask()
    expect(() => one.ask()).toThrow(TooMany)
    asking().ask()
    for (let n = 0; n < 500; n += 1) one.ask('embedded')
  })
})
