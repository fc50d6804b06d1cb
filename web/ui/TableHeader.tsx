import { classNames } from './classNames.ts'

interface TableHeaderProps {
  /** What the columns are called, the row's own name first. */
  columns: readonly string[]
  /** The last column holds what can be done with a row, at its right. */
  actions?: boolean
  /** Of the first column, such as its width. */
  className?: string
}

/** The head of a table of a card that is not sorted. */
export function TableHeader({ columns, actions = true, className }: TableHeaderProps) {
  return (
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
  )
}
