import type { Figure } from '../../gql/graphql.ts'
import { pluralize, formatCount } from '../../lib/numbers.ts'
import { formatMoney } from '../../lib/money.ts'
import type { MetricQuery } from '../../domain/Metric.tsx'
import type { TenantColumn, TenantRow } from './comparisonOrder.ts'
import { type DayChoice, daysPhrase } from './days.ts'

/** A metric of a tenant as the comparison shows it, with the query that explains it. */
export function tenantMetric(
  row: TenantRow,
  column: Exclude<TenantColumn, 'tenant' | 'userCount'>,
  days: DayChoice,
): MetricQuery & { text: string } {
  const { name, id: tenantId } = row.tenant
  const metricOf = (figure: Figure, label: string, text: string) => ({
    text,
    title: `${label} of ${name}, ${daysPhrase(days)}`,
    input: { figure, tenantId, days: Number(days) },
  })
  switch (column) {
    case 'propertyCount':
      return {
        text: formatCount(row.propertyCount),
        title: `Properties of ${name}`,
        note: 'The event that saved each property.',
        input: { figure: 'TOTAL_PROPERTIES', tenantId },
      }
    case 'apiCalls':
      return metricOf('API_CALLS', 'API Calls', formatCount(row.apiCalls))
    case 'mapLoads':
      return metricOf('MAP_LOADS', 'Map Loads', formatCount(row.mapLoads))
    case 'regridLookups':
      return metricOf('REGRID_LOOKUPS', 'Regrid Lookups', formatCount(row.regridLookups))
    case 'totalCost':
      return metricOf('TOTAL_COST', 'Cost', formatMoney(row.totalCost))
    case 'costPerUser':
      return {
        ...metricOf('TOTAL_COST', 'Cost', formatMoney(row.costPerUser)),
        note: `${formatMoney(row.totalCost)} over ${pluralize(row.userCount, 'user')}.`,
      }
  }
}
