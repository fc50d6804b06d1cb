import type { CardsQuery } from '../../gql/graphql.ts'
import { formatCount, formatDecimal, formatRate } from '../../lib/numbers.ts'
import type { StatChange } from '../../ui/StatStrip.tsx'

export type TrendDay = CardsQuery['trends']['days'][number]

/** The totals at the end of each day, computed backward from the current total and the additions of each day. */
export function totalByDay(days: readonly TrendDay[], total: number, added: (day: TrendDay) => number): number[] {
  let remaining = total
  return days
    .toReversed()
    .map((day) => {
      const endOfDayTotal = remaining
      remaining -= added(day)
      return endOfDayTotal
    })
    .toReversed()
}

const WINDOW_DAYS = 7

/** Sums over seven-day windows, which even out days without activity such as Sundays. */
export function weeklySums(days: readonly TrendDay[], of: (day: TrendDay) => number): number[] {
  return days
    .slice(WINDOW_DAYS - 1)
    .map((_, index) => days.slice(index, index + WINDOW_DAYS).reduce((sum, day) => sum + of(day), 0))
}

/** Conversion rates over seven-day windows; 0 for windows without leads. */
export function weeklyRates(days: readonly TrendDay[]): number[] {
  const created = weeklySums(days, ({ leadsCreated }) => leadsCreated)
  const converted = weeklySums(days, ({ leadsConverted }) => leadsConverted)
  return created.map((leads, index) => (leads > 0 ? (100 * converted[index]!) / leads : 0))
}

/** '9.2% vs last week'; the new value itself if the previous one was zero. */
export function percentChange(now: number, before: number, since: string): StatChange {
  if (before <= 0) return { delta: now, text: formatCount(now), comparison: `more than ${since}` }
  const percent = (100 * (now - before)) / before
  return { delta: roundToTenth(percent), text: formatRate(Math.abs(percent)), comparison: `vs ${since}` }
}

/** '1.3 pts vs last week', for two rates in percent. */
export function pointChange(now: number, before: number, since: string): StatChange {
  return {
    delta: roundToTenth(now - before),
    text: `${formatDecimal(Math.abs(now - before))} pts`,
    comparison: `vs ${since}`,
  }
}

/** A difference that is shown as 0.0 counts as unchanged. */
const roundToTenth = (difference: number): number => Math.round(difference * 10) / 10
