import { countOf, formatCount } from '../../lib/counts.ts'
import { formatMoney } from '../../lib/money.ts'
import type { FigureQuestion } from '../../ui/Figure.tsx'
import type { TenantColumn, TenantRow } from './comparisonOrder.ts'
import { type DayChoice, daysWords } from './days.ts'

/** A figure of a tenant as the comparison shows it, and what a click on it lists. */
export function tenantFigure(
  row: TenantRow,
  column: Exclude<TenantColumn, 'tenant' | 'userCount'>,
  days: DayChoice,
): FigureQuestion & { text: string } {
  const { name, id: tenantId } = row.tenant
  const lately = `of ${name}, ${daysWords(days)}`
  const of = (figure: FigureQuestion['input']['figure']) => ({ figure, tenantId, days: Number(days) })
  switch (column) {
    case 'propertyCount':
      return {
        text: formatCount(row.propertyCount),
        title: `Properties of ${name}`,
        note: 'Each property by the event that saved it.',
        input: { figure: 'TOTAL_PROPERTIES', tenantId },
      }
    case 'apiCalls':
      return { text: formatCount(row.apiCalls), title: `API Calls ${lately}`, input: of('API_CALLS') }
    case 'mapLoads':
      return { text: formatCount(row.mapLoads), title: `Map Loads ${lately}`, input: of('MAP_LOADS') }
    case 'regridLookups':
      return { text: formatCount(row.regridLookups), title: `Regrid Lookups ${lately}`, input: of('REGRID_LOOKUPS') }
    case 'totalCost':
      return { text: formatMoney(row.totalCost), title: `Cost ${lately}`, input: of('TOTAL_COST') }
    case 'costPerUser':
      return {
        text: formatMoney(row.costPerUser),
        title: `Cost ${lately}`,
        note: `${formatMoney(row.totalCost)} over ${countOf(row.userCount, 'user')}.`,
        input: of('TOTAL_COST'),
      }
  }
}
