import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeRange, toTimeRange } from './dateRanges.ts'
import { setDisplayTimeZone } from './dates.ts'

beforeAll(() => setDisplayTimeZone('America/Indiana/Indianapolis'))
afterAll(() => setDisplayTimeZone(undefined))

describe('a range of days', () => {
  const now = new Date('2026-11-18T19:40:00Z')

  it('ends today and begins with a whole day of the tenant', () => {
    expect(toTimeRange('today', now)).toEqual({ from: '2026-11-18T05:00:00.000Z' })
    expect(toTimeRange('7', now)).toEqual({ from: '2026-11-12T05:00:00.000Z' })
    // The clocks changed on November 1.
    expect(toTimeRange('30', now)).toEqual({ from: '2026-10-20T04:00:00.000Z' })
  })

  it('includes its last day', () => {
    expect(toTimeRange('2026-11-01..2026-11-30', now)).toEqual({
      from: '2026-11-01T04:00:00.000Z',
      to: '2026-12-01T05:00:00.000Z',
    })
    expect(describeRange('2026-11-01..2026-11-30')).toBe('Nov 1 – Nov 30, 2026')
    expect(describeRange('7')).toBe('Last 7 days')
  })

  it.each(['2026-11-30..2026-11-01', '2026-02-30..2026-03-01', 'yesterday', '2026-11-01..'])(
    'is not set by %s',
    (value) => {
      expect([toTimeRange(value, now), describeRange(value)]).toEqual([null, null])
    },
  )
})
