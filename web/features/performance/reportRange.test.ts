import { expect, it } from 'vitest'
import { dayBefore, metricTimeOf, parseDays, rangeName, rangePhrase, spanName } from './reportRange.ts'

it('takes two valid days in order', () => {
  expect(parseDays('2026-10-01', '2026-10-15')).toEqual({ from: '2026-10-01', to: '2026-10-15' })
  expect(parseDays('2026-10-16', '2026-10-15')).toBeNull()
  expect(parseDays('2026-13-01', '2026-13-02')).toBeNull()
  expect(parseDays('2026-10-01', null)).toBeNull()
})

it('names periods and days', () => {
  expect(rangeName({ period: 'MONTH' })).toBe('This month')
  expect(rangeName({ period: 'MONTH', from: '2026-10-01', to: '2026-10-15' })).toBe('Oct 1 – 15')
})

it('names them inside a sentence, with the month of days as a name', () => {
  expect(rangePhrase({ period: 'MONTH' })).toBe('this month')
  expect(rangePhrase({ period: 'WEEK', from: '2026-10-01', to: '2026-10-31' })).toBe('Oct 1 – 31')
})

it('lists the events of a period, or of the days that an answer is about', () => {
  const answer = { from: '2026-10-01T04:00:00Z', to: '2026-10-16T04:00:00Z' }
  expect(metricTimeOf({ period: 'MONTH' }, answer).input).toEqual({ period: 'MONTH' })
  expect(metricTimeOf({ period: 'WEEK', from: '2026-10-01', to: '2026-10-15' }, answer)).toEqual({
    phrase: 'Oct 1 – 15',
    input: { period: 'WEEK', ...answer },
  })
})

it('names a time by its days', () => {
  const zone = 'America/Indiana/Indianapolis'
  expect(spanName('2026-10-04T04:00:00Z', '2026-10-21T19:00:00Z', zone)).toBe('Oct 4 – 21')
  expect(spanName('2026-10-28T04:00:00Z', '2026-11-04T05:00:00Z', zone)).toBe('Oct 28 – Nov 3')
  expect(spanName('2026-11-17T05:00:00Z', '2026-11-18T05:00:00Z', zone)).toBe('Nov 17')
})

it("counts days back in the tenant's calendar", () => {
  expect(dayBefore(Date.parse('2026-11-18T03:00:00Z'), 27, 'America/New_York')).toBe('2026-10-21')
})
