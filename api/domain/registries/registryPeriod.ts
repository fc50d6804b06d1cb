import { TZDate } from '@date-fns/tz'
import { addDays } from 'date-fns/addDays'
import { check } from '../errors.ts'
import { dueNotice } from '../expiryNotices.ts'

/** When a city's list is in force. */
export interface RegistryPeriod {
  effectiveFrom: Date
  /** It is in force before this time; null if the city did not say. */
  expiresAt: Date | null
}

/**
 * The period of a list from days (YYYY-MM-DD, in the time zone of the company, the last day included) or times (ISO 8601). Throws `Refused` for
 * another text, for a list that has expired, and for one that expires before it is in force.
 */
export function parseRegistryPeriod(
  effectiveFrom: string | null | undefined,
  expiresAt: string | null | undefined,
  now: Date,
  timeZone: string,
): RegistryPeriod {
  const from = effectiveFrom?.trim() ? parseMoment(effectiveFrom, 'effective_from', timeZone, 0) : now
  const until = expiresAt?.trim() ? parseMoment(expiresAt, 'expires_at', timeZone, 1) : null
  const message = 'The list must expire after today and after the day from which it is in force.'
  check(until === null || (until > now && until > from), message, { expires_at: message })
  return { effectiveFrom: from, expiresAt: until }
}

function parseMoment(given: string, field: string, timeZone: string, addedDays: number): Date {
  const text = given.trim()
  const message = 'Give the day as YYYY-MM-DD, or the time as in ISO 8601.'
  const refuse = (isValid: boolean) => check(isValid, message, { [field]: message })
  const day = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text)
  if (!day) {
    refuse(/^\d{4}-\d\d-\d\dT[\d:.]{5,15}(?:Z|[+-]\d\d:\d\d)$/.test(text) && !Number.isNaN(Date.parse(text)))
    const time = new Date(text)
    refuse(isUsual(time))
    return time
  }
  const [year, month, date] = day.slice(1).map(Number) as [number, number, number]
  const start = new TZDate(year, month - 1, date, timeZone)
  refuse(start.getMonth() === month - 1 && start.getDate() === date && isUsual(start))
  return new Date(addDays(start, addedDays).getTime())
}

const isUsual = (time: Date) => time.getUTCFullYear() >= 2000 && time.getUTCFullYear() < 2200

/** The notice that is due before a list expires that no newer one replaces by then; null if none is due. */
export function expiryNotice(
  { expiresAt, replacedAt }: { expiresAt: Date | null; replacedAt: Date | null },
  now: Date,
): number | null {
  if (expiresAt === null || (replacedAt !== null && replacedAt <= expiresAt)) return null
  return dueNotice(expiresAt, null, now)
}
