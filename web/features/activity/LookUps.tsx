import { ChevronRight, Search } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ActivityRowFragment } from '../../gql/graphql.ts'
import { activityDisplay } from '../../domain/activityTypes.ts'
import { pluralize } from '../../lib/numbers.ts'
import { classNames } from '../../ui/classNames.ts'
import { TileOf } from './EventIcon.tsx'

interface LookUpsProps {
  lookUps: readonly ActivityRowFragment[]
  isOpen: boolean
  onToggle: () => void
  /** Shown after their number, such as a summary of them. */
  children?: ReactNode
}

/** The look-ups of one row: '3 look-ups', which opens them. */
export function LookUps({ lookUps, isOpen, onToggle, children }: LookUpsProps) {
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      onClick={onToggle}
      className="inline-flex min-h-9 items-center rounded-badge text-left max-md:min-h-14 max-md:w-full"
    >
      <span className="mr-2.5 max-md:mr-3 max-md:ml-1">
        <TileOf icon={Search} size={24} />
      </span>
      <span className="font-semibold text-ink-2">{pluralize(lookUps.length, 'look-up')}</span>
      <ChevronRight
        aria-hidden
        size={16}
        className={classNames('ml-1 text-ink-3 transition-transform', isOpen && 'rotate-90')}
      />
      {children}
    </button>
  )
}

/** What the look-ups of one row were: '2 × Parcel looked up, Map loaded'. */
export function describeLookUps(lookUps: readonly ActivityRowFragment[]): string {
  const counts = new Map<string, number>()
  for (const { type } of lookUps) counts.set(type, (counts.get(type) ?? 0) + 1)
  return [...counts]
    .map(([type, count]) => `${count > 1 ? `${count} × ` : ''}${activityDisplay(type).label}`)
    .join(', ')
}

/** The number of people who looked up. */
export const countPeople = (lookUps: readonly ActivityRowFragment[]): number =>
  new Set(lookUps.map(({ actor }) => actor?.id)).size
