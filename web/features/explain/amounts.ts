import type { Figure } from '../../gql/graphql.ts'
import { countOf, formatCount } from '../../lib/counts.ts'
import { formatMoney, formatUnitPrice } from '../../lib/money.ts'

/** Figures of which one event can be more than one. */
const measured: readonly Figure[] = ['TOTAL_COST', 'REGRID_LOOKUPS', 'DOCUMENT_PRINTING']

/** Whether each event of the figure counts one, so that they are as many as it says. */
export const countsEach = (figure: Figure): boolean => !measured.includes(figure)

/** '$232.27', '1,412'. */
export const totalText = (figure: Figure, total: number): string =>
  figure === 'TOTAL_COST' ? formatMoney(total) : formatCount(total)

/** '$0.1001', '× 3' of an event; nothing where each counts one. */
export function amountText(figure: Figure, amount: number): string | null {
  if (figure === 'TOTAL_COST') return formatUnitPrice(amount)
  return countsEach(figure) ? null : `× ${formatCount(amount)}`
}

/** What stands after the figure: 'events', 'events, the latest 50 shown'; of a cost, how many it is made of. */
export function shownText(figure: Figure, shown: number, total: number, more: boolean): string {
  if (!countsEach(figure)) return more ? `the latest ${countOf(shown, 'event')} shown` : `in ${countOf(shown, 'event')}`
  const events = total === 1 ? 'event' : 'events'
  return more ? `${events}, the latest ${formatCount(shown)} shown` : events
}
