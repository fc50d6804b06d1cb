import type { RepTodayQuery } from '../../gql/graphql.ts'

export type DayHour = RepTodayQuery['repDay']['hours'][number]

/** An hour, or all hours before 6 AM or from 10 PM on. */
export interface ShownHour extends Pick<DayHour, 'hour' | 'doorsKnocked' | 'avgDoorsKnocked'> {
  isNight?: true
}

const MORNING = 6
const NIGHT = 22

const FIRST_HOUR = 9
const LAST_HOUR = 18

/**
 * The hours from 9 AM to 6 PM, extended to every hour of the day with a knock today or an average of at least half a knock. The knocks of
 * the night share one bar at each end, so that a single one after midnight does not make all the others narrow.
 */
export function shownHours(hours: readonly DayHour[]): readonly ShownHour[] {
  const day = hours.filter(({ hour }) => hour >= MORNING && hour < NIGHT)
  const busy = day.filter(isBusy)
  const first = Math.min(FIRST_HOUR, ...busy.map(({ hour }) => hour))
  const last = Math.max(LAST_HOUR, ...busy.map(({ hour }) => hour))
  return [
    ...nightOf(hours.filter(({ hour }) => hour < MORNING)),
    ...day.filter(({ hour }) => hour >= first && hour <= last),
    ...nightOf(hours.filter(({ hour }) => hour >= NIGHT)),
  ]
}

const isBusy = ({ doorsKnocked, avgDoorsKnocked }: DayHour) => doorsKnocked > 0 || avgDoorsKnocked >= 0.5

function nightOf(hours: readonly DayHour[]): ShownHour[] {
  if (!hours.some(isBusy)) return []
  const sum = (of: 'doorsKnocked' | 'avgDoorsKnocked') => hours.reduce((total, hour) => total + hour[of], 0)
  return [
    {
      hour: hours[0]!.hour,
      doorsKnocked: sum('doorsKnocked'),
      avgDoorsKnocked: sum('avgDoorsKnocked'),
      isNight: true,
    },
  ]
}

/** Whether the bar stands for this hour of the day. */
export const coversHour = ({ hour, isNight }: ShownHour, of: number): boolean =>
  isNight ? (hour < MORNING ? of < MORNING : of >= NIGHT) : of === hour

/** '9 AM', or 'Before 6 AM'. */
export const hourName = ({ hour, isNight }: ShownHour): string =>
  !isNight ? formatHour(hour) : hour < MORNING ? `Before ${formatHour(MORNING)}` : `From ${formatHour(NIGHT)}`

/** '9 AM'. */
const formatHour = (hour: number): string => `${hour % 12 || 12} ${hour < 12 ? 'AM' : 'PM'}`

/** The labels below the bars: '9 AM', none, '11', none, '1 PM' and so on; one label for four bars if there are many; 'Night'. */
export function hourLabels(hours: readonly ShownHour[]): readonly (string | null)[] {
  const step = hours.length > 12 ? 4 : 2
  const firstOfDay = hours.findIndex(({ isNight }) => !isNight)
  return hours.map(({ hour, isNight }, index) => {
    if (isNight) return 'Night'
    // 'Night' is as wide as two bars, so that the first hour after it has no label.
    const place = index - firstOfDay - (firstOfDay === 1 ? 1 : 0)
    if (place < 0 || place % step !== 0) return null
    return step === 4 || place % 4 === 0 ? formatHour(hour) : String(hour % 12 || 12)
  })
}

/** The heights of the bars in percent of the highest one. */
export function barHeights(hours: readonly ShownHour[]): readonly { doors: number; usual: number }[] {
  const highest = Math.max(1, ...hours.flatMap(({ doorsKnocked, avgDoorsKnocked }) => [doorsKnocked, avgDoorsKnocked]))
  return hours.map(({ doorsKnocked, avgDoorsKnocked }) => ({
    doors: (100 * doorsKnocked) / highest,
    usual: (100 * avgDoorsKnocked) / highest,
  }))
}
