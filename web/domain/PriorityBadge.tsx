import { ChevronsUp, Minus } from 'lucide-react'
import type { Priority } from '../gql/graphql.ts'
import { classNames } from '../ui/classNames.ts'

/** A double chevron for high priority, a dash for normal. */
export function PriorityIcon({ priority }: { priority: Priority }) {
  return priority === 'HIGH' ? (
    <ChevronsUp aria-hidden size={16} className="shrink-0 text-orange" />
  ) : (
    <Minus aria-hidden size={16} className="shrink-0 text-ink-3" />
  )
}

/** A priority as icon and label. */
export function PriorityBadge({ priority, className }: { priority: Priority; className?: string }) {
  const high = priority === 'HIGH'
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-1.5 whitespace-nowrap',
        high ? 'font-[550] text-orange' : 'text-ink-2',
        className,
      )}
    >
      <PriorityIcon priority={priority} />
      {high ? 'High' : 'Normal'}
    </span>
  )
}

/** High priority on a tint; nothing for normal. */
export function HighPriorityChip({ priority }: { priority: Priority }) {
  if (priority !== 'HIGH') return null
  return (
    <span className="inline-flex h-[26px] shrink-0 items-center gap-1.5 rounded-badge bg-orange-tint px-2 text-badge font-[550] text-orange">
      <PriorityIcon priority="HIGH" />
      High
    </span>
  )
}
