import { ArrowRight } from 'lucide-react'
import { pluralize } from '../../lib/numbers.ts'
import { useMediaQuery } from '../../lib/useMediaQuery.ts'
import { Button } from '../../ui/Button.tsx'
import type { DoorsInView } from './doorsInView.ts'
import { TEAM_HINT } from './legendItems.ts'

/** The height of the bar that sums up the area, in pixels. A phone on its side has less room. */
export const useAreaPeekHeight = (): number => (useMediaQuery('(max-height: 499.98px)') ? 80 : 126)

interface AreaPeekProps {
  doors: DoorsInView
  /** Says how the team's markers differ. */
  showsTeam: boolean
  /** Omitted when there is no next door. */
  onNextDoor?: (() => void) | undefined
}

/** On a phone without a selected property: sums up the doors in view, and leads to the next one. */
export function AreaPeek({ doors, showsTeam, onNextDoor }: AreaPeekProps) {
  const parts = [`${doors.notVisited} not visited`, ...(showsTeam ? [`${doors.byTeam} by the team`] : [])]
  return (
    <section
      aria-label="Doors in view"
      style={{ height: useAreaPeekHeight() }}
      className="absolute inset-x-0 bottom-0 z-10 flex items-start gap-3 overflow-hidden rounded-t-sheet bg-surface px-4 pt-3.5 text-ink shadow-dialog"
    >
      <div className="min-w-0 flex-1">
        <h2 className="figures text-[1.25rem]/7 font-[650] tracking-tight">{pluralize(doors.total, 'door')} in view</h2>
        <p className="truncate text-[0.9375rem]/5 text-ink-2">
          {doors.total > doors.properties.length ? 'Zoom in to see each door' : parts.join(' · ')}
        </p>
        {showsTeam && (
          <p className="mt-1.5 truncate text-small text-ink-3 [@media(max-height:499.98px)]:hidden">{TEAM_HINT}</p>
        )}
      </div>
      {onNextDoor && (
        <Button
          variant="primary"
          size="large"
          icon={<ArrowRight aria-hidden size={18} />}
          onClick={onNextDoor}
          className="px-5"
        >
          Next door
        </Button>
      )}
    </section>
  )
}
