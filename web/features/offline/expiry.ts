import { DAY_MS } from '../../lib/dates.ts'

/** How long an area is kept, and how long before its end a warning is shown. */
export const KEPT_DAYS = 30
const WARNING_DAYS = 3

export const expiryOf = (savedAt: number): number => savedAt + KEPT_DAYS * DAY_MS

/** Whole days until an area expires, counted up: 1 within its last 24 hours. */
export const daysLeft = (expiresAt: number, now: number): number => Math.max(0, Math.ceil((expiresAt - now) / DAY_MS))

/** 'Expires in 2 days' from three days before the end on; undefined earlier. */
export function expiryWarning(expiresAt: number, now: number): string | undefined {
  const days = daysLeft(expiresAt, now)
  if (days > WARNING_DAYS) return undefined
  return days === 1 ? 'Expires within a day' : `Expires in ${days} days`
}
