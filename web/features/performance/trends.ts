import type { CardsQuery } from '../../gql/graphql.ts'
import { formatCount, formatDecimal, formatRate } from '../../lib/numbers.ts'
import type { StatChange } from '../../ui/StatStrip.tsx'

export type TrendDay = CardsQuery['trends']['days'][number]

/** How a total of today came about: at the end of each day, from what each day added. */
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

/** The sums over each seven days in a row: a Sunday without doors is no fall. */
export function weeklySums(days: readonly TrendDay[], of: (day: TrendDay) => number): number[] {
  return days
    .slice(WINDOW_DAYS - 1)
    .map((_, index) => days.slice(index, index + WINDOW_DAYS).reduce((sum, day) => sum + of(day), 0))
}

/** The conversion rate over each seven days in a row, 0 where they had no leads. */
export function weeklyRates(days: readonly TrendDay[]): number[] {
  const created = weeklySums(days, ({ leadsCreated }) => leadsCreated)
  const converted = weeklySums(days, ({ leadsConverted }) => leadsConverted)
  return created.map((leads, index) => (leads > 0 ? (100 * converted[index]!) / leads : 0))
}

/** '9.2% vs last week'; where there was nothing before, how many there are instead. */
export function percentChange(now: number, before: number, since: string): StatChange {
  if (before <= 0) return { delta: now, text: formatCount(now), comparison: `more than ${since}` }
  const percent = (100 * (now - before)) / before
  return { delta: roundToTenth(percent), text: formatRate(Math.abs(percent)), comparison: `vs ${since}` }
}

/** '1.3 pts vs last week', of two rates in per cent. */
export function pointChange(now: number, before: number, since: string): StatChange {
  return {
    delta: roundToTenth(now - before),
    text: `${formatDecimal(Math.abs(now - before))} pts`,
    comparison: `vs ${since}`,
  }
}

/** What reads as 0.0 did not change. */
const roundToTenth = (difference: number): number => Math.round(difference * 10) / 10
