import { startOfDay } from './dates.ts'
import { useNow } from './useNow.ts'

/** When today began in the displayed time zone, in milliseconds; another value within a minute after midnight. */
export const useDayStart = (): number => startOfDay(new Date(useNow())).getTime()
