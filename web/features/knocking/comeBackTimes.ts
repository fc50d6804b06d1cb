import { addDays, fromFieldTime, hourOfDay, toFieldDay, toFieldTime } from '../../lib/dates.ts'

export interface ComeBackTime {
  label: string
  at: Date
}

const EVENING = '18:00'
const SATURDAY_MORNING = '10:00'
/** Later in the day, a visit in the evening is no longer offered. */
const LAST_HOUR_FOR_EVENING = 16
const SATURDAY = 6
const WEEK_DAYS = 7

/** The times that are offered for another visit, earliest first, by the clock of the displayed time zone. */
export function comeBackTimes(now: Date): ComeBackTime[] {
  const evening = clockTime(now, EVENING)
  const daysToSaturday = (SATURDAY - weekdayOf(now) + WEEK_DAYS) % WEEK_DAYS
  const times = [
    ...(hourOfDay(now) <= LAST_HOUR_FOR_EVENING ? [{ label: 'This evening', at: evening }] : []),
    { label: 'Tomorrow', at: addDays(evening, 1) },
    // On Friday and Saturday it is tomorrow, or today.
    ...(daysToSaturday > 1
      ? [{ label: 'Saturday', at: addDays(clockTime(now, SATURDAY_MORNING), daysToSaturday) }]
      : []),
    { label: 'In a week', at: addDays(evening, WEEK_DAYS) },
  ]
  return times.toSorted((one, other) => one.at.getTime() - other.at.getTime())
}

const clockTime = (day: Date, time: string): Date => fromFieldTime(`${toFieldDay(day)}T${time}`)!

/** 0 for Sunday, by the clock of the displayed time zone. */
const weekdayOf = (now: Date): number => new Date(`${toFieldTime(now)}Z`).getUTCDay()
