import { Info } from 'lucide-react'
import { type ComponentProps, lazy, Suspense, useState } from 'react'
import { MarkerIcon } from './MarkerIcon.tsx'
import { LEGEND_ITEMS } from './legendItems.ts'
import type { DoorShape } from './markerShapes.ts'

// Loaded when the legend opens.
const LegendDialog = lazy(() => import('./LegendDialog.tsx'))

const PILL_SHAPES: readonly DoorShape[] = ['nobody_home', 'come_back', 'left_flyer', 'no_soliciting']

/**
 * Explains the marker shapes in a line over the map where it fits beside the buttons. A dialog explains them elsewhere, with the lights
 * and, if `showsTeam`, the team's form.
 */
export function MapLegend({ showsTeam }: { showsTeam: boolean }) {
  return (
    <div className="@container flex-1">
      <div className="hidden h-11 w-fit items-center rounded-card bg-surface pl-3 text-micro whitespace-nowrap text-ink shadow-map @min-[950px]:flex">
        <ul aria-label="Legend" className="flex items-center gap-x-2">
          {LEGEND_ITEMS.map(({ shape, label }) => (
            <li key={shape} className="flex items-center gap-1">
              <MarkerIcon shape={shape} size={16} />
              {label}
            </li>
          ))}
        </ul>
        <LegendButton
          showsTeam={showsTeam}
          aria-label="Explain the map"
          className="ml-2 flex size-11 items-center justify-center rounded-r-card border-l border-line -outline-offset-2 hover:bg-hover"
        >
          <Info aria-hidden size={18} className="text-ink-2" />
        </LegendButton>
      </div>
      <div className="w-fit @min-[950px]:hidden">
        <LegendPill showsTeam={showsTeam} />
      </div>
    </div>
  )
}

/** A pill that opens the legend. */
export function LegendPill({ showsTeam }: { showsTeam: boolean }) {
  return (
    <LegendButton
      showsTeam={showsTeam}
      className="relative flex h-10 items-center gap-1.5 rounded-full bg-surface px-3.5 text-[1rem] text-ink shadow-map after:absolute after:-inset-1"
    >
      {PILL_SHAPES.map((shape) => (
        <MarkerIcon key={shape} shape={shape} />
      ))}
      <span className="pl-1">Legend</span>
    </LegendButton>
  )
}

function LegendButton({ showsTeam, ...button }: { showsTeam: boolean } & ComponentProps<'button'>) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" aria-haspopup="dialog" onClick={() => setOpen(true)} {...button} />
      {open && (
        <Suspense>
          <LegendDialog showsTeam={showsTeam} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
