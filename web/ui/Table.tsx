import type { ReactNode } from 'react'
import { Card } from './Card.tsx'
import { classNames } from './classNames.ts'

interface TableProps {
  /** The column titles, the row header's first. */
  columns: readonly string[]
  /** Adds a right-aligned column for actions. */
  actions?: boolean
  /** Classes of the first column, such as its width. */
  className?: string
  /** The rows. */
  children: ReactNode
}

/** A card with a table without sorting, which scrolls sideways where it is too wide. */
export function Table({ columns, actions = true, className, children }: TableProps) {
  return (
    <Card>
      <div className="overflow-x-auto rounded-card">
        <table className="w-full text-body whitespace-nowrap">
          <thead>
            <tr className="border-b border-line text-micro text-ink-2">
              {[...columns, ...(actions ? ['Actions'] : [])].map((label, index) => (
                <th
                  key={label}
                  scope="col"
                  className={classNames(
                    'px-3 py-2.5 font-[550]',
                    actions && index === columns.length ? 'pr-5 text-right' : 'text-left',
                    index === 0 && classNames('pl-5', className),
                  )}
                >
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
