import { ChevronRight, Search } from 'lucide-react'
import type { ActivityRowFragment } from '../../gql/graphql.ts'
import { activityDisplay } from '../../domain/activityTypes.ts'
import { pluralize } from '../../lib/numbers.ts'
import { classNames } from '../../ui/classNames.ts'
import { TileOf } from './EventIcon.tsx'

interface LookUpsProps {
  lookUps: readonly ActivityRowFragment[]
  isOpen: boolean
  onToggle: () => void
}

/** The look-ups of one row: '3 look-ups', which opens them, and what they were. */
export function LookUps({ lookUps, isOpen, onToggle }: LookUpsProps) {
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
      <span className="ml-1.5 truncate text-small text-ink-2">{describe(lookUps)}</span>
    </button>
  )
}

/** '2 × Parcel looked up, Map loaded'. */
function describe(lookUps: readonly ActivityRowFragment[]): string {
  const counts = new Map<string, number>()
  for (const { type } of lookUps) counts.set(type, (counts.get(type) ?? 0) + 1)
  return [...counts]
    .map(([type, count]) => `${count > 1 ? `${count} × ` : ''}${activityDisplay(type).label}`)
    .join(', ')
}

/** The number of people who looked up. */
export const countPeople = (lookUps: readonly ActivityRowFragment[]): number =>
  new Set(lookUps.map(({ actor }) => actor?.id)).size
