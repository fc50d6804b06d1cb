import type { Figure } from '../../gql/graphql.ts'
import { formatCount } from '../../lib/numbers.ts'
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

/** The same to the last digit, so that the lines of a receipt add up: '$232.2704'. */
export const formatExactly = (metric: Figure, total: number): string =>
  metric === 'TOTAL_COST' ? formatUnitPrice(total) : formatCount(total)

/** What later events did to those that no longer count. */
export const reversedName = (metric: Figure): string =>
  metric === 'DOORS_KNOCKED' || metric === 'TALKS' ? 'Undone' : 'Reversed'

/** An event's contribution: '$0.1001' or '× 3'; null where each event counts one. */
export function formatAmount(metric: Figure, amount: number): string | null {
  if (metric === 'TOTAL_COST') return formatUnitPrice(amount)
  return countsEvents(metric) ? null : `× ${formatCount(amount)}`
}

/** What people call the events of a metric. */
const nouns: Partial<Record<Figure, string>> = {
  DOORS_KNOCKED: 'door',
  TALKS: 'talk',
  LEADS_CREATED: 'lead',
  LEADS_CONVERTED: 'lead',
  TOTAL_LEADS: 'lead',
}

/** The text after the total, such as 'doors', unless it is a cost or the like. */
export function eventsNoun(metric: Figure, total: number): string {
  if (!countsEvents(metric)) return ''
  const noun = nouns[metric] ?? 'event'
  return total === 1 ? noun : `${noun}s`
}
