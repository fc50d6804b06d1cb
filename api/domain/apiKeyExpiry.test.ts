import { expect, it } from 'vitest'
import { checkedExpiry } from './apiKeyExpiry.ts'

const now = new Date('2026-03-01T12:00:00Z')

it('a key ends after the days that were chosen, or at the time', () => {
  expect(checkedExpiry({ expiresInDays: 30 }, now)).toEqual(new Date('2026-03-31T12:00:00Z'))
  expect(checkedExpiry({ expiresAt: new Date('2026-03-02T00:00:00Z') }, now)).toEqual(new Date('2026-03-02T00:00:00Z'))
  expect(checkedExpiry({ expiresInDays: 365 }, now)).toEqual(new Date('2027-03-01T12:00:00Z'))
})

it('a key without an end, with two, in the past or beyond a year is refused', () => {
  expect(() => checkedExpiry({}, now)).toThrow('Say when the key expires')
  expect(() => checkedExpiry({ expiresInDays: 30, expiresAt: now }, now)).toThrow('Say when the key expires')
  expect(() => checkedExpiry({ expiresInDays: 0 }, now)).toThrow('in the future')
  expect(() => checkedExpiry({ expiresAt: now }, now)).toThrow('in the future')
  expect(() => checkedExpiry({ expiresInDays: 367 }, now)).toThrow('at most a year')
  expect(() => checkedExpiry({ expiresAt: new Date(Number.NaN) }, now)).toThrow('in the future')
})
