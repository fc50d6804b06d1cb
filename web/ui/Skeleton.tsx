import type { ReactNode } from 'react'
import { classNames } from './classNames.ts'

/** A loading placeholder, visible after 150 ms so that fast responses do not flash. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={classNames('block skeleton rounded-badge', className ?? 'h-3.5 w-full')} />
}

/** Announces 'Loading' once to screen readers. Contains skeletons of the final layout. */
export function Loading({ label, children, className }: { label: string; children: ReactNode; className?: string }) {
  return (
    <div role="status" aria-label={`Loading ${label}`} className={className}>
      {children}
    </div>
  )
}
