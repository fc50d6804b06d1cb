import { classNames } from './classNames.ts'

interface TableHeaderProps {
  /** The column titles, the row header's first. */
  columns: readonly string[]
  /** Adds a right-aligned column for actions. */
  actions?: boolean
  /** Classes of the first column, such as its width. */
  className?: string
}

/** The header of a table without sorting. */
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
