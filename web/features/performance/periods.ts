import type { Period } from '../../gql/graphql.ts'

/** The periods to choose from. The default is WEEK (spec §9). */
export const periods: readonly { value: Period; label: string; before: string }[] = [
  { value: 'DAY', label: 'Today', before: 'yesterday' },
  { value: 'WEEK', label: 'This Week', before: 'last week' },
  { value: 'MONTH', label: 'This Month', before: 'last month' },
]

export const DEFAULT_PERIOD: Period = 'WEEK'

const optionOf = (period: Period) => periods.find(({ value }) => value === period)!

/** 'this week', for use inside a sentence. */
export const periodPhrase = (period: Period): string => optionOf(period).label.toLowerCase()

/** 'last week'. */
export const previousPeriodPhrase = (period: Period): string => optionOf(period).before

/** The period of a URL parameter ('month'), or the default. */
export function parsePeriod(text: string | null): Period {
  const option = periods.find(({ value }) => value === text?.toUpperCase())
  return option?.value ?? DEFAULT_PERIOD
}
