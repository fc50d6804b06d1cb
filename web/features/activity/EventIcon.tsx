import type { LucideIcon } from 'lucide-react'
import type { ActivityRowFragment } from '../../gql/graphql.ts'
import { activityDisplay } from '../../domain/activityTypes.ts'
import { OutcomeIcon } from '../../domain/OutcomeIcon.tsx'
import { outcomeOf } from './describeEvent.ts'

/** The tile of an event: that of its outcome for a knock, else the icon of its type. */
export function EventIcon({ event, size }: { event: Pick<ActivityRowFragment, 'type' | 'data'>; size: number }) {
  const outcome = outcomeOf(event)
  if (outcome) return <OutcomeIcon display={outcome} size={size} isTinted />
  return <TileOf icon={activityDisplay(event.type).icon} size={size} />
}

/** An icon on a gray tile. */
export function TileOf({ icon: Icon, size }: { icon: LucideIcon; size: number }) {
  return (
    <span
      aria-hidden
      style={{ width: size, height: size }}
      className="inline-flex shrink-0 items-center justify-center rounded-button bg-sunken text-ink-2"
    >
      <Icon size={Math.round(size / 2)} />
    </span>
  )
}
