import { TZDate } from '@date-fns/tz'
import { addDays } from 'date-fns/addDays'
import { format } from 'date-fns/format'
import { getTimes } from 'suncalc'
import type { Point } from '../point.ts'
import { containsPoint } from '../polygons.ts'
import type { Area } from '../territories/area.ts'

/** When and by whom doors of a city may be knocked. Days and times are those of the company's time zone. */
export interface Permit {
  /** The doors that it is about. */
  area: Area
  /** First and last day, YYYY-MM-DD; without a last day it is valid for ever. */
  validFrom: string
  validTo: string | null
  /** From 1, Monday. */
  weekdays: readonly number[]
  /** HH:MM; `to` may be 24:00. */
  from: string
  to: string
  /** Knocking ends so many minutes before sunset, if that is earlier than `to`; null without such a rule. */
  untilSunsetMinutes: number | null
  /** Who may knock; everybody if it has none. */
  badges: readonly { userId: string }[]
}

/** A visit at a door. */
export interface Visit {
  point: Point
  userId: string
  at: Date
}

export const permitFlags = ['outside_hours', 'no_permit'] as const
export type PermitFlag = (typeof permitFlags)[number]

/**
 * What is wrong with a visit by the permits of its city: nothing where no permit is about the door. Of several permits, one that allows the visit is
 * enough. The hours are also checked where no permit is valid, because the city has them in any case.
 */
export function permitFlagsOf(permits: readonly Permit[], visit: Visit, timeZone: string): PermitFlag[] {
  const ofDoor = permits.filter(({ area }) => containsPoint(area, visit.point))
  if (ofDoor.length === 0) return []
  const valid = ofDoor.filter((permit) => isValidFor(permit, visit, timeZone))
  const inHours = (valid.length > 0 ? valid : ofDoor).some((permit) => isInHours(permit, visit, timeZone))
  return [...(inHours ? [] : (['outside_hours'] as const)), ...(valid.length > 0 ? [] : (['no_permit'] as const))]
}

function isValidFor({ validFrom, validTo, badges }: Permit, { at, userId }: Visit, timeZone: string): boolean {
  const day = format(new TZDate(at, timeZone), 'yyyy-MM-dd')
  const hasBadge = badges.length === 0 || badges.some((badge) => badge.userId === userId)
  return hasBadge && validFrom <= day && (validTo === null || day <= validTo)
}

/**
 * When the hours of a visit end, in milliseconds since 1970, and by which permit; undefined outside the hours, and if they end later than `untilMs`.
 * Hours that go on by another permit, or from midnight, have not ended.
 */
export function hoursEndOf<Of extends Permit>(
  permits: readonly Of[],
  visit: Visit,
  { untilMs, timeZone }: { untilMs: number; timeZone: string },
): { atMs: number; permit: Of } | undefined {
  const ofDoor = permits.filter(({ area }) => containsPoint(area, visit.point))
  let end: { atMs: number; permit: Of } | undefined
  for (;;) {
    const at = end ? new Date(end.atMs) : visit.at
    if (at.getTime() > untilMs) return undefined
    const valid = ofDoor.filter((permit) => isValidFor(permit, { ...visit, at }, timeZone))
    const ends = (valid.length > 0 ? valid : ofDoor).flatMap((permit) => {
      const atMs = endOfHours(permit, { ...visit, at }, timeZone)
      return atMs === undefined ? [] : [{ atMs, permit }]
    })
    if (ends.length === 0) return end
    end = ends.reduce((latest, other) => (other.atMs > latest.atMs ? other : latest))
  }
}

const isInHours = (...visited: Parameters<typeof endOfHours>): boolean => endOfHours(...visited) !== undefined

/** When the hours of the permit end that the visit is in, in milliseconds since 1970; undefined outside them. */
function endOfHours(permit: Permit, { at, point }: Visit, timeZone: string): number | undefined {
  const local = new TZDate(at, timeZone)
  if (!permit.weekdays.includes(local.getDay() || 7)) return undefined
  const from = timeOfDay(local, permit.from)
  const to = timeOfDay(local, permit.to)
  const latest =
    permit.untilSunsetMinutes === null ? to : Math.min(to, sunsetLimit(local, point, permit.untilSunsetMinutes))
  return from <= at.getTime() && at.getTime() < latest ? latest : undefined
}

/** The time HH:MM on the day of `local`, in milliseconds since 1970. */
function timeOfDay(local: TZDate, text: string): number {
  const [hours, minutes] = text.split(':').map(Number) as [number, number]
  const [year, month, day] = [local.getFullYear(), local.getMonth(), local.getDate()]
  const midnight = new TZDate(year, month, day, local.timeZone!)
  if (hours === 24) return addDays(midnight, 1).getTime()
  return new TZDate(year, month, day, hours, minutes, local.timeZone!).getTime()
}

/** So many minutes before sunset on the day of `local`: never where the sun does not set that day, and always where it does not rise. */
function sunsetLimit(local: TZDate, { lat, lng }: Point, minutes: number): number {
  const { sunset, alwaysUp } = getTimes(new Date(timeOfDay(local, '12:00')), lat, lng)
  if (sunset) return sunset.getTime() - minutes * 60_000
  return alwaysUp ? Infinity : -Infinity
}
