import type { CardsQuery } from '../../gql/graphql.ts'
import { formatCount, formatDecimal, formatRate } from '../../lib/counts.ts'
import type { Change } from '../../ui/StatStrip.tsx'

export type TrendDay = CardsQuery['trends']['days'][number]

/** How a total of today came about: at the end of each day, from what each day added. */
export function runningTotal(days: readonly TrendDay[], total: number, added: (day: TrendDay) => number): number[] {
  let left = total
  return days
    .toReversed()
    .map((day) => {
      const atItsEnd = left
      left -= added(day)
      return atItsEnd
    })
    .toReversed()
}

const WINDOW = 7

/** The sums over each seven days in a row: a Sunday without doors is no fall. */
export function weeklySums(days: readonly TrendDay[], of: (day: TrendDay) => number): number[] {
  return days.slice(WINDOW - 1).map((_, at) => days.slice(at, at + WINDOW).reduce((sum, day) => sum + of(day), 0))
}

/** The conversion rate over each seven days in a row, 0 where they had no leads. */
export function weeklyRates(days: readonly TrendDay[]): number[] {
  const created = weeklySums(days, ({ leadsCreated }) => leadsCreated)
  const converted = weeklySums(days, ({ leadsConverted }) => leadsConverted)
  return created.map((leads, at) => (leads > 0 ? (100 * converted[at]!) / leads : 0))
}

/** '9.2% vs last week'; where there was nothing before, how many there are instead. */
export function changeInPerCent(now: number, before: number, since: string): Change {
  if (before <= 0) return { by: now, text: formatCount(now), since: `more than ${since}` }
  const percent = (100 * (now - before)) / before
  return { by: rounded(percent), text: formatRate(Math.abs(percent)), since: `vs ${since}` }
}

/** '1.3 pts vs last week', of two rates in per cent. */
export function changeInPoints(now: number, before: number, since: string): Change {
  return { by: rounded(now - before), text: `${formatDecimal(Math.abs(now - before))} pts`, since: `vs ${since}` }
}

/** What reads as 0.0 did not change. */
const rounded = (difference: number): number => Math.round(difference * 10) / 10
