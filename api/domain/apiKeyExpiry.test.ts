import { expect, it } from 'vitest'
import { resolveExpiry } from './apiKeyExpiry.ts'

const now = new Date('2026-03-01T12:00:00Z')

it('a key expires after the given number of days, or at the given time', () => {
  expect(resolveExpiry({ expiresInDays: 30 }, now)).toEqual(new Date('2026-03-31T12:00:00Z'))
  expect(resolveExpiry({ expiresAt: new Date('2026-03-02T00:00:00Z') }, now)).toEqual(new Date('2026-03-02T00:00:00Z'))
  expect(resolveExpiry({ expiresInDays: 365 }, now)).toEqual(new Date('2027-03-01T12:00:00Z'))
})

it('a key with no expiry or with two, or with one in the past or more than a year ahead, is rejected', () => {
  expect(() => resolveExpiry({}, now)).toThrow('Set either a number of days or a time')
  expect(() => resolveExpiry({ expiresInDays: 30, expiresAt: now }, now)).toThrow(
    'Set either a number of days or a time',
  )
  expect(() => resolveExpiry({ expiresInDays: 0 }, now)).toThrow('in the future')
  expect(() => resolveExpiry({ expiresAt: now }, now)).toThrow('in the future')
  expect(() => resolveExpiry({ expiresInDays: 367 }, now)).toThrow('at most a year')
  expect(() => resolveExpiry({ expiresAt: new Date(Number.NaN) }, now)).toThrow('in the future')
})
