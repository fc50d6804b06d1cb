export const dayMs = 24 * 3_600_000
/** A company is told this many days before a city's list or permit expires. */
export const noticeDays = [30, 7] as const

/** The latest expiry of which companies are told now. */
export const lastNoticedExpiry = (now: Date) => new Date(now.getTime() + noticeDays[0] * dayMs)

/** The notice of `noticeDays` that is due before something expires; null if none is, or `told` was the last one or a later one. */
export function dueNotice(expiresAt: Date, told: number | null, now: Date): number | null {
  const left = expiresAt.getTime() - now.getTime()
  if (left <= 0) return null
  const due = noticeDays.findLast((days) => left <= days * dayMs)
  return due !== undefined && (told === null || due < told) ? due : null
}

/** The days until something expires, rounded up, at least 1. */
export const daysUntil = (expiresAt: Date, now: Date): number =>
  Math.max(1, Math.ceil((expiresAt.getTime() - now.getTime()) / dayMs))
