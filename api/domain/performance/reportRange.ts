import { TZDate } from '@date-fns/tz'
import { addDays } from 'date-fns/addDays'
import { differenceInCalendarDays } from 'date-fns/differenceInCalendarDays'
import { startOfDay } from 'date-fns/startOfDay'
import type { Period } from '../enums.ts'
import { Refused } from '../errors.ts'
import { ceilToHour, hourMs, periodContaining, type Span } from '../periods.ts'

export const rangeUnits = ['hour', 'day', 'week'] as const
export type RangeUnit = (typeof rangeUnits)[number]

/** A period, or the days from `from` to `to`, both included, as YYYY-MM-DD in the tenant's calendar. */
export interface RangeInput {
  period: Period
  from?: string | null
  to?: string | null
}

/** One hour, day or week of a report, with the one it is compared with. */
export interface RangeStep extends Span {
  /** Null where the compared time would be inside the report itself. */
  compared: Span | null
}

/** The time of a report in whole hours (UTC), because projections count by hour, and what it is compared with. */
export interface ReportRange extends Span {
  unit: RangeUnit
  steps: RangeStep[]
  compared: Span
  /** The end of the compared time up to the current hour: what has been reached is compared with what had been reached. */
  comparedUntil: Date
}

const maxDays = 731
/** Longer reports have a point for each week. */
const maxDailySteps = 92

/**
 * The range of a report. A month is compared with the same weekdays four weeks before, a week with the week before, a day
 * with the day before, and other days with as many whole weeks before as they last. Throws `Refused` for an invalid range.
 */
export function reportRangeOf(input: RangeInput, now: Date, timeZone: string): ReportRange {
  const { first, dayCount, daysBefore } = daysOf(input, now, timeZone)
  const at = (days: number) => ceilToHour(addDays(first, days))
  const from = at(0)
  const to = at(dayCount)
  const unit = dayCount === 1 ? 'hour' : dayCount <= maxDailySteps ? 'day' : 'week'
  const shift = (time: Date) => ceilToHour(addDays(new TZDate(time, timeZone), -daysBefore))
  const compare = (span: Span): Span | null => {
    const compared = { from: shift(span.from), to: shift(span.to) }
    return compared.from < from && compared.from < compared.to ? compared : null
  }
  const bounds = unit === 'hour' ? hoursBetween(from, to) : dayBounds(first, dayCount, unit === 'day' ? 1 : 7).map(at)
  const steps = bounds.slice(0, -1).map((start, n) => {
    const span = { from: start, to: bounds[n + 1]! }
    return { ...span, compared: compare(span) }
  })
  const earlier = (a: Date, b: Date) => (a < b ? a : b)
  const reached = earlier(to, new Date((Math.floor(now.getTime() / hourMs) + 1) * hourMs))
  const compared = { from: shift(from), to: earlier(shift(to), from) }
  const comparedUntil = earlier(compared.to, reached > from ? shift(reached) : compared.from)
  return { from, to, unit, steps, compared, comparedUntil }
}

/** The time of a range in whole hours (UTC). Throws `Refused` for invalid days. */
export function spanOf(range: RangeInput, at: Date, timeZone: string): Span {
  const { first, dayCount } = daysOf(range, at, timeZone)
  return { from: ceilToHour(first), to: ceilToHour(addDays(first, dayCount)) }
}

/** What tells a range from others, as part of the name of what is cached for it. */
export const rangeKey = ({ period, from, to }: RangeInput): string => `${period} ${from ?? ''} ${to ?? ''}`

interface Days {
  /** Midnight of the first day. */
  first: TZDate
  dayCount: number
  daysBefore: number
}

const daysOf = (range: RangeInput, now: Date, timeZone: string): Days =>
  range.from || range.to ? givenDays(range, timeZone) : periodDays(range.period, now, timeZone)

function periodDays(period: Period, now: Date, timeZone: string): Days {
  const { from, to } = periodContaining(period, now, timeZone)
  const first = new TZDate(from, timeZone)
  const dayCount = differenceInCalendarDays(new TZDate(to, timeZone), first)
  return { first, dayCount, daysBefore: { day: 1, week: 7, month: 28 }[period] }
}

function givenDays({ from, to }: RangeInput, timeZone: string): Days {
  const first = parseDay(from, 'from', timeZone)
  const last = parseDay(to, 'to', timeZone)
  const dayCount = differenceInCalendarDays(last, first) + 1
  if (dayCount < 1) throw new Refused('The last day is before the first.', { to: 'Not before `from`' })
  if (dayCount > maxDays)
    throw new Refused('A report covers at most two years.', { from: 'At most two years before `to`' })
  return { first, dayCount, daysBefore: 7 * Math.ceil(dayCount / 7) }
}

function parseDay(text: string | null | undefined, field: 'from' | 'to', timeZone: string): TZDate {
  const message = 'Give both days as YYYY-MM-DD.'
  const [, year, month, day] = /^(2\d{3})-(\d\d)-(\d\d)$/.exec(text ?? '')?.map(Number) ?? []
  const date = startOfDay(new TZDate(year ?? Number.NaN, (month ?? 0) - 1, day ?? 0, timeZone))
  // The constructor turns February 30 into March 1.
  if (date.getMonth() !== month! - 1 || date.getDate() !== day) throw new Refused(message, { [field]: message })
  return date
}

/** 0, then each following Monday for weeks, up to the number of days. */
function dayBounds(first: TZDate, dayCount: number, length: 1 | 7): number[] {
  const untilMonday = length === 7 ? (8 - first.getDay()) % 7 || 7 : 1
  const bounds = [0]
  for (let days = untilMonday; days < dayCount; days += length) bounds.push(days)
  return [...bounds, dayCount]
}

function hoursBetween(from: Date, to: Date): Date[] {
  const count = Math.round((to.getTime() - from.getTime()) / hourMs)
  return Array.from({ length: count + 1 }, (_, n) => new Date(from.getTime() + n * hourMs))
}
