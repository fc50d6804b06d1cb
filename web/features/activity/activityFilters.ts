import type { ActivityFilter } from '../../gql/graphql.ts'
import { type FilterValues, urlFilter } from '../../lib/urlFilters.ts'
import { urlOrder } from '../../lib/urlOrder.ts'

export const ALL = 'ALL'

/** Time spans of the log, in days. */
export const spans = [
  { value: '1', label: 'Last 24 hours' },
  { value: '7', label: 'Last 7 days' },
  { value: '30', label: 'Last 30 days' },
  { value: ALL, label: 'All time' },
] as const
export type Span = (typeof spans)[number]['value']

export const DEFAULT_SPAN = '7'
const DAY_MS = 24 * 60 * 60 * 1000

export const activityFilters = {
  actor: urlFilter<string>('actor', ALL),
  type: urlFilter<string>('type', ALL),
  span: urlFilter<Span>(
    'span',
    DEFAULT_SPAN,
    spans.map(({ value }) => value),
  ),
}

/** The order of the log, stored in the URL. The latest come first at the first click. */
export const activityOrder = urlOrder<'TIME'>(['TIME'], '-TIME', ['TIME'])

export type ActivityFilters = FilterValues<typeof activityFilters>

/** The filter as a GraphQL input. `now` is in milliseconds. */
export function toActivityInput({ actor, type, span }: ActivityFilters, now: number): ActivityFilter {
  return {
    ...(actor === ALL ? {} : { actorId: actor }),
    ...(type === ALL ? {} : { types: [type] }),
    ...(span === ALL ? {} : { from: new Date(now - Number(span) * DAY_MS).toISOString() }),
  }
}
