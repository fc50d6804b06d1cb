import { DAY_MS, formatTime, formatWeekday, startOfDay } from './dates.ts'

/** 'Today, 6:00 PM', 'Tomorrow, 6:00 PM', 'Sat, Dec 5, 10:00 AM'. */
export function formatUpcoming(at: string | Date, now: Date): string {
  const days = Math.round((startOfDay(new Date(at)).getTime() - startOfDay(now).getTime()) / DAY_MS)
  const day = days === 0 ? 'Today' : days === 1 ? 'Tomorrow' : formatWeekday(at)
  return `${day}, ${formatTime(at)}`
}
