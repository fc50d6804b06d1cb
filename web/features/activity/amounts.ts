import type { Figure } from '../../gql/graphql.ts'
import { pluralize, formatCount } from '../../lib/numbers.ts'
import { formatMoney, formatUnitPrice } from '../../lib/money.ts'

/** Figures of which one event can be more than one. */
const quantityMetrics: readonly Figure[] = ['TOTAL_COST', 'REGRID_LOOKUPS', 'DOCUMENT_PRINTING']

/** Whether each event of the figure counts one, so that they are as many as it says. */
export const countsEvents = (figure: Figure): boolean => !quantityMetrics.includes(figure)

/** Figures from which a later event can take back what an earlier one counted. */
const correctableMetrics: readonly Figure[] = ['DOORS_KNOCKED', 'LEADS_CREATED', 'LEADS_CONVERTED', 'TOTAL_LEADS']

export const isCorrectable = (figure: Figure): boolean => correctableMetrics.includes(figure)

/** '$232.27', '1,412'. */
export const formatTotal = (figure: Figure, total: number): string =>
  figure === 'TOTAL_COST' ? formatMoney(total) : formatCount(total)

/** '$0.1001', '× 3' of an event; '+1' and '−1' beside corrections; nothing where each counts one. */
export function formatAmount(figure: Figure, amount: number, corrections = false): string | null {
  if (figure === 'TOTAL_COST') return formatUnitPrice(amount)
  if (corrections) return amount < 0 ? `−${formatCount(-amount)}` : `+${formatCount(amount)}`
  return countsEvents(figure) ? null : `× ${formatCount(amount)}`
}

/**
 * What stands after the figure: 'events', 'events, the latest 50 shown'. Where each event does not count one (`null` with
 * corrections among them), how many events the figure is made of.
 */
export function formatEventCount(figure: Figure | null, shown: number, total: number, more: boolean): string {
  if (!figure || !countsEvents(figure))
    return more ? `the latest ${pluralize(shown, 'event')} shown` : `in ${pluralize(shown, 'event')}`
  const events = total === 1 ? 'event' : 'events'
  return more ? `${events}, the latest ${formatCount(shown)} shown` : events
}
