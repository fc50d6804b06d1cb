import { ArrowDown, ArrowUp } from 'lucide-react'
import { classNames } from './classNames.ts'
import { headClasses } from './Table.tsx'

interface SortableHeaderProps {
  label: string
  /** The sort direction of this column; null if another column is sorted. */
  sorted: 'descending' | 'ascending' | null
  onSort: () => void
  align?: 'left' | 'right'
  className?: string | undefined
}

/** A column header that sorts the table. The arrow stands before the word. */
export function SortableHeader({ label, sorted, onSort, align = 'right', className }: SortableHeaderProps) {
  const Arrow = sorted === 'ascending' ? ArrowUp : ArrowDown
  return (
    <th
      scope="col"
      aria-sort={sorted ?? undefined}
      className={classNames(headClasses, align === 'right' && 'text-right!', className)}
    >
      <button
        type="button"
        onClick={onSort}
        className={classNames(
          '-mx-2 inline-flex min-h-[30px] items-center gap-1 rounded-badge px-2 hover:text-ink',
          sorted && 'font-semibold text-ink',
        )}
      >
        {sorted && <Arrow aria-hidden size={13} strokeWidth={2.2} />}
        {label}
      </button>
    </th>
  )
}
