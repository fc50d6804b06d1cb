import { TZDate } from '@date-fns/tz'
import { addDays } from 'date-fns/addDays'
import { addMonths } from 'date-fns/addMonths'
import { startOfDay } from 'date-fns/startOfDay'
import { startOfMonth } from 'date-fns/startOfMonth'
import { startOfWeek } from 'date-fns/startOfWeek'
import type { Period } from './enums.ts'
import { Refused } from './errors.ts'

/** A range of time from `from` (inclusive) to `to` (exclusive). */
export interface Span {
  from: Date
  to: Date
}

export const hourMs = 3_600_000

/** Projections count by UTC hour. In a time zone with a half-hour offset, such as India, the hour that contains midnight counts for the day before. */
export function ceilToHour(at: Date): Date {
  return new Date(Math.ceil(at.getTime() / hourMs) * hourMs)
}

/** The first moment of a day (YYYY-MM-DD) in a time zone. */
export function startOfDayIn(day: string, timeZone: string): Date {
  const [year, month, date] = day.split('-').map(Number)
  return new Date(startOfDay(new TZDate(year!, month! - 1, date!, timeZone)).getTime())
}

/** The calendar day, week (from Monday) or month in `timeZone` that contains `at` (design §6). */
export function periodContaining(period: Period, at: Date, timeZone: string): Span {
  const local = new TZDate(at, timeZone)
  const from = periodStart[period](local)
  return { from: new Date(from.getTime()), to: new Date(nextPeriodStart[period](from).getTime()) }
}

const periodStart = {
  day: (local: TZDate) => startOfDay(local),
  week: (local: TZDate) => startOfWeek(local, { weekStartsOn: 1 }),
  month: (local: TZDate) => startOfMonth(local),
}

const nextPeriodStart = {
  day: (from: TZDate) => addDays(from, 1),
  week: (from: TZDate) => addDays(from, 7),
  month: (from: TZDate) => addMonths(from, 1),
}

/** Throws `Refused` unless `days` is a whole number between 1 and 366. */
export function checkDays(days: number): void {
  if (!Number.isInteger(days) || days < 1 || days > 366)
    throw new Refused('The days must be between 1 and 366.', { days: 'Between 1 and 366' })
}
