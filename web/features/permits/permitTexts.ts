import type { PermitRowFragment } from '../../gql/graphql.ts'
import { formatDate, formatTime } from '../../lib/dates.ts'
import { pluralize } from '../../lib/numbers.ts'

/** The days of the week, of which a permit calls the first 1. */
export const weekdayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const
/** From so many consecutive days on, only the first and the last are named. */
const MIN_RANGE = 3

const nameOf = (weekday: number) => weekdayNames[weekday - 1]!.slice(0, 3)
// A day of a permit and a time of its hours have no time zone.
const dayText = (day: string) => formatDate(`${day}T12:00:00Z`, 'UTC')
const timeText = (time: string) => (time === '24:00' ? 'midnight' : formatTime(`2000-01-01T${time}:00Z`, 'UTC'))

/** 'Mon–Fri, Sun' for ascending days; 'Every day' for all of them. */
export function describeWeekdays(weekdays: readonly number[]): string {
  if (weekdays.length === weekdayNames.length) return 'Every day'
  const runs: number[][] = []
  for (const weekday of weekdays) {
    const run = runs.at(-1)
    if (run?.at(-1) === weekday - 1) run.push(weekday)
    else runs.push([weekday])
  }
  return runs
    .map((run) => (run.length < MIN_RANGE ? run.map(nameOf).join(', ') : `${nameOf(run[0]!)}–${nameOf(run.at(-1)!)}`))
    .join(', ')
}

/** 'Mon–Sat, 9:00 AM – 8:00 PM, until 30 minutes before sunset'. */
export function describeHours({
  weekdays,
  from,
  to,
  untilSunsetMinutes: minutes,
}: Pick<PermitRowFragment, 'weekdays' | 'from' | 'to' | 'untilSunsetMinutes'>): string {
  const hours = from === '00:00' && to === '24:00' ? 'at any hour' : `${timeText(from)} – ${timeText(to)}`
  return [describeWeekdays(weekdays), hours, ...(minutes === null ? [] : [sunsetText(minutes)])].join(', ')
}

function sunsetText(minutes: number): string {
  if (minutes === 0) return 'until sunset'
  return `until ${pluralize(Math.abs(minutes), 'minute')} ${minutes < 0 ? 'after' : 'before'} sunset`
}

/** 'Valid from Oct 5, 2026 until Dec 31, 2026'. */
export const describeValidity = ({ validFrom, validTo }: Pick<PermitRowFragment, 'validFrom' | 'validTo'>): string =>
  `Valid from ${dayText(validFrom)}${validTo === null ? '' : ` until ${dayText(validTo)}`}`
