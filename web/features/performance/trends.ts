import type { CardsQuery } from '../../gql/graphql.ts'

export type TrendDay = CardsQuery['trends']['days'][number]

/** The days without today, which is unfinished and would look like a fall. */
export const finishedDays = (days: readonly TrendDay[]): TrendDay[] => days.slice(0, -1)

/**
 * The totals at the end of each finished day, computed backward from the current total and the additions of each day,
 * the last of which is today.
 */
export function finishedTotals(days: readonly TrendDay[], total: number, added: (day: TrendDay) => number): number[] {
  let remaining = total
  return days
    .toReversed()
    .map((day) => {
      const endOfDayTotal = remaining
      remaining -= added(day)
      return endOfDayTotal
    })
    .toReversed()
    .slice(0, -1)
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
