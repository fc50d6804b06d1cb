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
  const titleSuffix = `of ${name}, ${daysPhrase(days)}`
  const inputOf = (figure: MetricQuery['input']['figure']) => ({ figure, tenantId, days: Number(days) })
  switch (column) {
    case 'propertyCount':
      return {
        text: formatCount(row.propertyCount),
        title: `Properties of ${name}`,
        note: 'The event that saved each property.',
        input: { figure: 'TOTAL_PROPERTIES', tenantId },
      }
    case 'apiCalls':
      return { text: formatCount(row.apiCalls), title: `API Calls ${titleSuffix}`, input: inputOf('API_CALLS') }
    case 'mapLoads':
      return { text: formatCount(row.mapLoads), title: `Map Loads ${titleSuffix}`, input: inputOf('MAP_LOADS') }
    case 'regridLookups':
      return {
        text: formatCount(row.regridLookups),
        title: `Regrid Lookups ${titleSuffix}`,
        input: inputOf('REGRID_LOOKUPS'),
      }
    case 'totalCost':
      return { text: formatMoney(row.totalCost), title: `Cost ${titleSuffix}`, input: inputOf('TOTAL_COST') }
    case 'costPerUser':
      return {
        text: formatMoney(row.costPerUser),
        title: `Cost ${titleSuffix}`,
        note: `${formatMoney(row.totalCost)} over ${pluralize(row.userCount, 'user')}.`,
        input: inputOf('TOTAL_COST'),
      }
  }
}
