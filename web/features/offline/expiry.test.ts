import { expect, it } from 'vitest'
import { expiryOf, expiryWarning } from './expiry.ts'

const savedAt = Date.UTC(2026, 10, 18, 12)
const daysLater = (days: number) => savedAt + days * 24 * 60 * 60 * 1000

it('an area expires after 30 days', () => {
  expect(new Date(expiryOf(savedAt))).toEqual(new Date(Date.UTC(2026, 11, 18, 12)))
})

it.each([
  [26.9, undefined],
  [27, 'Expires in 3 days'],
  [28.5, 'Expires in 2 days'],
  [29.5, 'Expires within a day'],
])('%d days after it was saved it says %s', (days, warning) => {
  expect(expiryWarning(expiryOf(savedAt), daysLater(days))).toBe(warning)
})
