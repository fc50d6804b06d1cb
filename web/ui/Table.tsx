import type { ReactNode } from 'react'
import { Card } from './Card.tsx'
import { classNames } from './classNames.ts'

/** The head of every table: one line of 36 px. */
export const headClasses = 'h-9 px-2 text-left text-micro font-[550] whitespace-nowrap text-ink-2 first:pl-5 last:pr-5'

/** A cell of every table: one line of 44 px. */
export const cellClasses = 'h-11 px-2 first:pl-5 last:pr-5'

/** A cell of a number, a day or a time. */
export const numberCellClasses = `${cellClasses} figures text-right`

/** A row of every table. */
export const rowClasses = 'group border-b border-line last:border-0'

interface TableProps {
  /** The column titles, the row header's first. */
  columns: readonly string[]
  /** The titles of the columns of numbers, days and times, which follow and are right-aligned. */
  numberColumns?: readonly string[]
  /** Adds a right-aligned column for actions. */
  actions?: boolean
  /** Classes of the first column, such as its width. */
  className?: string
  /** The rows. */
  children: ReactNode
}

/** A card with a table without sorting, which scrolls sideways where it is too wide. */
export function Table({ columns, numberColumns = [], actions = true, className, children }: TableProps) {
  return (
    <Card>
      <div className="relative overflow-x-auto rounded-card">
        <table className="w-full text-body whitespace-nowrap">
          <thead>
            <tr className="border-b border-line">
              {columns.map((label, index) => (
                <th key={label} scope="col" className={classNames(headClasses, index === 0 && className)}>
                  {label}
                </th>
              ))}
              {[...numberColumns, ...(actions ? ['Actions'] : [])].map((label) => (
                <th key={label} scope="col" className={classNames(headClasses, 'text-right!')}>
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>{children}</tbody>
        </table>
      </div>
    </Card>
  )
}
