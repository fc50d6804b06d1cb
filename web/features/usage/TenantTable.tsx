import { Fragment } from 'react'
import { Link } from 'react-router-dom'
import { formatCount } from '../../lib/numbers.ts'
import { Badge } from '../../ui/Badge.tsx'
import { tintClasses } from '../../ui/hues.ts'
import { type SortOrder, ariaSortOf } from '../../lib/sorting.ts'
import { initialsOf } from '../../ui/Avatar.tsx'
import { classNames } from '../../ui/classNames.ts'
import { Metric } from '../../domain/Metric.tsx'
import { SortableHeader } from '../../ui/SortableHeader.tsx'
import { cellClasses, rowClasses } from '../../ui/Table.tsx'
import { isQuiet, quietLabelOf, type TenantColumn, tenantColumns, type TenantRow } from './comparisonOrder.ts'
import type { DayChoice } from './days.ts'
import { tenantMetric } from './tenantMetrics.ts'

export interface TenantListProps {
  tenants: readonly TenantRow[]
  order: SortOrder<TenantColumn>
  sortBy: (column: TenantColumn) => void
  days: DayChoice
}

/** The comparison as a table with a sticky name column. */
export function TenantTable({ tenants, order, sortBy, days }: TenantListProps) {
  const maxCost = Math.max(...tenants.map(({ totalCost }) => totalCost), Number.MIN_VALUE)
  return (
    <div className="relative mt-1 overflow-x-auto">
      <table className="w-full text-body whitespace-nowrap">
        <thead>
          <tr className="border-b border-line">
            {tenantColumns.map(({ column, label }) => (
              <Fragment key={column}>
                {/* The column of the cost bars has no header. */}
                {column === 'costPerUser' && <th aria-hidden className="max-xl:hidden" />}
                <SortableHeader
                  label={label}
                  align={column === 'tenant' ? 'left' : 'right'}
                  sorted={ariaSortOf(order, column)}
                  onSort={() => sortBy(column)}
                  className={column === 'tenant' ? 'sticky left-0 z-10 bg-surface' : undefined}
                />
              </Fragment>
            ))}
          </tr>
        </thead>
        <tbody>
          {tenants.map((row) => (
            <Row key={row.tenant.id} row={row} maxCost={maxCost} days={days} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Row({ row, maxCost, days }: { row: TenantRow; maxCost: number; days: DayChoice }) {
  const number = (count: number) => classNames(cellClasses, 'text-right', count === 0 && 'text-ink-3')
  return (
    <tr className={classNames(rowClasses, 'hover:bg-hover')}>
      <th
        scope="row"
        className={classNames(cellClasses, 'sticky left-0 z-1 bg-surface text-left font-normal group-hover:bg-hover')}
      >
        <TenantName row={row} days={days} />
      </th>
      <td className={number(row.userCount)}>
        <UserCount row={row} />
      </td>
      {(['propertyCount', 'apiCalls', 'mapLoads', 'regridLookups'] as const).map((column) => (
        <td key={column} className={number(row[column])}>
          <Metric {...tenantMetric(row, column, days)} />
        </td>
      ))}
      <td className={classNames(cellClasses, 'text-right font-semibold')}>
        <Metric {...tenantMetric(row, 'totalCost', days)} />
      </td>
      <td aria-hidden className="w-36 pr-3 max-xl:hidden">
        <span className="block h-1.5 overflow-hidden rounded-full bg-sunken">
          <span
            style={{ width: `${(100 * row.totalCost) / maxCost}%` }}
            className="block h-full rounded-full bg-series-1"
          />
        </span>
      </td>
      <td className={classNames(cellClasses, 'text-right')}>
        <Metric {...tenantMetric(row, 'costPerUser', days)} />
      </td>
    </tr>
  )
}

/** Initials, name and company of a tenant, with a badge if it has almost no activity. */
export function TenantName({ row, days }: { row: TenantRow; days: DayChoice }) {
  return (
    <span className="flex items-center gap-3">
      <span
        aria-hidden
        className="flex size-7 shrink-0 items-center justify-center rounded-badge bg-mute-tint text-[0.6875rem] font-bold text-mute"
      >
        {initialsOf(row.tenant.name)}
      </span>
      <span className="min-w-0 md:flex md:items-baseline md:gap-2">
        <span className="flex items-center gap-2 leading-5 font-semibold">
          {row.tenant.name}
          {isQuiet(row, Number(days)) && <Badge colors={tintClasses.mute}>{quietLabelOf(row)}</Badge>}
        </span>
        <span className="block text-small leading-4 text-ink-2">{row.tenant.companyName}</span>
      </span>
    </span>
  )
}

/** The number of accounts, linked to their list: accounts are no events that a metric could explain. */
export function UserCount({ row: { tenant, userCount } }: { row: TenantRow }) {
  const text = formatCount(userCount)
  return (
    <Link
      to={`/users?tenant=${tenant.id}`}
      aria-label={`${text}, Users of ${tenant.name}`}
      className="figures -mx-1 inline-block rounded-badge px-1 decoration-line-2 decoration-2 underline-offset-4 hover:bg-sunken hover:underline touch:-mx-2 touch:-my-3 touch:px-2 touch:py-3"
    >
      {text}
    </Link>
  )
}
