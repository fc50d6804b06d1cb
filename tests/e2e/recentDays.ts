import { TZDate } from '@date-fns/tz'
import { format } from 'date-fns/format'
import { subDays } from 'date-fns/subDays'
import { DEMO_TIME_ZONE } from '../../demo/activity/calendar.ts'

/** The last four weeks of the demo town with today, as an API and the URL of a dashboard take them. */
export interface RecentDays extends Record<string, string> {
  from: string
  to: string
}

/** What needs doors and leads is tested on these days, because a week or month that has just begun has none. */
export function recentDays(): RecentDays {
  const today = new TZDate(Date.now(), DEMO_TIME_ZONE)
  return { from: format(subDays(today, 27), 'yyyy-MM-dd'), to: format(today, 'yyyy-MM-dd') }
}

/** The dashboard of recent days. */
export const recentDashboard = (days = recentDays()): string => `/?${new URLSearchParams(days)}`
