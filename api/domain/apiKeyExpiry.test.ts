import { expect, it } from 'vitest'
import { resolveExpiry } from './apiKeyExpiry.ts'

const now = new Date('2026-03-01T12:00:00Z')

it('a key ends after the days that were chosen, or at the time', () => {
  expect(resolveExpiry({ expiresInDays: 30 }, now)).toEqual(new Date('2026-03-31T12:00:00Z'))
  expect(resolveExpiry({ expiresAt: new Date('2026-03-02T00:00:00Z') }, now)).toEqual(new Date('2026-03-02T00:00:00Z'))
  expect(resolveExpiry({ expiresInDays: 365 }, now)).toEqual(new Date('2027-03-01T12:00:00Z'))
})

it('a key without an end, with two, in the past or beyond a year is refused', () => {
  expect(() => resolveExpiry({}, now)).toThrow('Say when the key expires')
  expect(() => resolveExpiry({ expiresInDays: 30, expiresAt: now }, now)).toThrow('Say when the key expires')
  expect(() => resolveExpiry({ expiresInDays: 0 }, now)).toThrow('in the future')
  expect(() => resolveExpiry({ expiresAt: now }, now)).toThrow('in the future')
  expect(() => resolveExpiry({ expiresInDays: 367 }, now)).toThrow('at most a year')
  expect(() => resolveExpiry({ expiresAt: new Date(Number.NaN) }, now)).toThrow('in the future')
})
