import { ArrowRight } from 'lucide-react'
import { streetOf } from '../../domain/streetOf.ts'
import { SavedLanguageMark } from '../../domain/LanguageMark.tsx'
import { Button } from '../../ui/Button.tsx'
import { classNames } from '../../ui/classNames.ts'
import { formatFeet } from '../../lib/formatFeet.ts'
import type { NextDoorQuery } from '../../gql/graphql.ts'
import type { Point } from '../../lib/distance.ts'
import { useNow } from '../../lib/useNow.ts'

export type NextDoor = NonNullable<NextDoorQuery['nextDoor']>

export interface NextDoorBarProps {
  door: NextDoor
  /** Whether something else is to be done first, which has the primary button. */
  isSecondary: boolean
  /** Says when knocking ends at a door, if that is soon. */
  endAt: (door: Point) => string | undefined
  onGo: () => void
}

/** How often the remaining time is recomputed. It is shown in whole minutes, so three times a minute is enough. */
const TICK_MS = 20_000

/** The next house along the street with its distance, or with when knocking ends there. */
export function NextDoorBar({ door, isSecondary, endAt, onGo }: NextDoorBarProps) {
  useNow(TICK_MS)
  const end = endAt(door)
  return (
    <div className="flex items-center gap-3">
      {/* Two lines and the address are higher than the button, and take some of the room around it. */}
      <p className={classNames('min-w-0 flex-1', end && '-my-2')}>
        <span
          role={end && 'status'}
          className={end ? 'line-clamp-2 text-[1rem]/5 text-warn' : 'block truncate text-[1rem]/6 text-ink-2'}
        >
          {end ?? `Next door · ${formatFeet(door.distanceMeters)}`}
        </span>
        <span className="block truncate text-[1.0625rem]/6 font-[640]">
          <SavedLanguageMark propertyId={door.propertyId} />
          {streetOf(door.address)}
        </span>
      </p>
      <Button
        variant={isSecondary ? 'secondary' : 'primary'}
        icon={ArrowRight}
        iconSize={18}
        onClick={onGo}
        className="px-5"
      >
        Go
      </Button>
    </div>
  )
}
