import { type DateInput, formatDate, formatDay } from './dates.ts'

/** 'Feb 5 – Feb 11, 2024' for a period that ends before `to`; 'Feb 5, 2024' for a single day. */
export function formatDateRange(from: DateInput, to: DateInput, timeZone?: string): string {
  const last = new Date(to).getTime() - 1
  const start = formatDate(from, timeZone)
  const end = formatDate(last, timeZone)
  if (start === end) return end
  const sameYear = start.slice(-4) === end.slice(-4)
  return `${sameYear ? formatDay(from, timeZone) : start} – ${end}`
}
