import { TZDate } from '@date-fns/tz'
import { addDays, startOfDay } from 'date-fns'

/** A day that can be gone through again; times in milliseconds. */
export interface ReplayDay {
  from: number
  /** The last moment that can be asked for: now, or the end of a day that is over. */
  last: number
  isToday: boolean
}

/** How far one step of the slider goes. */
export const STEP_MS = 5 * 60_000
/** How far the keys for a page go. */
export const PAGE_STEP_MS = 60 * 60_000

/** The day in that calendar around a moment, as far as it has come. */
export function replayDayAt(moment: number, now: number, timeZone: string): ReplayDay {
  const start = startOfDay(new TZDate(moment, timeZone))
  const from = start.getTime()
  const next = addDays(start, 1).getTime()
  const isToday = now < next
  const end = isToday ? now : next - 1
  return { from, last: from + Math.floor((end - from) / STEP_MS) * STEP_MS, isToday }
}

/** The end of the day before; days need not have 24 hours. */
export const endOfPreviousDay = (day: ReplayDay, now: number, timeZone: string): number =>
  replayDayAt(day.from - 1, now, timeZone).last

/** The end of the day after, null where that is now. */
export function endOfNextDay(day: ReplayDay, now: number, timeZone: string): number | null {
  const next = replayDayAt(addDays(new TZDate(day.from, timeZone), 1).getTime(), now, timeZone)
  return next.isToday ? null : next.last
}

/** What a place of the slider stands for: a moment, or null for now. */
export const momentOfSlider = (sliderValue: number, day: ReplayDay): number | null =>
  day.isToday && sliderValue >= day.last ? null : Math.max(day.from, Math.min(sliderValue, day.last))
