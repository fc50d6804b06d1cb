import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { makePauses } from './pauses.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

it('a loop lets others run after 10 ms, then goes on for 10 ms more', async () => {
  const pause = makePauses()
  vi.advanceTimersByTime(9)
  expect(pause()).toBeUndefined()
  vi.advanceTimersByTime(1)
  const others = vi.fn()
  setImmediate(others)
  await pause()
  expect(others).toHaveBeenCalledOnce()
  vi.advanceTimersByTime(9)
  expect(pause()).toBeUndefined()
  vi.advanceTimersByTime(1)
  expect(pause()).toBeInstanceOf(Promise)
})
