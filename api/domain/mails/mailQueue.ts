const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** The time from a failed try to the next one. After the last one, or when the mail has expired, it is given up. */
export const mailRetryDelaysMs: readonly number[] = [
  minute,
  5 * minute,
  15 * minute,
  hour,
  3 * hour,
  6 * hour,
  12 * hour,
]

/** After this time a mail is given up, unless its content is valid for another one. */
export const mailLifetimeMs = day

/** How many mails one address gets from one tenant in 24 hours. More are not queued. */
export const maxMailsPerAddress = 20

/** How long an ended mail is listed. */
export const mailHistoryMs = 30 * day

/** When a mail is tried again after its `attempts`-th try failed at `now`; null if it is given up. */
export function nextMailAttempt(attempts: number, now: Date, expiresAt: Date): Date | null {
  const delay = mailRetryDelaysMs[attempts - 1]
  if (delay === undefined) return null
  const next = new Date(now.getTime() + delay)
  return next < expiresAt ? next : null
}
