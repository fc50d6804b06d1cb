import { normalizeName } from '../addresses/text.ts'
import { dueNotice } from '../expiryNotices.ts'
import { startOfDayIn } from '../periods.ts'
import { dayAfter } from '../territories/assignments.ts'
import type { NamedPermit } from './parsePermit.ts'

type Expiring = Pick<NamedPermit, 'city' | 'validFrom' | 'validTo'>

/** A permit is valid before this time in the time zone of its company; null if it is valid for ever. */
export const permitExpiresAt = ({ validTo }: Expiring, timeZone: string): Date | null =>
  validTo === null ? null : startOfDayIn(dayAfter(validTo), timeZone)

/**
 * Which notice is due before a permit expires, unless another one of its city is valid on the day after; null if none is due, or `told` was
 * the last one or a later one.
 */
export function permitExpiryNotice(
  permit: Expiring,
  permits: readonly Expiring[],
  now: Date,
  timeZone: string,
  told: number | null = null,
): number | null {
  const { city, validTo } = permit
  const expiresAt = permitExpiresAt(permit, timeZone)
  if (validTo === null || expiresAt === null) return null
  const next = dayAfter(validTo)
  const isRenewed = permits.some(
    (other) =>
      normalizeName(other.city) === normalizeName(city) &&
      other.validFrom <= next &&
      (other.validTo === null || other.validTo >= next),
  )
  return isRenewed ? null : dueNotice(expiresAt, told, now)
}
