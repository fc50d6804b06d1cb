import type { Figure } from '../../gql/graphql.ts'
import { pluralize, formatCount } from '../../lib/numbers.ts'
import { formatMoney, formatUnitPrice } from '../../lib/money.ts'

/** Metrics to which one event can contribute more than one. */
const quantityMetrics: readonly Figure[] = ['TOTAL_COST', 'REGRID_LOOKUPS', 'DOCUMENT_PRINTING']

/** Whether each event of the metric counts one, so that the total is the number of events. */
export const countsEvents = (metric: Figure): boolean => !quantityMetrics.includes(metric)

/** Metrics that later events can reverse. */
const correctableMetrics: readonly Figure[] = [
  'DOORS_KNOCKED',
  'TALKS',
  'LEADS_CREATED',
  'LEADS_CONVERTED',
  'TOTAL_LEADS',
]

export const isCorrectable = (metric: Figure): boolean => correctableMetrics.includes(metric)

/** '$232.27', '1,412'. */
export const formatTotal = (metric: Figure, total: number): string =>
  metric === 'TOTAL_COST' ? formatMoney(total) : formatCount(total)

/**
 * An event's contribution: '$0.1001', '× 3', '+1' or '−1' with reversed events shown; null where each event counts one.
 */
export function formatAmount(metric: Figure, amount: number, corrections = false): string | null {
  if (metric === 'TOTAL_COST') return formatUnitPrice(amount)
  if (corrections) return amount < 0 ? `−${formatCount(-amount)}` : `+${formatCount(amount)}`
  return countsEvents(metric) ? null : `× ${formatCount(amount)}`
}

/**
 * The text after the total: 'events', or 'events, the latest 50 shown'. Gives the number of events if it differs from
 * the total. Pass null if reversed events are shown.
 */
export function formatEventCount(metric: Figure | null, shown: number, total: number, more: boolean): string {
  if (!metric || !countsEvents(metric))
    return more ? `the latest ${pluralize(shown, 'event')} shown` : `in ${pluralize(shown, 'event')}`
  const events = total === 1 ? 'event' : 'events'
  return more ? `${events}, the latest ${formatCount(shown)} shown` : events
}
