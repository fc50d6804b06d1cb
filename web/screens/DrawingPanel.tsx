import { type RefObject, Suspense } from 'react'
import { type Area, countHoles, fillHoles, polygonsOf } from '../features/map/areas.ts'
import type { MapHandle } from '../features/map/MapSurface.tsx'
import { boundsOfAreas } from '../features/map/territoryFeatures.ts'
import { DrawPanel } from '../features/territories/DrawPanel.tsx'
import { describeOutlines } from '../features/territories/territoryTexts.ts'
import type { TerritoryRowFragment } from '../gql/graphql.ts'
import type { Point } from '../lib/distance.ts'
import { lazyNamed } from '../lib/lazyNamed.ts'
import { useIsPhone } from '../lib/useMediaQuery.ts'

const AroundPanel = lazyNamed(async () => (await import('../features/territories/AroundPanel.tsx')).AroundPanel)

/** An area that is drawn: of a new territory, or of the one that is changed. */
export interface Drawing {
  territory: TerritoryRowFragment | undefined
  /** What the tool begins with. */
  start: Area | undefined
  area: Area | undefined
  /** The tool is loaded, so the map takes strokes. */
  isReady: boolean
  /** Increased by one to start the drawing tool again. */
  attempt: number
  /** Set while the user chooses the doors to draw the area around. The map then reports clicks instead of drawing. */
  around?: { clicked: Point | undefined } | undefined
}

/** Starts the drawing tool again with the area, or with an empty map. */
export const restart = ({ territory, attempt }: Drawing, area: Area | undefined): Drawing => ({
  ...{ territory, start: area, area, isReady: false, attempt: attempt + 1 },
})

/** A click on the map chooses a block, or fills the hole there. */
export function clickDrawing(drawing: Drawing, at: Point): Drawing {
  const { area, around } = drawing
  if (around) return { ...drawing, around: { clicked: at } }
  const filled = area && fillHoles(area, at)
  return filled && countHoles(filled) < countHoles(area) ? restart(drawing, filled) : drawing
}

interface DrawingPanelProps {
  drawing: Drawing
  territories: readonly TerritoryRowFragment[]
  map: RefObject<MapHandle | null>
  onChange: (drawing: Drawing | undefined) => void
  onSplit: (area: Area) => void
  onDone: (warning: string) => void
}

/** The panel beside the map: the actions for the drawn area, or the choice of the doors to draw it around. */
export function DrawingPanel({ drawing, territories, map, onChange, onSplit, onDone }: DrawingPanelProps) {
  const phone = useIsPhone()
  const { territory, area, isReady, around } = drawing
  if (around)
    return (
      <Suspense>
        <AroundPanel
          clicked={around.clicked}
          bounds={() => map.current?.extent()?.bounds}
          onArea={(drawn) => {
            onChange(restart(drawing, drawn as Area))
            map.current?.fit(boundsOfAreas([drawn]))
          }}
          onCancel={() => onChange(restart(drawing, area))}
        />
      </Suspense>
    )
  const outlines = area ? { holes: countHoles(area), parts: polygonsOf(area).length } : { holes: 0, parts: 1 }
  return (
    <DrawPanel
      area={area}
      hint={describeOutlines(outlines, phone ? 'Tap' : 'Click')}
      territories={territories}
      changedId={territory?.id}
      isFreehand={phone}
      isReady={isReady}
      onAround={() => onChange({ ...drawing, isReady: false, around: { clicked: undefined } })}
      onFillHoles={outlines.holes > 0 ? () => area && onChange(restart(drawing, fillHoles(area))) : undefined}
      onSplit={territory ? undefined : () => area && onSplit(area)}
      onRestart={() => onChange(restart(drawing, undefined))}
      onCancel={() => onChange(undefined)}
      onDone={onDone}
    />
  )
}
