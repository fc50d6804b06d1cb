import { statusLabels } from '../../../domain/labels.ts'
import { outcomeDisplay } from '../../../domain/outcomes.ts'
import type { Point } from '../../../lib/distance.ts'
import { classNames } from '../../../ui/classNames.ts'
import { MarkerIcon } from '../MarkerIcon.tsx'
import type { SavedDoor, StreetDoor } from './streetDoors.ts'

export interface DoorHandlers {
  onSelect: (door: SavedDoor) => void
  /** Opens the house at a point, which is not saved. */
  onSelectUnsaved: (at: Point) => void
}

interface DoorButtonProps extends DoorHandlers {
  door: StreetDoor
  /** A slot of the strip, or a row of the list with its glyph at the side of the street. */
  layout: 'slot' | 'left' | 'right'
}

const LAYOUT_CLASSES = {
  slot: 'flex-col justify-center text-[1rem]/5',
  left: 'justify-end gap-2 px-2 text-[1.125rem]/6',
  right: 'flex-row-reverse justify-end gap-2 px-2 text-[1.125rem]/6',
}

/** A door of the street: its number and what came of the last knock there. A house that is not saved is a gap with a dashed edge. */
export function DoorButton({ door, layout, onSelect, onSelectUnsaved }: DoorButtonProps) {
  const { opens, lat, lng, shape, isCurrent, isNext, isSkipped, unitCount, knockedCount } = door
  const isSlot = layout === 'slot'
  return (
    <button
      type="button"
      aria-label={describeDoor(door)}
      aria-current={isCurrent || undefined}
      onClick={() => (opens ? onSelect(opens) : onSelectUnsaved({ lat, lng }))}
      className={classNames(
        'figures flex size-full items-center rounded-phone-card border-2 font-[650]',
        LAYOUT_CLASSES[layout],
        isCurrent
          ? 'border-transparent bg-accent text-on-accent'
          : isNext
            ? 'border-ink bg-surface text-ink'
            : shape
              ? 'border-transparent text-ink'
              : 'border-dashed border-field text-ink-2',
      )}
    >
      {!isSlot && unitCount > 1 && (
        <span className="text-[1rem]/6 font-[500]">
          {knockedCount} of {unitCount}
        </span>
      )}
      {!isSlot && isSkipped && <span className="text-[1rem]/6 font-[550] text-warn max-[374px]:hidden">Skipped</span>}
      {isSlot ? door.shortLabel : door.label}
      {shape ? <MarkerIcon shape={shape} isTeams={door.isTeams} size={isSlot ? 24 : 30} /> : <Gap isSlot={isSlot} />}
    </button>
  )
}

/** Takes the place of the glyph, so that all numbers are in one line. */
const Gap = ({ isSlot }: { isSlot: boolean }) => (
  <span aria-hidden className={classNames('shrink-0', isSlot ? 'h-6' : 'size-7.5')} />
)

/** What a screen reader says of a door, such as '845, Nobody home' and '847, not saved, next door'. */
export function describeDoor({ label, opens, shape, ...door }: StreetDoor): string {
  const state = !shape
    ? 'not saved'
    : opens?.lastOutcome
      ? outcomeDisplay(opens.lastOutcome).label
      : opens && opens.status !== 'NEW'
        ? statusLabels[opens.status]
        : 'not knocked yet'
  return [
    label,
    door.unitCount > 1 ? `${door.knockedCount} of ${door.unitCount} units knocked` : state,
    door.isNext && 'next door',
    door.isSkipped && 'skipped',
    door.isCurrent && 'you are here',
  ]
    .filter(Boolean)
    .join(', ')
}
