import { Fragment, useEffect, useMemo, useRef } from 'react'
import type { LeadOrder, LeadOrderField } from '../../gql/graphql.ts'
import { useMe } from '../../session/MeProvider.tsx'
import { useOpenedRecord } from '../../session/records.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { classNames } from '../../ui/classNames.ts'
import { SortableHeader } from '../../ui/SortableHeader.tsx'
import { headClasses } from '../../ui/Table.tsx'
import { leadColumnsOf } from './leadColumns.ts'
import type { LeadRow } from './leadRanges.ts'
import type { LeadRowsProps } from './leadRows.ts'
import { LeadTableRow } from './LeadTableRow.tsx'
import { useLeadRows } from './useLeadRows.ts'

interface LeadTableProps extends LeadRowsProps {
  /** The number of leads on all pages. */
  total: number
  selectAll: { checked: boolean | 'mixed'; busy: boolean; toggle: () => void }
  order: LeadOrder
  onSort: (field: LeadOrderField) => void
}

const ROW_HEIGHT = 44

/** The leads as a table whose columns fit the width of the list: the least important ones leave a narrow one. */
export function LeadTable({
  total,
  selectAll,
  order,
  onSort,
  grouped,
  label,
  selected,
  callbacks,
  ...list
}: LeadTableProps) {
  const withTenant = !useMe().tenant
  const columns = useMemo(() => leadColumnsOf({ grouped, withTenant }), [grouped, withTenant])
  const opened = useOpenedRecord()
  const { rows, spaceAfter, listRef, measureRow, pinRow } = useLeadRows(list, ROW_HEIGHT)
  const openedId = opened?.kind === 'lead' ? opened.id : null
  useEffect(() => {
    if (openedId) document.querySelector(`[data-lead="${CSS.escape(openedId)}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [openedId])
  const select = useRangeSelection(list.rows, callbacks.onSelect)
  return (
    <div className="@container">
      <table
        aria-label={label}
        aria-rowcount={total + 1}
        className="w-full table-fixed border-separate border-spacing-0 text-body"
      >
        <colgroup>
          {columns.map(({ id, width, visibility }) => (
            <col key={id} className={classNames(width, visibility)} />
          ))}
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            {columns.map(({ id, label: title, field, visibility, align }) => {
              const className = classNames(HEAD_CLASSES, visibility)
              if (id === 'select')
                return (
                  <th key={id} scope="col" className={classNames(className, 'pl-3! text-left')}>
                    <Checkbox
                      label={`Select All ${label}`}
                      checked={selectAll.checked}
                      disabled={selectAll.busy}
                      onChange={selectAll.toggle}
                    />
                  </th>
                )
              if (!field)
                return (
                  <th
                    key={id}
                    scope="col"
                    className={classNames(headClasses, className, align === 'right' && 'text-right!')}
                  >
                    {title}
                  </th>
                )
              const direction = order.direction === 'DESC' ? 'descending' : 'ascending'
              return (
                <SortableHeader
                  key={id}
                  label={title}
                  align={align ?? 'left'}
                  sorted={order.field === field ? direction : null}
                  onSort={() => onSort(field)}
                  className={className}
                />
              )
            })}
          </tr>
        </thead>
        <tbody ref={listRef} onClickCapture={select.rememberShift}>
          {rows.map(({ key, index, spaceBefore, lead }) => (
            <Fragment key={key}>
              <SpacerRow height={spaceBefore} />
              <LeadTableRow
                {...{ lead, index, columns, callbacks, pinRow }}
                onSelect={select.selectRow}
                ref={measureRow}
                isSelected={selected.has(key)}
                isOpen={openedId === key}
              />
            </Fragment>
          ))}
          <SpacerRow height={spaceAfter} />
        </tbody>
      </table>
    </div>
  )
}

/** Stays in view while the rows scroll. */
const HEAD_CLASSES = 'sticky top-0 z-2 border-b border-line bg-surface first:rounded-tl-card last:rounded-tr-card'

/** Selects a row, or with Shift all rows from the one that was selected before. */
function useRangeSelection(rows: readonly LeadRow[], onSelect: (ids: readonly string[], selected: boolean) => void) {
  const latestRows = useRef(rows)
  useEffect(() => {
    latestRows.current = rows
  }, [rows])
  const anchor = useRef<string>(undefined)
  const hasShift = useRef(false)
  return useMemo(
    () => ({
      rememberShift: (event: { shiftKey: boolean }) => {
        hasShift.current = event.shiftKey
      },
      selectRow: (id: string, selected: boolean) => {
        const ids = latestRows.current.map((row) => row.id)
        const [from, to] = [ids.indexOf(anchor.current ?? ''), ids.indexOf(id)].toSorted((a, b) => a - b) as [
          number,
          number,
        ]
        onSelect(hasShift.current && from >= 0 ? ids.slice(from, to + 1) : [id], selected)
        anchor.current = id
      },
    }),
    [onSelect],
  )
}

/** A spacer for rows that are not rendered. It spans one column, because a hidden one would get a width again. */
function SpacerRow({ height }: { height: number }) {
  if (height <= 0) return null
  return (
    <tr aria-hidden style={{ height }}>
      <td>{'\u00a0'}</td>
    </tr>
  )
}
