import { type ReactNode, useLayoutEffect, useRef } from 'react'
import type { Point } from '../../../lib/distance.ts'
import { BottomSheet } from '../BottomSheet.tsx'
import { DoorButton, type DoorHandlers } from './DoorButton.tsx'
import { MeDot } from './MeDot.tsx'
import { rowAt, type StreetDoor } from './streetDoors.ts'
import type { Placed } from './streetRows.ts'
import { type StreetOptions, useStreet } from './useStreet.ts'

const ROW_HEIGHT = 56

interface StreetSheetProps extends DoorHandlers, StreetOptions {
  /** Where the user is. Undefined if it is not known: then at the open door. */
  me: Point | undefined
  footer: ReactNode
  onClose: () => void
}

/** The whole street at full height: odd numbers at the left, even ones at the right, and the user between them. */
export default function StreetSheet({ me, footer, onClose, onSelect, onSelectUnsaved, ...options }: StreetSheetProps) {
  const street = useStreet(options)
  const here = useRef<HTMLSpanElement>(null)
  const isRead = street !== undefined
  useLayoutEffect(() => {
    if (isRead) here.current?.scrollIntoView({ block: 'center' })
  }, [isRead])
  const name = options.current.streetName ?? ''
  const side = (doors: readonly Placed<StreetDoor>[], layout: 'left' | 'right', label: string) => (
    <div className="min-w-0 flex-1">
      {doors.length === 0 && <p className="p-3 text-center text-[1rem]/6 text-ink-2">No {label} numbers</p>}
      <ul aria-label={`${label === 'odd' ? 'Odd' : 'Even'} numbers of ${name}`} className="grid auto-rows-[56px]">
        {doors.map(({ door, row }) => (
          <li key={`${door.written} ${door.lat} ${door.lng}`} style={{ gridRow: row + 1 }} className="min-w-0 p-0.5">
            <DoorButton door={door} layout={layout} onSelect={onSelect} onSelectUnsaved={onSelectUnsaved} />
          </li>
        ))}
      </ul>
    </div>
  )
  return (
    <BottomSheet
      label={`Doors on ${name}`}
      stop="full"
      onStopChange={(stop) => stop !== 'full' && onClose()}
      onDismiss={onClose}
      header={
        <>
          <h2 className="truncate text-address">{name}</h2>
          {street && (
            <p className="figures text-[1rem]/6 text-ink-2">
              {[
                `${street.notKnocked} of ${street.count} not knocked`,
                street.skipped > 0 && `${street.skipped} skipped`,
              ]
                .filter(Boolean)
                .join(' · ')}
            </p>
          )}
        </>
      }
      footer={footer}
    >
      {street && (
        <div className="-mx-3 flex min-h-full">
          {side(street.kerbs.odd, 'left', 'odd')}
          <div className="relative w-10 shrink-0 bg-sunken">
            <span
              aria-hidden
              className="absolute inset-y-0 left-1/2 -translate-x-1/2 border-l-2 border-dashed border-line-2"
            />
            <span
              ref={here}
              style={{ top: ROW_HEIGHT * (me ? rowAt(street, me) : street.currentRow) + ROW_HEIGHT / 2 }}
              className="absolute left-1/2 -translate-1/2"
            >
              <MeDot />
            </span>
          </div>
          {side(street.kerbs.even, 'right', 'even')}
        </div>
      )}
    </BottomSheet>
  )
}
