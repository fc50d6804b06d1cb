import { expect, it } from 'vitest'
import { followDatabaseClock } from './clock.ts'
import type { Database } from './connection.ts'

/** A database whose clock differs from this process's. */
function databaseAhead(offsetMs: number): Pick<Database, 'query'> {
  return { query: async <T>() => [{ ms: `${Date.now() + offsetMs}` } as T] }
}

it.each([600_000, -600_000])('follows a database whose clock is %i ms ahead', async (offsetMs) => {
  const clock = await followDatabaseClock(databaseAhead(offsetMs))
  const difference = clock.now().getTime() - Date.now()
  clock.stop()
  expect(Math.abs(difference - offsetMs)).toBeLessThan(500)
})

it('keeps its own time where the clocks differ by less than a second', async () => {
  const clock = await followDatabaseClock(databaseAhead(300))
  const before = Date.now()
  const shown = clock.now().getTime()
  clock.stop()
  expect([shown - before >= 0, shown - before < 200]).toEqual([true, true])
})
