export const dayMs = 24 * 3_600_000
/** So long before a city's list or permit expires, its company is told. */
export const noticeDays = [30, 7] as const

/** Companies are told of what expires until this time. */
export const lastNoticedExpiry = (now: Date) => new Date(now.getTime() + noticeDays[0] * dayMs)

/** The notice of `noticeDays` that is due before something expires; null if none is, or `told` was the last one or a later one. */
export function dueNotice(expiresAt: Date, told: number | null, now: Date): number | null {
  const left = expiresAt.getTime() - now.getTime()
  if (left <= 0) return null
  const due = noticeDays.findLast((days) => left <= days * dayMs)
  return due !== undefined && (told === null || due < told) ? due : null
}

/** The days until something expires, of which a part counts as one. */
export const daysUntil = (expiresAt: Date, now: Date): number =>
  Math.max(1, Math.ceil((expiresAt.getTime() - now.getTime()) / dayMs))
