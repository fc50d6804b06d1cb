import type { Figure } from '../../gql/graphql.ts'
import { countOf, formatCount } from '../../lib/counts.ts'
import { formatMoney, formatUnitPrice } from '../../lib/money.ts'

/** Figures of which one event can be more than one. */
const measured: readonly Figure[] = ['TOTAL_COST', 'REGRID_LOOKUPS', 'DOCUMENT_PRINTING']

/** Whether each event of the figure counts one, so that they are as many as it says. */
export const countsEach = (figure: Figure): boolean => !measured.includes(figure)

/** Figures from which a later event can take back what an earlier one counted. */
const correctable: readonly Figure[] = ['DOORS_KNOCKED', 'LEADS_CREATED', 'LEADS_CONVERTED', 'TOTAL_LEADS']

export const canBeCorrected = (figure: Figure): boolean => correctable.includes(figure)

/** '$232.27', '1,412'. */
export const totalText = (figure: Figure, total: number): string =>
  figure === 'TOTAL_COST' ? formatMoney(total) : formatCount(total)

/** '$0.1001', '× 3' of an event; '+1' and '−1' beside corrections; nothing where each counts one. */
export function amountText(figure: Figure, amount: number, corrections = false): string | null {
  if (figure === 'TOTAL_COST') return formatUnitPrice(amount)
  if (corrections) return amount < 0 ? `−${formatCount(-amount)}` : `+${formatCount(amount)}`
  return countsEach(figure) ? null : `× ${formatCount(amount)}`
}

/**
 * What stands after the figure: 'events', 'events, the latest 50 shown'. Where each event does not count one (`null` with
 * corrections among them), how many events the figure is made of.
 */
export function shownText(figure: Figure | null, shown: number, total: number, more: boolean): string {
  if (!figure || !countsEach(figure))
    return more ? `the latest ${countOf(shown, 'event')} shown` : `in ${countOf(shown, 'event')}`
  const events = total === 1 ? 'event' : 'events'
  return more ? `${events}, the latest ${formatCount(shown)} shown` : events
}
