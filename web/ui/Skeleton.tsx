import type { ReactNode } from 'react'
import { classNames } from './classNames.ts'

/** One grey bar in the place of something to come; in sight only after 150 ms, so that a quick answer never flashes. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={classNames('block skeleton rounded-badge', className ?? 'h-3.5 w-full')} />
}

/** Says 'Loading' once to a screen reader, around skeletons in the final shape. */
export function Loading({ label, children, className }: { label: string; children: ReactNode; className?: string }) {
  return (
    <div role="status" aria-label={`Loading ${label}`} className={className}>
      {children}
    </div>
  )
}
