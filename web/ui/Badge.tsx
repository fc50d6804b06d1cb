import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from './classNames.ts'

interface BadgeProps {
  /** The classes of background and text, such as those of a tint. */
  colors: string
  icon?: LucideIcon
  children: ReactNode
}

/** A word about a record, such as its state. */
export function Badge({ colors, icon: Icon, children }: BadgeProps) {
  return (
    <span
      className={classNames(
        'figures inline-flex h-[22px] shrink-0 items-center gap-1.5 rounded-badge px-2 text-badge font-semibold whitespace-nowrap max-md:h-[26px]',
        colors,
      )}
    >
      {Icon && <Icon aria-hidden size={14} />}
      {children}
    </span>
  )
}
