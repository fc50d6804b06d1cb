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

/** '50 of 96 events', '96 events'; of a cost, how many are shown. */
export function shownText(figure: Figure, shown: number, total: number, more: boolean): string {
  if (!countsEach(figure)) return more ? `The latest ${countOf(shown, 'event')}` : countOf(shown, 'event')
  return more ? `${formatCount(shown)} of ${countOf(total, 'event')}` : countOf(shown, 'event')
}
