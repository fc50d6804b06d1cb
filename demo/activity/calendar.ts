import { TZDate } from '@date-fns/tz'
import { addDays } from 'date-fns/addDays'
import { startOfDay } from 'date-fns/startOfDay'

export const DEMO_TIME_ZONE = 'America/Indiana/Indianapolis'
export const DEMO_DAYS = 56

/** One day of the plan. It begins at midnight in the tenants' time zone. */
export interface Day {
  /** 0 is today. */
  daysAgo: number
  midnight: Date
  /** 0 is Sunday. */
  weekday: number
}

/** The days of the plan in ascending order. The last one is today. */
export function planDays(now: Date): Day[] {
  const today = startOfDay(new TZDate(now, DEMO_TIME_ZONE))
  return Array.from({ length: DEMO_DAYS }, (_, i) => {
    const daysAgo = DEMO_DAYS - 1 - i
    const midnight = addDays(today, -daysAgo)
    return { daysAgo, midnight: new Date(midnight.getTime()), weekday: midnight.getDay() }
  })
}

/**
 * The time `hour` hours after midnight. On the two days of a clock change it differs from the wall clock by an hour.
 */
export function timeAtHour(day: Day, hour: number): Date {
  return new Date(day.midnight.getTime() + hour * 3_600_000)
}

export function addMinutes(time: Date, minutes: number): Date {
  return new Date(time.getTime() + Math.round(minutes * 60_000))
}

/** Nobody knocks earlier, as far as today is old enough. */
const FIRST_HOUR = 8
/** Two sessions need so many minutes. */
const MIN_TODAY_MINUTES = 120

/**
 * The start times of a day's knock sessions. Today's sessions move earlier so that they end by `now`, into the time since 8 AM or, before
 * 10 AM, since midnight; without this, the dashboard for today would be empty until the evening.
 */
export function sessionStarts(day: Day, now: Date, jitter: number): Date[] {
  const defaultStarts = [timeAtHour(day, 10.3 + jitter * 0.8), timeAtHour(day, 16.2 + jitter * 0.8)]
  if (day.daysAgo > 0 || timeAtHour(day, 20) <= now) return defaultStarts
  const minutesSince = (time: Date) => (now.getTime() - time.getTime()) / 60_000
  const sinceMorning = minutesSince(timeAtHour(day, FIRST_HOUR))
  const available = sinceMorning >= MIN_TODAY_MINUTES ? sinceMorning : minutesSince(day.midnight)
  const minutesAgo = (minutes: number) => addMinutes(now, -Math.min(minutes, available * (minutes / 300)))
  return [minutesAgo(285 - jitter * 40), minutesAgo(125 - jitter * 40)]
}
