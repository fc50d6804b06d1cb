import { Refused } from '../errors.ts'

const maxDelayMs = 7 * 86_400_000

/**
 * When something happened in the field, by the clock of a device: at most seven days ago and never in the future. Now if the
 * time is missing. Throws `Refused` for an invalid date.
 */
export function clampFieldTime(requested: Date | null | undefined, now: Date): Date {
  const requestedMs = requested?.getTime() ?? now.getTime()
  if (Number.isNaN(requestedMs)) throw new Refused('The time is not a valid date.', { occurred_at: 'Use ISO 8601.' })
  return new Date(Math.min(now.getTime(), Math.max(now.getTime() - maxDelayMs, requestedMs)))
}
