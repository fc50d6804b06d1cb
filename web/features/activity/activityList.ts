import {
  type ActivityFilter,
  ActivityLogDocument,
  type ActivityLogQuery,
  type ActivityOrderField,
  ActivityTotalDocument,
} from '../../gql/graphql.ts'
import { describeRange, toTimeRange } from '../../lib/dateRanges.ts'
import { urlOrder } from '../../lib/urlOrder.ts'
import { defineList } from '../../lists/defineList.ts'
import { ALL, only, text } from '../../lists/filters.ts'
import type { ListRows } from '../../lists/ListBody.tsx'
import { activityDisplay } from '../../domain/activityTypes.ts'
import { DAY_MS } from '../../lib/dates.ts'

/** The span without a first and a last event. */
const ALL_TIME = 'all'

/** Time spans of the log, in days. Another span is two dates such as '2026-11-01..2026-11-30'. */
const spans = [
  { value: '1', label: 'Last 24 hours' },
  { value: '7', label: 'Last 7 days' },
  { value: '30', label: 'Last 30 days' },
  { value: ALL_TIME, label: 'All time' },
] as const

const DEFAULT_SPAN = '7'

/** The activity log. */
export const activityList = defineList<ActivityFilter>()({
  feature: 'activity',
  list: 'ACTIVITY',
  names: ['event', 'events'],
  // Without filters the log shows its default span.
  allLabel: 'Last 7 days',
  failed: 'Failed to fetch data',
  document: ActivityLogDocument,
  connectionOf: ({ activityLog }) => activityLog,
  keyOf: ({ eventId }) => eventId,
  pageSize: 50,
  total: { document: ActivityTotalDocument, countOf: ({ activityLog }) => activityLog.totalCount },
  toExport: (activity, activityOrder) => ({ list: 'ACTIVITY', activity, activityOrder }),
  // The latest come first at the first click.
  orders: urlOrder<ActivityOrderField>(['TIME', 'PERSON', 'TYPE'], '-TIME', ['TIME']),
  filters: {
    actor: {
      ...text('actorId', 'Person', { param: 'actor', describe: () => 'Another person' }),
      ...{ initial: ALL, place: 'bar', allLabel: 'Everyone', isLong: true },
    },
    type: {
      ...text('types', 'Activity', { param: 'type', describe: (type) => activityDisplay(type).label }),
      ...{ initial: ALL, place: 'bar', allLabel: 'All Activity' },
      isAlwaysSent: true,
      // Without a type, an import is one row instead of all its events.
      toInput: (type: string): Pick<ActivityFilter, 'types' | 'grouped'> =>
        type === ALL ? { grouped: true } : { types: [type] },
    },
    flagged: only('flagged', 'true', ['Knocks', 'Flagged'], () => ({ flagged: true })),
    span: {
      param: 'span',
      initial: DEFAULT_SPAN as string,
      label: 'Time',
      place: 'bar',
      options: spans,
      describe: describeOtherSpan,
      asksForDays: true,
      isAlwaysSent: true,
      toInput: toTimes,
    },
  },
})

export type ActivityRows = ListRows<ActivityLogQuery['activityLog']>

/** The text of a span that is not among `spans`, 'Nov 1 – Nov 30, 2026'; null for those, and for one that does not exist. */
export function describeOtherSpan(span: string): string | null {
  return isNamed(span) ? null : describeRange(span)
}

/** The times of a span; those of the default one for a span that does not exist. */
function toTimes(span: string, now: number): Pick<ActivityFilter, 'from' | 'to'> {
  if (span === ALL_TIME) return {}
  const range = isNamed(span) ? null : toTimeRange(span, new Date(now))
  return range ?? { from: new Date(now - Number(isNamed(span) ? span : DEFAULT_SPAN) * DAY_MS).toISOString() }
}

const isNamed = (span: string) => spans.some(({ value }) => value === span)
