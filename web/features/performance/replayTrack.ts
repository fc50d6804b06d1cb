import type { Period } from '../../gql/graphql.ts'
import { addDays, formatDate, startOfDay } from '../../lib/dates.ts'

/** The days of the replay slider in the tenant's time zone, up to and including today. Times are in milliseconds. */
export interface ReplayTrack {
  /** The start of the first day. */
  from: number
  /** The last selectable time, a whole step before now. */
  last: number
  /** The end of today. */
  end: number
  timeZone: string
}

/** The precision of the slider. */
const STEP_MS = 5 * 60_000
/** One press of an arrow key, and one second of playing at 1×. */
export const HOUR_MS = 60 * 60_000

export const replaySpeeds = [1, 4, 16] as const
export type ReplaySpeed = (typeof replaySpeeds)[number]

/** In the first days of a month the slider has days before it. A board of the past covers the period that contains its time. */
const MIN_DAYS_OF_MONTH = 7

/** The number of days on the slider: those of the period up to today. */
export function replayDaysOf(period: Period, now: number, timeZone: string): number {
  if (period === 'DAY') return 1
  const today = new Date(`${formatDate(now, timeZone)} UTC`)
  return period === 'WEEK' ? ((today.getUTCDay() + 6) % 7) + 1 : Math.max(MIN_DAYS_OF_MONTH, today.getUTCDate())
}

export function replayTrackAt(now: number, timeZone: string, dayCount: number): ReplayTrack {
  const today = startOfDay(new Date(now), timeZone)
  return {
    from: addDays(today, 1 - dayCount, timeZone).getTime(),
    last: Math.floor(now / STEP_MS) * STEP_MS,
    end: addDays(today, 1, timeZone).getTime(),
    timeZone,
  }
}

/** Before it, nobody knocks. */
const MORNING_HOURS = 7

/**
 * Where playing begins: at 7 AM, or at midnight before that, of today; of a week or month, of the first day with a lead, or
 * their start if no lead is known. Null if that is now. The days end with today.
 */
export function playStartOf(track: ReplayTrack, period: Period, leadsByDay: readonly number[]): number | null {
  const first = leadsByDay.findIndex((leads) => leads > 0)
  if (period !== 'DAY' && first < 0) return track.from
  const daysAgo = period === 'DAY' ? 0 : leadsByDay.length - 1 - first
  const midnight = addDays(track.end, -1 - daysAgo, track.timeZone).getTime()
  const morning = midnight + MORNING_HOURS * HOUR_MS
  return clampMoment(morning < track.last ? morning : midnight, track)
}

/** The time at a share (0 to 1) of the slider's width; null for live. */
export const momentAt = (share: number, track: ReplayTrack): number | null =>
  clampMoment(track.from + Math.round((share * (track.end - track.from)) / STEP_MS) * STEP_MS, track)

/** The time a number of hours later, or earlier if negative; null for live. */
export const moveHours = (moment: number | null, hours: number, track: ReplayTrack): number | null =>
  clampMoment((moment ?? track.last) + hours * HOUR_MS, track)

/** The same time of day a number of days later. */
export const moveDays = (moment: number | null, days: number, track: ReplayTrack): number | null =>
  clampMoment(addDays(moment ?? track.last, days, track.timeZone).getTime(), track)

/** The share of the slider's width at a time. */
export const shareOf = (moment: number | null, { from, last, end }: ReplayTrack): number =>
  Math.min(1, Math.max(0, ((moment ?? last) - from) / (end - from)))

const clampMoment = (moment: number, { from, last }: ReplayTrack): number | null =>
  moment >= last ? null : Math.max(from, moment)
