import type { Period } from '../../gql/graphql.ts'

/** The choices of a period, the default among them WEEK (spec §9). */
export const periods: readonly { value: Period; label: string; before: string }[] = [
  { value: 'DAY', label: 'Today', before: 'yesterday' },
  { value: 'WEEK', label: 'This Week', before: 'last week' },
  { value: 'MONTH', label: 'This Month', before: 'last month' },
]

export const DEFAULT_PERIOD: Period = 'WEEK'

const wordsOf = (period: Period) => periods.find(({ value }) => value === period)!

/** 'this week', inside a sentence. */
export const periodWords = (period: Period): string => wordsOf(period).label.toLowerCase()

/** 'last week'. */
export const periodBefore = (period: Period): string => wordsOf(period).before

/** The period an address names ('?period=month'), or the default. */
export function periodFrom(text: string | null): Period {
  const known = periods.find(({ value }) => value === text?.toUpperCase())
  return known?.value ?? DEFAULT_PERIOD
}
