import { check } from '../errors.ts'
import { parseId } from '../ids.ts'
import { checkLengths } from '../maxLengths.ts'
import { parseArea } from '../territories/area.ts'
import { parseDay } from '../territories/assignments.ts'
import type { Permit } from './permits.ts'

/** A permit as it is given. */
export interface PermitInput {
  city: string
  /** GeoJSON. */
  area: unknown
  number?: string | null
  validFrom: string
  validTo?: string | null
  /** Every day if omitted. */
  weekdays?: readonly number[] | null
  from?: string | null
  to?: string | null
  untilSunsetMinutes?: number | null
  badges?: readonly { userId: string; number?: string | null }[] | null
}

/** A permit with what people need to know of it. */
export interface NamedPermit extends Permit {
  city: string
  number: string | null
  badges: readonly { userId: string; number: string | null }[]
}

export const maxBadges = 500
const everyDay = [1, 2, 3, 4, 5, 6, 7]
const timePattern = /^(?:[01]\d|2[0-3]):[0-5]\d$/

/** Throws `Refused` with the place of the fault. */
export function parsePermit(input: PermitInput): NamedPermit {
  const refuse = (isValid: unknown, field: string, message: string) => check(isValid, message, { [field]: message })
  checkLengths({ city: input.city })
  const city = input.city.trim()
  refuse(city, 'city', 'Name the city of the permit.')
  const validFrom = parseDay(input.validFrom, 'valid_from')
  const validTo = input.validTo == null ? null : parseDay(input.validTo, 'valid_to')
  refuse(validTo === null || validTo >= validFrom, 'valid_to', 'The last day is before the first.')
  const weekdays = [...new Set(input.weekdays ?? everyDay)].toSorted((one, other) => one - other)
  const areDays = weekdays.length > 0 && weekdays.every((day) => everyDay.includes(day))
  refuse(areDays, 'weekdays', 'Give the days of the week from 1 (Monday) to 7 (Sunday).')
  const [from, to] = [input.from ?? '00:00', input.to ?? '24:00']
  refuse(timePattern.test(from), 'from', 'Give the time as HH:MM.')
  refuse(timePattern.test(to) || to === '24:00', 'to', 'Give the time as HH:MM.')
  refuse(from < to, 'to', 'The hours must end after they begin.')
  const minutes = input.untilSunsetMinutes ?? null
  const isMinutes = minutes === null || (Number.isInteger(minutes) && Math.abs(minutes) <= 720)
  refuse(isMinutes, 'until_sunset_minutes', 'Give the minutes before sunset, at most 720.')
  const badges = input.badges ?? []
  refuse(badges.length <= maxBadges, 'badges', `A permit has at most ${maxBadges} badges.`)
  const parsed = badges.map(({ userId, number }) => {
    return { userId: parseId(userId, 'User'), number: number?.trim() || null }
  })
  refuse(new Set(parsed.map(({ userId }) => userId)).size === parsed.length, 'badges', 'A user has one badge.')
  return {
    ...{ city, area: parseArea(input.area), number: input.number?.trim() || null, validFrom, validTo, weekdays },
    ...{ from, to, untilSunsetMinutes: minutes, badges: parsed },
  }
}
