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

export interface LoadingRowsProps {
  label: string
  rows: number
  /** The classes of the skeletons in each row; by default one line of text. */
  cells?: readonly string[]
  /** The height and gap of a row. */
  rowClass?: string
  className?: string
}

/** `Loading` with equal rows of skeletons, for a list. */
export function LoadingRows({
  label,
  rows,
  cells,
  rowClass = cells ? 'h-14 gap-3' : 'my-4',
  className = 'px-5 py-3',
}: LoadingRowsProps) {
  return (
    <Loading label={label} className={className}>
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className={`flex items-center ${rowClass}`}>
          {(cells ?? ['h-3.5 w-full']).map((cell) => (
            <Skeleton key={cell} className={cell} />
          ))}
        </div>
      ))}
    </Loading>
  )
}
