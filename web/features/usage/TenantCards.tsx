import { Metric } from '../../domain/Metric.tsx'
import { CardFigure } from '../../ui/CardFigure.tsx'
import { Select } from '../../ui/Select.tsx'
import { tenantColumns } from './comparisonOrder.ts'
import { tenantMetric } from './tenantMetrics.ts'
import { type TenantListProps, TenantName, UserCount } from './TenantTable.tsx'

/** The comparison as cards, with a select for the sort column. */
export function TenantCards({ tenants, order, sortBy, days }: TenantListProps) {
  return (
    <>
      <div className="px-4 pt-2 pb-3">
        <Select
          variant="filter"
          label="Sort by"
          options={tenantColumns.map(({ column, label }) => ({ value: column, label: `By ${label}` }))}
          value={order.column}
          onChange={sortBy}
        />
      </div>
      <ul className="divide-y divide-line border-t border-line">
        {tenants.map((row) => (
          <li key={row.tenant.id} className="px-4 py-3.5">
            <div className="flex gap-x-2">
              <div className="min-w-0 flex-1">
                <TenantName row={row} days={days} />
              </div>
              <dl className="w-[calc((100%-1rem)/3)] shrink-0">
                <CardFigure label="Total Cost">
                  <Metric {...tenantMetric(row, 'totalCost', days)} />
                </CardFigure>
              </dl>
            </div>
            {/* Two full rows, because the cost stands beside the name. */}
            <dl className="mt-3 grid grid-cols-3 gap-x-2 gap-y-3">
              {tenantColumns.map(
                ({ column, label }) =>
                  column !== 'tenant' &&
                  column !== 'totalCost' && (
                    <CardFigure key={column} label={label}>
                      {column === 'userCount' ? (
                        <UserCount row={row} />
                      ) : (
                        <Metric {...tenantMetric(row, column, days)} />
                      )}
                    </CardFigure>
                  ),
              )}
            </dl>
          </li>
        ))}
      </ul>
    </>
  )
}
