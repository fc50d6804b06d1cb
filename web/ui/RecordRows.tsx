import type { ReactNode } from 'react'
import { useIsPhone } from '../lib/useMediaQuery.ts'
import { classNames } from './classNames.ts'
import { cellClasses, numberCellClasses, rowClasses, Table } from './Table.tsx'

interface RecordColumn<Row> {
  label: string
  cell: (row: Row) => ReactNode
  /** A number, a day or a time. */
  isNumber?: boolean
  className?: string
}

interface RecordRowsProps<Row> {
  rows: readonly Row[]
  /** The row header first, and the numbers last. */
  columns: readonly RecordColumn<Row>[]
  /** What can be done with a row, in a column of its own. */
  actions?: (row: Row) => ReactNode
  /** What the card of a row has on a phone. */
  card: (row: Row) => ReactNode
  /** Classes of the title of the first column, such as its width. */
  className: string
}

/** Records as a table without sorting; on a phone as cards. */
export function RecordRows<Row extends { id: string }>(props: RecordRowsProps<Row>) {
  const { rows, columns, actions, card, className } = props
  if (useIsPhone())
    return (
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {rows.map((row) => (
          <li key={row.id} className="rounded-phone-card bg-surface p-4 shadow-card">
            {card(row)}
          </li>
        ))}
      </ul>
    )
  const labelsOf = (areNumbers: boolean) =>
    columns.filter(({ isNumber = false }) => isNumber === areNumbers).map(({ label }) => label)
  return (
    <Table
      columns={labelsOf(false)}
      numberColumns={labelsOf(true)}
      actions={actions !== undefined}
      className={className}
    >
      {rows.map((row) => (
        <tr key={row.id} className={`${rowClasses} hover:bg-hover`}>
          {columns.map(({ label, cell, isNumber, className: classes }, index) =>
            index === 0 ? (
              <th key={label} scope="row" className={classNames(cellClasses, 'text-left', classes)}>
                {cell(row)}
              </th>
            ) : (
              <td key={label} className={classNames(isNumber ? numberCellClasses : cellClasses, classes)}>
                {cell(row)}
              </td>
            ),
          )}
          {actions && <td className={`${cellClasses} text-right`}>{actions(row)}</td>}
        </tr>
      ))}
    </Table>
  )
}
