import type { Figure } from '../../gql/graphql.ts'
import { pluralize, formatCount } from '../../lib/numbers.ts'
import { formatMoney, formatUnitPrice } from '../../lib/money.ts'

/** Metrics to which one event can contribute more than one. */
const quantityMetrics: readonly Figure[] = ['TOTAL_COST', 'REGRID_LOOKUPS', 'DOCUMENT_PRINTING']

/** Whether each event of the metric counts one, so that the total is the number of events. */
export const countsEvents = (figure: Figure): boolean => !quantityMetrics.includes(figure)

/** Metrics that later events can reverse. */
const correctableMetrics: readonly Figure[] = ['DOORS_KNOCKED', 'LEADS_CREATED', 'LEADS_CONVERTED', 'TOTAL_LEADS']

export const isCorrectable = (figure: Figure): boolean => correctableMetrics.includes(figure)

/** '$232.27', '1,412'. */
export const formatTotal = (figure: Figure, total: number): string =>
  figure === 'TOTAL_COST' ? formatMoney(total) : formatCount(total)

/**
 * An event's contribution: '$0.1001', '× 3', '+1' or '−1' with reversed events shown; null where each event counts one.
 */
export function formatAmount(figure: Figure, amount: number, corrections = false): string | null {
  if (figure === 'TOTAL_COST') return formatUnitPrice(amount)
  if (corrections) return amount < 0 ? `−${formatCount(-amount)}` : `+${formatCount(amount)}`
  return countsEvents(figure) ? null : `× ${formatCount(amount)}`
}

/**
 * The text after the total: 'events', or 'events, the latest 50 shown'. Gives the number of events if it differs from
 * the total. Pass null if reversed events are shown.
 */
export function formatEventCount(figure: Figure | null, shown: number, total: number, more: boolean): string {
  if (!figure || !countsEvents(figure))
    return more ? `the latest ${pluralize(shown, 'event')} shown` : `in ${pluralize(shown, 'event')}`
  const events = total === 1 ? 'event' : 'events'
  return more ? `${events}, the latest ${formatCount(shown)} shown` : events
}
