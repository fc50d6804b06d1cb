import { ChevronUp } from 'lucide-react'
import { classNames } from '../../../ui/classNames.ts'
import { usePullUp } from '../usePullUp.ts'
import { DoorButton, type DoorHandlers } from './DoorButton.tsx'
import { MeDot } from './MeDot.tsx'
import { doorsAround, type Placed } from './streetRows.ts'
import type { StreetDoor } from './streetDoors.ts'
import { type StreetOptions, useStreet } from './useStreet.ts'

/** Doors of each side. */
const SIDE_COUNT = 3

interface StreetStripProps extends DoorHandlers, StreetOptions {
  onOpen: () => void
}

/** The street around the open door in one line: three doors of each side, and between them the button that shows all. */
export default function StreetStrip({ onOpen, onSelect, onSelectUnsaved, ...options }: StreetStripProps) {
  const street = useStreet(options)
  const pull = usePullUp(onOpen)
  if (!street) return null
  const { name, kerbs, currentRow } = street
  const side = (doors: readonly Placed<StreetDoor>[], label: string) => (
    <ul
      aria-label={`${label} numbers of ${name}`}
      className={classNames('flex min-w-0 flex-1', label === 'Odd' && 'justify-end')}
    >
      {doorsAround(doors, currentRow, SIDE_COUNT).map(({ door }) => (
        <li key={`${door.written} ${door.lat} ${door.lng}`} className="w-1/3 p-0.5">
          <DoorButton door={door} layout="slot" onSelect={onSelect} onSelectUnsaved={onSelectUnsaved} />
        </li>
      ))}
    </ul>
  )
  return (
    <div role="group" aria-label={name} {...pull} className="flex h-full touch-none px-1.5 select-none">
      {side(kerbs.odd, 'Odd')}
      <button
        type="button"
        aria-label={`Show all of ${name}`}
        aria-expanded={false}
        onClick={onOpen}
        className="flex w-12 shrink-0 flex-col items-center justify-center gap-0.5 bg-sunken text-ink-2"
      >
        <ChevronUp aria-hidden size={18} />
        <MeDot />
      </button>
      {side(kerbs.even, 'Even')}
    </div>
  )
}
