import { afterEach, beforeEach, expect, it } from 'vitest'
import { setDisplayTimeZone } from './dates.ts'
import { formatUpcoming } from './formatUpcoming.ts'

beforeEach(() => setDisplayTimeZone('America/Indiana/Indianapolis'))
afterEach(() => setDisplayTimeZone(undefined))

it('a time is named by its day', () => {
  const now = new Date('2026-12-01T16:00:00Z')
  expect(formatUpcoming('2026-12-01T23:00:00Z', now)).toBe('Today, 6:00 PM')
  expect(formatUpcoming('2026-12-02T23:00:00Z', now)).toBe('Tomorrow, 6:00 PM')
  expect(formatUpcoming('2026-12-05T15:00:00Z', now)).toBe('Sat, Dec 5, 10:00 AM')
  expect(formatUpcoming('2026-11-30T23:00:00Z', now)).toBe('Mon, Nov 30, 6:00 PM')
})
