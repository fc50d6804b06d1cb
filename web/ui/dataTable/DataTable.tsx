import { Fragment, type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useShortcuts } from '../../lib/shortcuts.ts'
import { useVirtualRows } from '../../lib/useVirtualRows.ts'
import { classNames } from '../classNames.ts'
import { Loading, Skeleton } from '../Skeleton.tsx'
import { cellClasses } from '../Table.tsx'
import { DataTableHead } from './DataTableHead.tsx'
import { DataTableRow } from './DataTableRow.tsx'
import { useColumnChoice } from './hiddenColumns.ts'
import type { TableColumn, TableOrder, TableSelection } from './tableColumns.ts'
import { useRangeSelection } from './useRangeSelection.ts'
import { tableShortcuts, useRowKeys } from './useRowKeys.ts'

interface DataTableProps<Row, Field extends string> {
  /** The accessible name. */
  label: string
  /** Must be stable, because memoized rows depend on it. */
  columns: readonly TableColumn<Row, Field>[]
  /** Where this browser keeps which columns are shown. */
  columnsKey: string
  rows: readonly Row[]
  /** Must be stable. */
  keyOf: (row: Row) => string
  /** The number of rows on all pages. */
  total: number
  order?: TableOrder<Field> | null
  onSort?: (field: Field) => void
  selection?: TableSelection<Row>
  /** The key of the row that a drawer shows. */
  openKey?: string | null
  /** Opens a row. Must be stable. */
  onOpen?: (key: string) => void
  /** Called with the first and last rendered index after they change. */
  onRowsRendered?: (first: number, last: number) => void
  /** The background class of a row that stands out. */
  toneOf?: (row: Row) => string | undefined
  /** A row with `data-heading` before the first row of a group, over that many columns. */
  headingOf?: (row: Row, span: number) => ReactNode
  /** Whether its keys work while the focus is elsewhere: for the only table of a screen. */
  isMain?: boolean
  /** Shows skeletons of rows. */
  isLoading?: boolean
  /** Shown instead of rows if there are none. */
  empty?: ReactNode
}

const ROW_HEIGHT = 44
const NO_KEYS: ReadonlySet<string> = new Set()

/**
 * The table of every long list: sorted by the server, with selection, keys, columns that the user shows or hides, and only the
 * rows near the viewport in the document. Columns fit the width of the table: the least important ones leave a narrow one.
 */
export function DataTable<Row, Field extends string>(props: DataTableProps<Row, Field>) {
  const { label, columns, columnsKey, rows, keyOf, total, order = null, selection, openKey = null, onOpen } = props
  const { isShown } = useColumnChoice(columnsKey)
  const shown = useMemo(() => columns.filter(isShown), [columns, isShown])
  const keys = useMemo(() => rows.map(keyOf), [rows, keyOf])
  const {
    listRef,
    measureRow,
    pinRow,
    spaceAfter,
    rows: rendered,
  } = useVirtualRows({
    count: rows.length,
    estimatedHeight: ROW_HEIGHT,
    keyOf: useCallback((index: number) => keys[index] ?? String(index), [keys]),
  })
  useReportRendered(rendered, rows.length, props.onRowsRendered)
  const table = useRef<HTMLTableElement>(null)
  const active = useActiveRow(table, openKey, pinRow)
  const range = useRangeSelection(keys, selection?.onSelect)
  useRowKeys({
    table,
    keys,
    active: active.key,
    onActive: active.focus,
    isOpen: openKey !== null,
    selected: selection?.keys ?? NO_KEYS,
    onSelect: selection && range.select,
    onOpen,
    isMain: props.isMain ?? true,
  })
  // The first row can be reached with Tab until another is active.
  const tabKey = active.key !== null && keys.includes(active.key) ? active.key : keys[0]
  const span = shown.length + (selection ? 1 : 0)
  return (
    <div className="@container">
      {(props.isMain ?? true) && <ListedShortcuts />}
      <table
        ref={table}
        aria-label={label}
        aria-rowcount={total + 1}
        className="w-full table-fixed border-separate border-spacing-0 text-body [&>tbody>:last-child>:first-child]:rounded-bl-card [&>tbody>:last-child>:last-child]:rounded-br-card"
      >
        <colgroup>
          {selection && <col className="w-[50px]" />}
          {shown.map(({ id, width, visibility }) => (
            <col key={id} className={classNames(width, visibility)} />
          ))}
        </colgroup>
        <DataTableHead {...{ label, order, selection }} columns={shown} onSort={props.onSort} />
        <tbody ref={listRef} onClickCapture={range.rememberShift}>
          {rendered.map(({ key, index, spaceBefore }) => {
            const row = rows[index]
            if (row === undefined) return null
            return (
              <Fragment key={key}>
                <SpacerRow height={spaceBefore} />
                {props.headingOf?.(row, span)}
                <DataTableRow
                  ref={measureRow}
                  {...{ row, index, onOpen }}
                  rowKey={key}
                  columns={shown}
                  isSelected={selection?.keys.has(key) ?? false}
                  isOpen={openKey === key}
                  isActive={tabKey === key}
                  tone={props.toneOf?.(row)}
                  nameOf={selection?.nameOf}
                  onSelect={range.selectByCheckbox}
                  onActive={active.remember}
                />
              </Fragment>
            )
          })}
          <SpacerRow height={spaceAfter} />
          {rows.length === 0 &&
            (props.isLoading ? (
              <SkeletonRows columns={selection ? [{ id: 'select' }, ...shown] : shown} />
            ) : (
              <tr>
                <td colSpan={span}>{props.empty}</td>
              </tr>
            ))}
        </tbody>
      </table>
      {rows.length === 0 && props.isLoading && <Loading label={label}>{null}</Loading>}
    </div>
  )
}

function useReportRendered(
  rendered: readonly { index: number }[],
  count: number,
  report: ((first: number, last: number) => void) | undefined,
): void {
  const first = rendered[0]?.index
  const last = rendered.at(-1)?.index
  useEffect(() => {
    if (first !== undefined && last !== undefined) report?.(first, last)
  }, [first, last, count, report])
}

/** The row that the keys act on: the one in the drawer, or the one that had the focus last. */
function useActiveRow(
  table: { current: HTMLTableElement | null },
  openKey: string | null,
  pinRow: (key: string) => void,
) {
  const [focused, setFocused] = useState<string | null>(null)
  // A new object each time, so that the same row can get the focus again.
  const [wanted, setWanted] = useState<{ key: string } | null>(null)
  const remember = useCallback(
    (key: string) => {
      pinRow(key)
      setFocused(key)
    },
    [pinRow],
  )
  useEffect(() => {
    if (openKey) findRow(table.current, openKey)?.scrollIntoView({ block: 'nearest' })
  }, [table, openKey])
  // In an effect, because the wanted row may be rendered later than it was chosen.
  useEffect(() => {
    const row = wanted && findRow(table.current, wanted.key)
    row?.focus({ preventScroll: true })
    row?.scrollIntoView({ block: 'nearest' })
  }, [table, wanted])
  return {
    key: openKey ?? focused,
    remember,
    focus: (key: string) => {
      remember(key)
      setWanted({ key })
    },
  }
}

function findRow(table: HTMLTableElement | null, key: string): HTMLElement | null | undefined {
  return table?.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`)
}

/** Lists the keys in the help on shortcuts, once on a screen with several tables. */
function ListedShortcuts() {
  useShortcuts(tableShortcuts)
  return null
}

/** Rows with a skeleton in each column, of the height of the rows to come. */
function SkeletonRows({ columns }: { columns: readonly Pick<TableColumn<never>, 'id' | 'visibility'>[] }) {
  return Array.from({ length: 8 }, (_, row) => (
    <tr key={row} aria-hidden className="h-11">
      {columns.map(({ id, visibility }) => (
        <td key={id} className={classNames(cellClasses, 'border-b border-line', visibility)}>
          <Skeleton className="h-3.5 w-3/5" />
        </td>
      ))}
    </tr>
  ))
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
