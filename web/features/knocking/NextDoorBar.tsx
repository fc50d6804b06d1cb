import { ArrowRight } from 'lucide-react'
import { SavedLanguageMark } from '../../domain/LanguageMark.tsx'
import { Button } from '../../ui/Button.tsx'
import { formatFeet } from '../../lib/formatFeet.ts'
import type { NextDoorQuery } from '../../gql/graphql.ts'

export type NextDoor = NonNullable<NextDoorQuery['nextDoor']>

interface NextDoorBarProps {
  door: NextDoor
  /** Whether something else is to be done first, which has the primary button. */
  isSecondary: boolean
  onGo: () => void
}

/** The next house along the street, with its distance. */
export function NextDoorBar({ door, isSecondary, onGo }: NextDoorBarProps) {
  return (
    <div className="flex items-center gap-3">
      <p className="min-w-0 flex-1">
        <span className="block truncate text-[1rem]/6 text-ink-2">Next door · {formatFeet(door.distanceMeters)}</span>
        <span className="block truncate text-[1.0625rem]/6 font-[640]">
          <SavedLanguageMark propertyId={door.propertyId} />
          {door.address.split(',')[0]}
        </span>
      </p>
      <Button
        variant={isSecondary ? 'secondary' : 'primary'}
        icon={<ArrowRight aria-hidden size={18} />}
        onClick={onGo}
        className="px-5"
      >
        Go
      </Button>
    </div>
  )
}
