import { check } from './errors.ts'

const dayMs = 86_400_000
/** A year, whichever it is, and the day on which it is asked for. */
const maxLifetimeMs = 366 * dayMs

/**
 * When a key ends: after a number of days from `now`, or at a time, whichever is given. Throws `Refused` when both or
 * neither are, for the past, and for what is more than a year away.
 */
export function resolveExpiry(given: { expiresInDays?: number | null; expiresAt?: Date | null }, now: Date): Date {
  const { expiresInDays: days, expiresAt: at } = given
  const one = 'Say when the key expires: in a number of days, or at a time.'
  check((days == null) !== (at == null), one, { expires_in_days: one })
  const end = at ?? new Date(now.getTime() + days! * dayMs)
  const past = 'The key must expire in the future.'
  check(end.getTime() > now.getTime(), past, { [at ? 'expires_at' : 'expires_in_days']: past })
  const far = 'A key lasts at most a year.'
  check(end.getTime() <= now.getTime() + maxLifetimeMs, far, { [at ? 'expires_at' : 'expires_in_days']: far })
  return end
}
