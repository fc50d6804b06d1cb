import { describe, expect, it } from 'vitest'
import { expiryNotice, parseRegistryPeriod } from './registryPeriod.ts'

const now = new Date('2026-07-01T12:00:00Z')
const zone = 'America/Indiana/Indianapolis'
const parse = (from: string | null, until: string | null, timeZone = zone) =>
  parseRegistryPeriod(from, until, now, timeZone)

describe('the period of a list', () => {
  it('is from the beginning of the first day to the end of the last one, where the company is', () => {
    expect(parse('2026-07-04', '2026-12-31')).toEqual({
      effectiveFrom: new Date('2026-07-04T04:00:00Z'),
      expiresAt: new Date('2027-01-01T05:00:00Z'),
    })
  })

  it('has 25 hours on the last day of summer time', () => {
    const { effectiveFrom, expiresAt } = parse('2026-11-01', '2026-11-01')
    expect(expiresAt!.getTime() - effectiveFrom.getTime()).toBe(25 * 3_600_000)
  })

  it('takes times as they are, begins now, and need not end', () => {
    expect(parse(null, null)).toEqual({ effectiveFrom: now, expiresAt: null })
    expect(parse('2026-06-01T00:00:00Z', '2026-08-01T00:00:00+02:00')).toEqual({
      effectiveFrom: new Date('2026-06-01T00:00:00Z'),
      expiresAt: new Date('2026-07-31T22:00:00Z'),
    })
  })

  it.each([
    ['2026-02-30', null, 'Give the day as YYYY-MM-DD, or the time as in ISO 8601.'],
    ['tomorrow', null, 'Give the day as YYYY-MM-DD, or the time as in ISO 8601.'],
    ['0099-01-01', null, 'Give the day as YYYY-MM-DD, or the time as in ISO 8601.'],
    [null, '2026-06-30', 'The list must expire after today and after the day from which it is in force.'],
    ['2026-09-01', '2026-08-01', 'The list must expire after today and after the day from which it is in force.'],
  ])('cannot be from %s to %s', (from, until, message) => {
    expect(() => parse(from, until)).toThrow(message)
  })
})

it('tells of a list that expires soon, unless a newer one takes its place by then', () => {
  const expiresAt = new Date('2026-12-31T00:00:00Z')
  const noticeOf = (replacedAt: string | null, now = '2026-12-10T00:00:00Z') =>
    expiryNotice({ expiresAt, replacedAt: replacedAt === null ? null : new Date(replacedAt) }, new Date(now))
  expect(noticeOf(null)).toBe(30)
  expect(noticeOf(null, '2026-12-25T00:00:00Z')).toBe(7)
  expect([noticeOf(null, '2026-11-20T00:00:00Z'), noticeOf(null, '2026-12-31T00:00:00Z')]).toEqual([null, null])
  expect([noticeOf('2026-12-01T00:00:00Z'), noticeOf('2026-12-31T00:00:00Z')]).toEqual([null, null])
  // Between the two, doors are not marked.
  expect(noticeOf('2027-01-05T00:00:00Z')).toBe(30)
  expect(expiryNotice({ expiresAt: null, replacedAt: null }, expiresAt)).toBeNull()
})
