import { ArrowRight, ChevronUp } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { pluralize } from '../../lib/numbers.ts'
import { SIDEWAYS_QUERY, useMediaQuery } from '../../lib/useMediaQuery.ts'
import { Button } from '../../ui/Button.tsx'
import { BottomSheet } from './BottomSheet.tsx'
import type { DoorsInView } from './doorsInView.ts'
import { TEAM_HINT } from './legendItems.ts'
import { usePullUp } from './usePullUp.ts'

/** The height of the bar that sums up the area, in pixels. A phone on its side has less room. */
export const useAreaPeekHeight = (): number => (useMediaQuery(SIDEWAYS_QUERY) ? 92 : 126)

interface AreaPeekProps {
  doors: DoorsInView
  /** Says how the team's markers differ. */
  showsTeam: boolean
  /** No house in view is saved: how the user begins. Houses can be tapped, or are too small for it. */
  begin?: 'tap' | 'zoom' | undefined
  /** Omitted when there is no next door. */
  onNextDoor?: (() => void) | undefined
  /** The list of the doors, in place of the bar while it is open. */
  list: ReactNode
  isListOpen: boolean
  onListOpenChange: (isOpen: boolean) => void
}

/** On a phone without a selected property: sums up the doors in view, and leads to their list and to the next one. */
export function AreaPeek({ doors, showsTeam, begin, onNextDoor, list, isListOpen, onListOpenChange }: AreaPeekProps) {
  const height = useAreaPeekHeight()
  const pull = usePullUp(() => onListOpenChange(true))
  // The houses that are not saved are not known from farther away.
  const title = begin === 'zoom' ? 'No doors saved here' : `${pluralize(doors.total, 'door')} in view`
  const hint = begin === 'tap' ? 'Tap a house to open it. A knock saves it.' : showsTeam ? TEAM_HINT : undefined
  const parts = [
    `${doors.notKnocked} not knocked yet`,
    ...(showsTeam && doors.byTeam > 0 ? [`${doors.byTeam} by the team`] : []),
  ]
  if (isListOpen)
    return (
      <BottomSheet
        label="Doors in view"
        stop="full"
        onStopChange={(stop) => onListOpenChange(stop === 'full')}
        onDismiss={() => onListOpenChange(false)}
        header={<h2 className="figures text-address">{title}</h2>}
      >
        <div className="-mx-4 flex h-full flex-col">
          <Suspense>{list}</Suspense>
        </div>
      </BottomSheet>
    )
  return (
    <section
      aria-label="Doors in view"
      style={{ height }}
      {...pull}
      className="absolute inset-x-0 bottom-0 z-10 grid touch-none sideways:right-auto sideways:w-(--sheet-width) grid-cols-[minmax(0,1fr)_auto] content-start items-center gap-x-3 overflow-hidden rounded-t-sheet bg-surface px-4 pt-3.5 text-ink shadow-dialog"
    >
      <span aria-hidden className="absolute top-1.5 left-1/2 h-[5px] w-9 -translate-x-1/2 rounded-full bg-line-2" />
      <h2 className="text-address whitespace-nowrap max-[374px]:text-[1.0625rem]">
        <button
          type="button"
          aria-expanded={false}
          onClick={() => onListOpenChange(true)}
          className="figures -my-2.5 flex min-h-12 items-center gap-1 rounded-badge"
        >
          {title}
          <ChevronUp aria-hidden size={18} className="text-ink-3" />
        </button>
      </h2>
      <p className="col-span-2 mt-1 truncate text-[1rem]/5 text-ink-2">
        {begin === 'zoom' || doors.saved > doors.properties.length ? 'Zoom in to see each door' : parts.join(' · ')}
      </p>
      {hint && <p className="col-span-2 mt-1 line-clamp-2 text-[1rem]/5 text-ink-3 sideways:hidden">{hint}</p>}
      {onNextDoor && (
        <Button
          variant="primary"
          size="large"
          icon={ArrowRight}
          iconSize={18}
          onClick={onNextDoor}
          className="col-start-2 row-start-1 px-5 max-[374px]:px-3 max-[339px]:[&_svg]:hidden"
        >
          Next Door
        </Button>
      )}
    </section>
  )
}
