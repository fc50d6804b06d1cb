import { expect, it } from 'vitest'
import { validateDay, allowedDays, expiryInput } from './expiry.ts'

const now = new Date(2026, 11, 31, 18, 30)

it('sends a number of days as such, and a date as the end of that day', () => {
  expect(expiryInput('90', '')).toEqual({ expiresInDays: 90 })
  expect(expiryInput('DATE', '2027-02-28')).toEqual({ expiresAt: new Date(2027, 2, 1).toISOString() })
})

it('allows days from today to one year from now', () => {
  expect(allowedDays(now)).toEqual({ first: '2026-12-31', last: '2027-12-30' })
  expect(validateDay('2026-12-31', now)).toBeNull()
  expect(validateDay('2027-12-30', now)).toBeNull()
  expect(validateDay('2026-12-30', now)).toBe('Choose a day within the next year')
  expect(validateDay('2027-12-31', now)).toBe('Choose a day within the next year')
  expect(validateDay('', now)).toBe('Choose a day')
})
