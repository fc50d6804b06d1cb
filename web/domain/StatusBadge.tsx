import type { ReactNode } from 'react'
import { classNames } from '../ui/classNames.ts'
import { HALF_DISC } from './HalfDiscIcon.tsx'
import { type AnyStatus, statusLabels } from './labels.ts'

/** The text color of each status. Color alone is not accessible: show the icon or label too. */
export const statusColors: Record<AnyStatus, string> = {
  NEW: 'text-mute',
  CONTACTED: 'text-info',
  INTERESTED: 'text-good',
  NOT_INTERESTED: 'text-bad',
  COMPLETED: 'text-good',
}

/** The icon of a status: ring, ring with a half dot, star, octagon with a cross, disc with a check mark. */
export function StatusIcon({ status, size = 16 }: { status: AnyStatus; size?: number }) {
  return (
    <svg
      aria-hidden
      viewBox="0 0 16 16"
      width={size}
      height={size}
      className={classNames('shrink-0', statusColors[status])}
    >
      {shapes[status]}
    </svg>
  )
}

const cutOutStroke = { fill: 'none', stroke: 'var(--color-surface)', strokeWidth: 1.8, strokeLinecap: 'round' as const }

const shapes: Record<AnyStatus, ReactNode> = {
  NEW: <circle cx="8" cy="8" r="5.6" fill="none" stroke="currentColor" strokeWidth="2" />,
  CONTACTED: HALF_DISC,
  INTERESTED: (
    <path
      d="M8 1.4l2 4.2 4.6.6-3.4 3.2.9 4.6L8 11.8 3.9 14l.9-4.6L1.4 6.2 6 5.6z"
      fill="currentColor"
      stroke="currentColor"
      strokeLinejoin="round"
    />
  ),
  NOT_INTERESTED: (
    <>
      <path d="M5.1 1.2h5.8l3.9 3.9v5.8l-3.9 3.9H5.1l-3.9-3.9V5.1z" fill="currentColor" />
      <path d="M5.8 5.8l4.4 4.4m0-4.4l-4.4 4.4" {...cutOutStroke} />
    </>
  ),
  COMPLETED: (
    <>
      <circle cx="8" cy="8" r="6.8" fill="currentColor" />
      <path d="M5.2 8.3l2 2 3.7-4" {...cutOutStroke} strokeLinejoin="round" />
    </>
  ),
}

/** A status as icon, label and color. */
export function StatusBadge({ status, className }: { status: AnyStatus; className?: string }) {
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-1.5 font-[550] whitespace-nowrap',
        statusColors[status],
        className,
      )}
    >
      <StatusIcon status={status} />
      {statusLabels[status]}
    </span>
  )
}
