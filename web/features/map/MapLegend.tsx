import { lazy, Suspense, useState } from 'react'
import { OUTCOMES } from '../../domain/outcomes.ts'
import { MarkerIcon } from './MarkerIcon.tsx'
import { type DoorShape, doorShape } from './markerShapes.ts'

// Loaded when the legend opens.
const LegendDialog = lazy(() => import('./LegendDialog.tsx'))

/** The marker shapes with their labels: the eight outcomes, and a property where nobody has knocked. */
export const LEGEND_ITEMS: readonly { shape: DoorShape; label: string }[] = [
  { shape: 'new', label: 'New' },
  ...OUTCOMES.map(({ outcome, label }) => ({ shape: doorShape({ status: 'NEW', lastOutcome: outcome }), label })),
]
/** How the properties of colleagues differ. */
export const TEAM_HINT = 'Solid is yours. Pale is the team’s.'
const PILL_SHAPES: readonly DoorShape[] = ['nobody_home', 'come_back', 'left_flyer', 'no_soliciting']

/** Explains the marker shapes in a bar over the map. `showsTeam` adds the difference between own and team. */
export function MapLegend({ showsTeam }: { showsTeam: boolean }) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 rounded-card bg-surface px-3.5 py-2 text-small shadow-map">
      <ul aria-label="Legend" className="flex flex-wrap gap-x-3 gap-y-1">
        {LEGEND_ITEMS.map(({ shape, label }) => (
          <li key={shape} className="flex items-center gap-1 whitespace-nowrap">
            <MarkerIcon shape={shape} size={18} />
            {label}
          </li>
        ))}
      </ul>
      {showsTeam && <p className="text-ink-2">{TEAM_HINT}</p>}
    </div>
  )
}

/** A pill that opens the legend, for phones. */
export function LegendPill({ showsTeam }: { showsTeam: boolean }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="relative flex h-10 items-center gap-1.5 rounded-full bg-surface px-3.5 text-[0.9375rem] text-ink shadow-map after:absolute after:-inset-1"
      >
        {PILL_SHAPES.map((shape) => (
          <MarkerIcon key={shape} shape={shape} />
        ))}
        <span className="pl-1">Legend</span>
      </button>
      {open && (
        <Suspense>
          <LegendDialog showsTeam={showsTeam} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
