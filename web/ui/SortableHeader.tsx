import { ArrowDown, ArrowUp } from 'lucide-react'
import { classNames } from './classNames.ts'

interface SortableHeaderProps {
  label: string
  /** The sort direction of this column; null if another column is sorted. */
  sorted: 'descending' | 'ascending' | null
  onSort: () => void
  align?: 'left' | 'right'
  className?: string
}

/** A column header that sorts the table. */
export function SortableHeader({ label, sorted, onSort, align = 'right', className }: SortableHeaderProps) {
  const Arrow = sorted === 'ascending' ? ArrowUp : ArrowDown
  return (
    <th
      scope="col"
      aria-sort={sorted ?? undefined}
      className={classNames('py-1 font-[550]', align === 'right' ? 'pr-2 text-right' : 'pl-3 text-left', className)}
    >
      <button
        type="button"
        onClick={onSort}
        className={classNames(
          'inline-flex min-h-[30px] items-center gap-1 rounded-badge px-2 hover:text-ink',
          sorted && 'font-semibold text-ink',
        )}
      >
        {sorted && <Arrow aria-hidden size={13} strokeWidth={2.2} />}
        {label}
      </button>
    </th>
  )
}
