import type { Period } from '../../gql/graphql.ts'

/** The choices of a period, the default among them WEEK (spec §9). */
export const periods: readonly { value: Period; label: string }[] = [
  { value: 'DAY', label: 'Today' },
  { value: 'WEEK', label: 'This Week' },
  { value: 'MONTH', label: 'This Month' },
]

export const DEFAULT_PERIOD: Period = 'WEEK'

/** 'this week', inside a sentence. */
export const periodWords = (period: Period): string =>
  (periods.find(({ value }) => value === period)?.label ?? '').toLowerCase()

/** The period an address names ('?period=month'), or the default. */
export function periodFrom(text: string | null): Period {
  const known = periods.find(({ value }) => value === text?.toUpperCase())
  return known?.value ?? DEFAULT_PERIOD
}
