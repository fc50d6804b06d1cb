import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { followDatabaseClock } from './clock.ts'
import type { Database } from './connection.ts'

/** A database whose clock differs from this process's. */
function databaseAhead(offsetMs: number): Pick<Database, 'query'> {
  return { query: async <T>() => [{ ms: `${Date.now() + offsetMs}` } as T] }
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

it.each([600_000, -600_000])('follows a database whose clock is %i ms ahead', async (offsetMs) => {
  const clock = await followDatabaseClock(databaseAhead(offsetMs))
  const difference = clock.now().getTime() - Date.now()
  clock.stop()
  expect(difference).toBe(offsetMs)
})

it('keeps its own time where the clocks differ by less than a second', async () => {
  const clock = await followDatabaseClock(databaseAhead(300))
  const difference = clock.now().getTime() - Date.now()
  clock.stop()
  expect(difference).toBe(0)
})
