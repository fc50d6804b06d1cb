import { addDays, DAY_MS, startOfDay } from './dates.ts'
import { formatDateRange } from './formatDateRange.ts'

/** Spans of days that end today. */
export const daySpans = [
  { value: 'today', label: 'Today', days: 1 },
  { value: '7', label: 'Last 7 days', days: 7 },
  { value: '30', label: 'Last 30 days', days: 30 },
  { value: '90', label: 'Last 90 days', days: 90 },
] as const

const datesPattern = /^(\d{4}-\d\d-\d\d)\.\.(\d{4}-\d\d-\d\d)$/

/** The times of a range as it stands in the URL: a value of `daySpans`, or two dates such as '2026-11-01..2026-11-30'. */
export function toTimeRange(value: string, now: Date): { from: string; to?: string } | null {
  const span = daySpans.find((candidate) => candidate.value === value)
  if (span) return { from: addDays(startOfDay(now), 1 - span.days).toISOString() }
  const [, first, last] = datesPattern.exec(value) ?? []
  const from = first ? startOfNamedDay(first) : null
  const to = last ? startOfNamedDay(last, 1) : null
  return from && to && from < to ? { from: from.toISOString(), to: to.toISOString() } : null
}

/** The end of the day that contains `now` in the displayed time zone. */
export const endOfDay = (now: Date): Date => addDays(startOfDay(now), 1)

/** 'Last 7 days', 'Nov 1 – Nov 30, 2026'; null for a range that does not exist. */
export function describeRange(value: string): string | null {
  const span = daySpans.find((candidate) => candidate.value === value)
  if (span) return span.label
  const range = toTimeRange(value, new Date())
  return range?.to ? formatDateRange(range.from, range.to) : null
}

/** The start of a day such as '2026-11-01' in the displayed time zone, or of one that many days later. */
function startOfNamedDay(date: string, daysLater = 0): Date | null {
  const noon = new Date(`${date}T12:00:00Z`)
  if (Number.isNaN(noon.getTime()) || !noon.toISOString().startsWith(date)) return null
  return startOfDay(new Date(noon.getTime() + daysLater * DAY_MS))
}
