import type { RepTodayQuery } from '../../gql/graphql.ts'

export type DayHour = RepTodayQuery['repDay']['hours'][number]

const FIRST_HOUR = 9
const LAST_HOUR = 18

/** The hours from 9 AM to 6 PM, extended to every hour with a knock today or an average of at least half a knock. */
export function shownHours(hours: readonly DayHour[]): readonly DayHour[] {
  const busy = hours.filter(({ doorsKnocked, avgDoorsKnocked }) => doorsKnocked > 0 || avgDoorsKnocked >= 0.5)
  const first = Math.min(FIRST_HOUR, ...busy.map(({ hour }) => hour))
  const last = Math.max(LAST_HOUR, ...busy.map(({ hour }) => hour))
  return hours.filter(({ hour }) => hour >= first && hour <= last)
}

/** '9 AM'. */
export const formatHour = (hour: number): string => `${hour % 12 || 12} ${hour < 12 ? 'AM' : 'PM'}`

/** The labels below the bars: '9 AM', none, '11', none, '1 PM' and so on; one label for four bars if there are many. */
export function hourLabels(hours: readonly DayHour[]): readonly (string | null)[] {
  const step = hours.length > 12 ? 4 : 2
  return hours.map(({ hour }, index) => {
    if (index % step !== 0) return null
    return step === 4 || index % 4 === 0 ? formatHour(hour) : String(hour % 12 || 12)
  })
}

/** The heights of the bars in percent of the highest one. */
export function barHeights(hours: readonly DayHour[]): readonly { doors: number; usual: number }[] {
  const highest = Math.max(1, ...hours.flatMap(({ doorsKnocked, avgDoorsKnocked }) => [doorsKnocked, avgDoorsKnocked]))
  return hours.map(({ doorsKnocked, avgDoorsKnocked }) => ({
    doors: (100 * doorsKnocked) / highest,
    usual: (100 * avgDoorsKnocked) / highest,
  }))
}
