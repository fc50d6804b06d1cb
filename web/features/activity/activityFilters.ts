import type { ActivityFilter, ActivityOrderField } from '../../gql/graphql.ts'
import { describeRange, toTimeRange } from '../../lib/dateRanges.ts'
import { type FilterValues, readFilters, urlFilter } from '../../lib/urlFilters.ts'
import { urlOrder } from '../../lib/urlOrder.ts'

export const ALL = 'ALL'
/** The span without a first and a last event. */
const ALL_TIME = 'all'

/** Time spans of the log, in days. Another span is two dates such as '2026-11-01..2026-11-30'. */
export const spans = [
  { value: '1', label: 'Last 24 hours' },
  { value: '7', label: 'Last 7 days' },
  { value: '30', label: 'Last 30 days' },
  { value: ALL_TIME, label: 'All time' },
] as const

export const DEFAULT_SPAN = '7'
const DAY_MS = 24 * 60 * 60 * 1000

export const activityFilters = {
  actor: urlFilter<string>('actor', ALL),
  type: urlFilter<string>('type', ALL),
  span: urlFilter<string>('span', DEFAULT_SPAN),
}

/** The order of the log, stored in the URL. The latest come first at the first click. */
export const activityOrder = urlOrder<ActivityOrderField>(['TIME', 'PERSON', 'TYPE'], '-TIME', ['TIME'])

export type ActivityFilters = FilterValues<typeof activityFilters>

const isNamed = (span: string) => spans.some(({ value }) => value === span)

/** The text of a span that is not among `spans`, 'Nov 1 – Nov 30, 2026'; null for those, and for one that does not exist. */
export const describeOtherSpan = (span: string): string | null => (isNamed(span) ? null : describeRange(span))

/** The filter as a GraphQL input. `now` is in milliseconds. */
export function toActivityInput({ actor, type, span }: ActivityFilters, now: number): ActivityFilter {
  return {
    ...(actor === ALL ? {} : { actorId: actor }),
    ...(type === ALL ? {} : { types: [type] }),
    ...toTimes(span, now),
  }
}

/** The times of a span; those of the default one for a span that does not exist. */
function toTimes(span: string, now: number): Pick<ActivityFilter, 'from' | 'to'> {
  if (span === ALL_TIME) return {}
  const range = isNamed(span) ? null : toTimeRange(span, new Date(now))
  return range ?? { from: new Date(now - Number(isNamed(span) ? span : DEFAULT_SPAN) * DAY_MS).toISOString() }
}

/** The filter of a saved view. */
export const toFilterOfQuery = (query: string, now: number): ActivityFilter =>
  toActivityInput(readFilters(activityFilters, new URLSearchParams(query)), now)
