import { expect, it } from 'vitest'
import { resolveExpiry } from './apiKeyExpiry.ts'

const now = new Date('2026-03-01T12:00:00Z')

it('a key expires after the given number of days, or at the given time', () => {
  expect(resolveExpiry({ expiresInDays: 30 }, now)).toEqual(new Date('2026-03-31T12:00:00Z'))
  expect(resolveExpiry({ expiresAt: new Date('2026-03-02T00:00:00Z') }, now)).toEqual(new Date('2026-03-02T00:00:00Z'))
  expect(resolveExpiry({ expiresInDays: 365 }, now)).toEqual(new Date('2027-03-01T12:00:00Z'))
})

it('a key can be valid for the 366 days of a leap year', () => {
  expect(resolveExpiry({ expiresInDays: 366 }, now)).toEqual(new Date('2027-03-02T12:00:00Z'))
})

it.each([
  ['no expiry', {}, 'expires_in_days', 'Set either a number of days or a time'],
  ['two', { expiresInDays: 30, expiresAt: now }, 'expires_in_days', 'Set either a number of days or a time'],
  ['no days', { expiresInDays: 0 }, 'expires_in_days', 'in the future'],
  ['the time now', { expiresAt: now }, 'expires_at', 'in the future'],
  ['no valid time', { expiresAt: new Date(Number.NaN) }, 'expires_at', 'in the future'],
  ['more than a year', { expiresInDays: 367 }, 'expires_in_days', 'at most a year'],
  ['a time in two years', { expiresAt: new Date('2028-03-01T12:00:00Z') }, 'expires_at', 'at most a year'],
])('a key with %s is rejected, and the error names the field', (_what, input, field, text) => {
  const message = expect.stringContaining(text)
  expect(() => resolveExpiry(input, now)).toThrow(expect.objectContaining({ message, fields: { [field]: message } }))
})
