import { DAY_MS, formatDate, formatDay } from '../../lib/dates.ts'
import type { FigureInput, Period } from '../../gql/graphql.ts'
import { periodPhrase } from './periods.ts'

/** The time of a report: a period, or the days from `from` to `to` (YYYY-MM-DD, both included) instead of it. */
export interface ReportRange {
  period: Period
  from?: string
  to?: string
}

const dayPattern = /^2\d{3}-\d\d-\d\d$/

/** The days of URL parameters; null unless both are valid and in order. */
export function parseDays(from: string | null, to: string | null): { from: string; to: string } | null {
  const isDay = (text: string | null): text is string =>
    text !== null && dayPattern.test(text) && !Number.isNaN(Date.parse(text))
  return isDay(from) && isDay(to) && from <= to ? { from, to } : null
}

/** 'This month', or 'Oct 1 – Oct 15' for given days. */
export function rangeName({ period, from, to }: ReportRange): string {
  if (!from || !to) {
    const phrase = periodPhrase(period)
    return phrase[0]!.toUpperCase() + phrase.slice(1)
  }
  return spanName(`${from}T00:00:00Z`, Date.parse(`${to}T00:00:00Z`) + 1, 'UTC')
}

/** 'this month' or 'Oct 1 – 15', for use inside a sentence. */
export const rangePhrase = (range: ReportRange): string => (range.from ? rangeName(range) : periodPhrase(range.period))

/** A time as the metrics of it need it. */
export interface MetricTime {
  /** 'this week' or 'Oct 1 – 15'. */
  phrase: string
  /** What lists the events of this time. */
  input: Pick<FigureInput, 'period' | 'from' | 'to'>
}

/** The time of the metrics of an answer, whose `from` and `to` are the first and the last moment of given days. */
export function metricTimeOf(range: ReportRange, answer: { from: string; to: string } | undefined): MetricTime {
  const { period } = range
  const input = range.from && answer ? { period, from: answer.from, to: answer.to } : { period }
  return { phrase: rangePhrase(range), input }
}

/** 'Oct 4 – 21', 'Oct 28 – Nov 3' or 'Oct 4' for the days of a time that ends before `to`. */
export function spanName(from: string | number, to: string | number, timeZone: string): string {
  const last = new Date(to).getTime() - 1
  const [first, end] = [formatDay(from, timeZone), formatDay(last, timeZone)]
  if (first === end) return first
  return first.split(' ')[0] === end.split(' ')[0] ? `${first} – ${end.split(' ')[1]}` : `${first} – ${end}`
}

/** The day YYYY-MM-DD in a time zone, a number of days before `now`. */
export function dayBefore(now: number, days: number, timeZone: string | undefined): string {
  const today = new Date(`${formatDate(now, timeZone)} UTC`)
  return new Date(today.getTime() - days * DAY_MS).toISOString().slice(0, 10)
}
