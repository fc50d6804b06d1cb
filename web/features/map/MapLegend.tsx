import { lazy, Suspense, useState } from 'react'
import { LightLegend } from './LightLegend.tsx'
import { MarkerIcon } from './MarkerIcon.tsx'
import { LEGEND_ITEMS } from './legendItems.ts'
import type { DoorShape } from './markerShapes.ts'

// Loaded when the legend opens.
const LegendDialog = lazy(() => import('./LegendDialog.tsx'))

const PILL_SHAPES: readonly DoorShape[] = ['nobody_home', 'come_back', 'left_flyer', 'no_soliciting']

/** Explains the lights and the marker shapes in two lines over the map, and in a dialog where they do not fit beside its buttons. `showsTeam` adds the team's form. */
export function MapLegend({ showsTeam }: { showsTeam: boolean }) {
  return (
    <div className="@container flex-1">
      <div className="hidden w-fit rounded-card bg-surface px-3 text-small whitespace-nowrap shadow-map @min-[968px]:block">
        <div className="flex h-9 items-center border-b border-line">
          <LightLegend className="flex items-center gap-x-2.5" />
          {showsTeam && <p className="ml-2.5 border-l border-line pl-2.5 text-ink-2">Pale: the team’s</p>}
        </div>
        <ul aria-label="Legend" className="flex h-9 items-center gap-x-2.5">
          {LEGEND_ITEMS.map(({ shape, label }) => (
            <li key={shape} className="flex items-center gap-1">
              <MarkerIcon shape={shape} size={16} />
              {label}
            </li>
          ))}
        </ul>
      </div>
      <div className="w-fit @min-[968px]:hidden">
        <LegendPill showsTeam={showsTeam} />
      </div>
    </div>
  )
}

/** A pill that opens the legend. */
export function LegendPill({ showsTeam }: { showsTeam: boolean }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="relative flex h-10 items-center gap-1.5 rounded-full bg-surface px-3.5 text-[1rem] text-ink shadow-map after:absolute after:-inset-1"
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
