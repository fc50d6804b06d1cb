import { describe, expect, it } from 'vitest'
import { Refused } from './errors.ts'
import { ceilToHour, checkDays, periodContaining } from './periods.ts'

const indianapolis = 'America/Indiana/Indianapolis'
const span = (...given: Parameters<typeof periodContaining>) => {
  const { from, to } = periodContaining(...given)
  return [from.toISOString(), to.toISOString()]
}

describe('the calendar period that contains a time', () => {
  it("is the day in the tenant's time zone, not in UTC", () => {
    expect(span('day', new Date('2026-07-02T03:59:00Z'), indianapolis)).toEqual([
      '2026-07-01T04:00:00.000Z',
      '2026-07-02T04:00:00.000Z',
    ])
  })

  it('is a week from Monday, even for a Sunday', () => {
    expect(span('week', new Date('2026-07-05T22:00:00Z'), indianapolis)).toEqual([
      '2026-06-29T04:00:00.000Z',
      '2026-07-06T04:00:00.000Z',
    ])
  })

  it('is a month of the right length', () => {
    expect(span('month', new Date('2028-02-10T12:00:00Z'), 'UTC')).toEqual([
      '2028-02-01T00:00:00.000Z',
      '2028-03-01T00:00:00.000Z',
    ])
  })

  it('has 23 hours on the day when daylight saving time begins and 25 when it ends', () => {
    const hours = (at: string) => {
      const { from, to } = periodContaining('day', new Date(at), indianapolis)
      return (to.getTime() - from.getTime()) / 3_600_000
    }
    expect([hours('2026-03-08T16:00:00Z'), hours('2026-11-01T16:00:00Z'), hours('2026-11-02T16:00:00Z')]).toEqual([
      23, 25, 24,
    ])
  })

  it('ends where the next one begins, across a change to daylight saving time', () => {
    const first = periodContaining('week', new Date('2026-03-04T12:00:00Z'), indianapolis)
    expect(periodContaining('week', first.to, indianapolis).from).toEqual(first.to)
    expect((first.to.getTime() - first.from.getTime()) / 3_600_000).toBe(167)
  })
})

it('the days of a report are a whole number between 1 and 366', () => {
  for (const days of [1, 30, 366]) expect(() => checkDays(days)).not.toThrow()
  for (const days of [0, -1, 367, 1.5, Number.NaN, Infinity])
    expect(() => checkDays(days)).toThrow(
      expect.objectContaining({
        name: Refused.name,
        message: 'The days must be between 1 and 366.',
        fields: { days: 'Between 1 and 366' },
      }),
    )
})

it('a time inside an hour belongs to the next whole hour', () => {
  const ceiled = ['2026-07-02T03:00:00Z', '2026-07-02T03:00:00.001Z'].map((at) =>
    ceilToHour(new Date(at)).toISOString(),
  )
  expect(ceiled).toEqual(['2026-07-02T03:00:00.000Z', '2026-07-02T04:00:00.000Z'])
})
