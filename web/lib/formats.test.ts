import { expect, it } from 'vitest'
import { pluralize, formatCount, formatRate, formatOrdinal } from './numbers.ts'
import {
  addDays,
  describeTimeZone,
  formatDate,
  formatElapsed,
  formatTime,
  setDisplayTimeZone,
  startOfDay,
} from './dates.ts'
import { formatDateRange } from './formatDateRange.ts'
import { formatMoney, formatUnitPrice } from './money.ts'

const zone = 'America/Indiana/Indianapolis'

it('formats a period by its first and last day in the time zone of the tenant', () => {
  expect(formatDateRange('2024-02-05T05:00:00Z', '2024-02-12T05:00:00Z', zone)).toBe('Feb 5 – Feb 11, 2024')
  expect(formatDateRange('2024-02-11T05:00:00Z', '2024-02-12T05:00:00Z', zone)).toBe('Feb 11, 2024')
  expect(formatDateRange('2023-12-29T05:00:00Z', '2024-01-05T05:00:00Z', zone)).toBe('Dec 29, 2023 – Jan 4, 2024')
})

it('formats a time in its time zone', () => {
  expect(formatDate('2024-02-05T04:59:00Z', zone)).toBe('Feb 4, 2024')
  expect(formatTime('2024-02-05T21:12:00Z', zone)).toMatch(/^4:12\sPM$/)
  expect(formatElapsed(5_047_000)).toBe('1:24:07')
})

it('uses the time zone of the tenant on the screen unless another is given, and names it', () => {
  setDisplayTimeZone('Pacific/Honolulu')
  expect(formatDate('2024-02-05T04:59:00Z')).toBe('Feb 4, 2024')
  expect(formatTime('2024-02-05T21:12:00Z')).toMatch(/^11:12\sAM$/)
  expect(formatTime('2024-02-05T21:12:00Z', zone)).toMatch(/^4:12\sPM$/)
  expect(describeTimeZone(zone)).toBe('Eastern Time (Indianapolis)')
  expect(describeTimeZone()).toBe('Hawaii-Aleutian Standard Time (Honolulu)')
  setDisplayTimeZone(undefined)
})

it('formats counts with separators, rates with one decimal and prices with four', () => {
  expect(formatCount(2318)).toBe('2,318')
  expect(formatRate(17.65)).toBe('17.7%')
  expect(formatMoney(232.274)).toBe('$232.27')
  expect(formatUnitPrice(0.0125)).toBe('$0.0125')
})

it('matches the noun to the number', () => {
  expect([pluralize(1, 'door'), pluralize(2, 'door'), pluralize(1200, 'door')]).toEqual([
    '1 door',
    '2 doors',
    '1,200 doors',
  ])
  expect([1, 2, 3, 4, 11, 12, 13, 21, 112].map(formatOrdinal).join(' ')).toBe(
    '1st 2nd 3rd 4th 11th 12th 13th 21st 112th',
  )
})

it('finds the start of a day in a time zone, also when the clocks change', () => {
  const startOf = (now: string, zone: string) => startOfDay(new Date(now), zone).toISOString()
  expect(startOf('2026-11-18T03:00:00.250Z', 'America/Indiana/Indianapolis')).toBe('2026-11-17T05:00:00.000Z')
  expect(startOf('2026-11-01T20:00:00Z', 'America/New_York')).toBe('2026-11-01T04:00:00.000Z')
  expect(startOf('2026-03-08T20:00:00Z', 'America/New_York')).toBe('2026-03-08T05:00:00.000Z')
})

it('adds days on the clock, which has days of 23 and 25 hours, and one on which it skips midnight', () => {
  const inDays = (start: string, days: number, zone: string) => addDays(start, days, zone).toISOString()
  expect(inDays('2026-03-07T05:00:00Z', 2, 'America/New_York')).toBe('2026-03-09T04:00:00.000Z')
  expect(inDays('2026-11-02T05:00:00Z', -2, 'America/New_York')).toBe('2026-10-31T04:00:00.000Z')
  // 0:00 is followed by 1:00.
  expect(inDays('2018-11-03T03:00:00Z', 1, 'America/Sao_Paulo')).toBe('2018-11-04T03:00:00.000Z')
})
