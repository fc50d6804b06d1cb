import { TZDate } from '@date-fns/tz'
import { addDays, startOfDay } from 'date-fns'

/** A day of the replay slider. Times are in milliseconds. */
export interface ReplayDay {
  from: number
  /** The last selectable time: the current time today, the end of the day on other days. */
  last: number
  isToday: boolean
}

/** One step of the slider. */
export const STEP_MS = 5 * 60_000
/** One step of the Page Up and Page Down keys. */
export const PAGE_STEP_MS = 60 * 60_000

/** The calendar day that contains `moment`, up to `now`. */
export function replayDayAt(moment: number, now: number, timeZone: string): ReplayDay {
  const start = startOfDay(new TZDate(moment, timeZone))
  const from = start.getTime()
  const next = addDays(start, 1).getTime()
  const isToday = now < next
  const end = isToday ? now : next - 1
  return { from, last: from + Math.floor((end - from) / STEP_MS) * STEP_MS, isToday }
}

/** The end of the previous day. A day does not always have 24 hours. */
export const endOfPreviousDay = (day: ReplayDay, now: number, timeZone: string): number =>
  replayDayAt(day.from - 1, now, timeZone).last

/** The end of the next day; null if that is today, which means live. */
export function endOfNextDay(day: ReplayDay, now: number, timeZone: string): number | null {
  const next = replayDayAt(addDays(new TZDate(day.from, timeZone), 1).getTime(), now, timeZone)
  return next.isToday ? null : next.last
}

/** The time at a slider value; null for live. */
export const momentOfSlider = (sliderValue: number, day: ReplayDay): number | null =>
  day.isToday && sliderValue >= day.last ? null : Math.max(day.from, Math.min(sliderValue, day.last))
