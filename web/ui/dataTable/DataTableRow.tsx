import { memo, type MouseEvent, type ReactNode, type Ref } from 'react'
import { Checkbox } from '../Checkbox.tsx'
import { classNames } from '../classNames.ts'
import { cellClasses } from '../Table.tsx'
import type { TableColumn } from './tableColumns.ts'

interface DataTableRowProps<Row> {
  ref: Ref<HTMLTableRowElement>
  row: Row
  rowKey: string
  index: number
  columns: readonly TableColumn<Row, string>[]
  isSelected: boolean
  /** Whether a drawer shows the row. */
  isOpen: boolean
  isActive: boolean
  /** The background; that of a plain row if it is undefined. */
  tone: string | undefined
  /** Undefined for a table without a selection. */
  nameOf: ((row: Row) => string) | undefined
  onSelect: (key: string, selected: boolean) => void
  onOpen: ((key: string) => void) | undefined
  onActive: (key: string) => void
}

/** A row. A click anywhere but on a control opens it. */
export const DataTableRow = memo(function DataTableRow<Row>({
  ref,
  row,
  rowKey,
  index,
  columns,
  isSelected,
  isOpen,
  isActive,
  tone,
  nameOf,
  onSelect,
  onOpen,
  onActive,
}: DataTableRowProps<Row>) {
  const open = (event: MouseEvent) => {
    if (event.target instanceof Element && !event.target.closest('a, button, input, [role=menu]')) onOpen?.(rowKey)
  }
  const background = isOpen
    ? 'bg-accent-tint'
    : isSelected
      ? 'bg-[color-mix(in_oklab,var(--color-accent-tint)_62%,var(--color-surface))]'
      : (tone ?? 'bg-surface group-hover:bg-hover')
  const edge = isOpen && 'shadow-[inset_3px_0_var(--color-accent)]'
  const cell = classNames(cellClasses, 'border-b border-line', background)
  return (
    // The header is row 1.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- useRowKeys has the keys
    <tr
      ref={ref}
      data-index={index}
      data-key={rowKey}
      aria-rowindex={index + 2}
      aria-current={isOpen || undefined}
      tabIndex={isActive ? 0 : -1}
      onClick={open}
      onFocus={() => onActive(rowKey)}
      className={classNames(
        'group scroll-mt-10 scroll-mb-16 -outline-offset-2 outline-focus focus-visible:outline-2',
        onOpen && 'cursor-pointer',
      )}
    >
      {nameOf && (
        <td className={classNames(cell, 'pl-3!', edge)}>
          <Checkbox
            label={`Select ${nameOf(row)}`}
            checked={isSelected}
            onChange={(selected) => onSelect(rowKey, selected)}
          />
        </td>
      )}
      {columns.map(({ id, cell: cellOf, visibility, align, title, isRowHeader }, column) => {
        const className = classNames(
          cell,
          align === 'right' && 'text-right',
          id === 'actions' && 'pr-3!',
          column === 0 && !nameOf && edge,
          visibility,
        )
        return isRowHeader ? (
          <th
            key={id}
            scope="row"
            title={title?.(row)}
            className={classNames(className, title && 'truncate', 'text-left font-semibold')}
          >
            {cellOf(row)}
          </th>
        ) : (
          <td key={id} title={title?.(row)} className={classNames(className, title && 'truncate')}>
            {cellOf(row)}
          </td>
        )
      })}
    </tr>
  )
}) as <Row>(props: DataTableRowProps<Row>) => ReactNode
