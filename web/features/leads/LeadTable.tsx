import { ArrowDown } from 'lucide-react'
import { Fragment, memo, type Ref } from 'react'
import type { LeadStatus } from '../../gql/graphql.ts'
import { formatDate } from '../../lib/dates.ts'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { classNames } from '../../ui/classNames.ts'
import { PriorityBadge } from '../../domain/PriorityBadge.tsx'
import { propertyTypeLabel, PropertyTypeIcon } from '../../domain/PropertyTypeIcon.tsx'
import { LeadActions, type LeadActionsProps } from './LeadActions.tsx'
import { ownerOf, streetOf, UNKNOWN_OWNER } from './leadText.ts'
import type { LeadRow } from './leadRanges.ts'
import { StatusMenu } from './StatusMenu.tsx'
import { useLeadRows } from './useLeadRows.ts'

/** Callbacks of a row, shared by table and cards. */
export interface RowCallbacks extends Omit<LeadActionsProps, 'lead'> {
  onSelect: (ids: readonly string[], selected: boolean) => void
  onStatus: (id: string, status: LeadStatus) => void
}

export interface LeadRowsProps {
  rows: readonly LeadRow[]
  selected: ReadonlySet<string>
  /** Whether the list is in a section of one tag. It has no tag column then. */
  grouped: boolean
  /** The accessible name of the list. */
  label: string
  callbacks: RowCallbacks
  /** Called with the first and last rendered index after they change. */
  onRowsRendered: (first: number, last: number) => void
}

interface LeadTableProps extends LeadRowsProps {
  /** The number of leads on all pages. */
  total: number
  selectAll: { checked: boolean | 'mixed'; busy: boolean; toggle: () => void }
}

const ROW_HEIGHT = 48

/** The leads as a table. Below 1,200 px it scrolls horizontally and the first columns are sticky. */
export function LeadTable({ total, selectAll, grouped, label, selected, callbacks, ...list }: LeadTableProps) {
  const columns = grouped ? groupedWidths : widths
  const { rows, spaceAfter, listRef, measureRow, pinRow } = useLeadRows(list, ROW_HEIGHT)
  return (
    <div className="overflow-x-auto xl:overflow-visible">
      <table
        aria-label={label}
        aria-rowcount={total + 1}
        className="w-full min-w-[1060px] table-fixed border-separate border-spacing-0 text-body"
      >
        <colgroup>
          {columns.map((width, index) => (
            <col key={index} style={{ width }} />
          ))}
        </colgroup>
        <thead>
          <tr aria-rowindex={1} className="text-small text-ink-2">
            <th scope="col" className={classNames(headerClasses, stickyClasses, 'left-0 rounded-tl-card pl-3.5')}>
              <Checkbox
                label={`Select All ${label}`}
                checked={selectAll.checked}
                disabled={selectAll.busy}
                onChange={selectAll.toggle}
              />
            </th>
            <th scope="col" className={classNames(headerClasses, stickyClasses, 'left-[58px]')}>
              Property
            </th>
            <HeaderCell>Owner</HeaderCell>
            {!grouped && <HeaderCell>Tag</HeaderCell>}
            <HeaderCell>Priority</HeaderCell>
            <HeaderCell>Status</HeaderCell>
            <th scope="col" aria-sort="descending" className={classNames(headerClasses, 'text-ink')}>
              <span className="inline-flex items-center gap-1 align-middle font-semibold">
                <ArrowDown aria-hidden size={13} strokeWidth={2.2} />
                Created
              </span>
            </th>
            <th scope="col" className={classNames(headerClasses, 'rounded-tr-card pr-5 text-right')}>
              Actions
            </th>
          </tr>
        </thead>
        <tbody ref={listRef}>
          {rows.map(({ key, index, spaceBefore, lead }) => (
            <Fragment key={key}>
              <SpacerRow height={spaceBefore} columns={columns.length} />
              <TableRow
                {...{ lead, index, grouped, callbacks, pinRow }}
                ref={measureRow}
                selected={selected.has(key)}
              />
            </Fragment>
          ))}
          <SpacerRow height={spaceAfter} columns={columns.length} />
        </tbody>
      </table>
    </div>
  )
}

const widths = ['58px', '21%', '18%', '13%', '10%', '13%', '11%', '14%']
const groupedWidths = ['58px', '21%', '18%', '10%', '13%', '11%', '27%']
const headerClasses = 'h-10 border-b border-line bg-surface px-2 text-left font-[550] whitespace-nowrap'
const stickyClasses = 'sticky z-[1] xl:static'

function HeaderCell({ children }: { children: string }) {
  return (
    <th scope="col" className={headerClasses}>
      {children}
    </th>
  )
}

/** A spacer for rows that are not rendered. */
function SpacerRow({ height, columns }: { height: number; columns: number }) {
  if (height <= 0) return null
  return (
    <tr aria-hidden style={{ height }}>
      <td colSpan={columns}>{'\u00a0'}</td>
    </tr>
  )
}

export interface LeadRowProps<Element> {
  ref: Ref<Element>
  lead: LeadRow
  index: number
  selected: boolean
  grouped: boolean
  callbacks: RowCallbacks
  pinRow: (id: string) => void
}

const TableRow = memo(function TableRow({
  ref,
  lead,
  index,
  selected,
  grouped,
  callbacks,
  pinRow,
}: LeadRowProps<HTMLTableRowElement>) {
  const street = streetOf(lead)
  const cell = classNames(
    'h-12 border-b border-line px-2',
    selected
      ? 'bg-[color-mix(in_oklab,var(--color-accent-tint)_62%,var(--color-surface))]'
      : 'bg-surface group-hover:bg-hover',
  )
  return (
    // The header is row 1.
    <tr ref={ref} data-index={index} aria-rowindex={index + 2} onFocus={() => pinRow(lead.id)} className="group">
      <td className={classNames(cell, stickyClasses, 'left-0 pl-3.5')}>
        <Checkbox
          label={`Select ${street}`}
          checked={selected}
          onChange={(next) => callbacks.onSelect([lead.id], next)}
        />
      </td>
      <th
        scope="row"
        title={lead.address}
        className={classNames(cell, stickyClasses, 'left-[58px] truncate text-left font-semibold')}
      >
        {street}
      </th>
      <td className={classNames(cell, 'truncate')} title={lead.ownerName ?? undefined}>
        {ownerOf(lead) ?? <span className="text-ink-3">{UNKNOWN_OWNER}</span>}
      </td>
      {!grouped && (
        <td className={cell}>
          <span className="flex items-center gap-2">
            <PropertyTypeIcon type={lead.tag} size={22} />
            {propertyTypeLabel(lead.tag)}
          </span>
        </td>
      )}
      <td className={cell}>
        <PriorityBadge priority={lead.priority} className="align-middle" />
      </td>
      <td className={cell}>
        <StatusMenu id={lead.id} street={street} status={lead.status} onChange={callbacks.onStatus} />
      </td>
      <td className={classNames(cell, 'figures text-ink-2')}>{formatDate(lead.createdAt)}</td>
      <td className={classNames(cell, 'pr-3')}>
        <LeadActions lead={lead} onPreview={callbacks.onPreview} onDelete={callbacks.onDelete} />
      </td>
    </tr>
  )
})
