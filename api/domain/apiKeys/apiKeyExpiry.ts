import { check } from '../errors.ts'

const dayMs = 86_400_000
/** A leap year, so that 'in one year' is always allowed. */
const maxLifetimeMs = 366 * dayMs

/**
 * The time at which a key expires, from either a number of days after `now` or a time. Throws `Refused` if both or
 * neither are given, and for a time that is in the past or more than 366 days ahead.
 */
export function resolveExpiry(input: { expiresInDays?: number | null; expiresAt?: Date | null }, now: Date): Date {
  const { expiresInDays, expiresAt } = input
  const field = expiresAt ? 'expires_at' : 'expires_in_days'
  const checkField = (condition: boolean, message: string) => check(condition, message, { [field]: message })
  const eitherOr = 'Set either a number of days or a time for the key to expire.'
  check((expiresInDays == null) !== (expiresAt == null), eitherOr, { expires_in_days: eitherOr })
  const result = expiresAt ?? new Date(now.getTime() + expiresInDays! * dayMs)
  checkField(result.getTime() > now.getTime(), 'The key must expire in the future.')
  checkField(result.getTime() <= now.getTime() + maxLifetimeMs, 'A key can be valid for at most a year.')
  return result
}
