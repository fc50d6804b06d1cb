import { useQuery } from '@apollo/client/react'
import { Check, LassoSelect, RotateCcw, Split, X } from 'lucide-react'
import { TerritoryPreviewDocument, type TerritoryRowFragment } from '../../gql/graphql.ts'
import { errorMessage } from '../../lib/errors.ts'
import { useDebouncedValue } from '../../lib/useDebouncedValue.ts'
import { Button } from '../../ui/Button.tsx'
import { describeChanges, describeOverlaps, describePreview } from './territoryTexts.ts'

const DEBOUNCE_MS = 250

interface DrawPanelProps {
  /** Undefined until the outline has three corners. */
  area: object | undefined
  /** What the tool does with the holes and the parts of the area; empty without any. */
  hint: string
  territories: readonly TerritoryRowFragment[]
  /** The territory whose area is changed. */
  changedId: string | undefined
  isFreehand: boolean
  /** The map takes strokes. Before, they would be lost. */
  isReady: boolean
  onRestart: () => void
  onCancel: () => void
  /** Called with what changes for whom, and what the area overlaps. */
  onDone: (warning: string) => void
  /** Draws an area around doors. */
  onAround: () => void
  /** Undefined for an area without holes. */
  onFillHoles?: (() => void) | undefined
  /** Divides the area; undefined for that of a territory. */
  onSplit?: (() => void) | undefined
}

/** What the area that is drawn contains and overlaps, as it changes, and what to do with it. */
export function DrawPanel({ area, territories, changedId, hint, isFreehand, isReady, ...props }: DrawPanelProps) {
  const drawn = useDebouncedValue(area ?? null, DEBOUNCE_MS)
  const { data, previousData, error } = useQuery(TerritoryPreviewDocument, {
    variables: { area: drawn, territoryId: changedId ?? null },
    skip: !drawn,
    fetchPolicy: 'no-cache',
    context: { isBackground: true },
  })
  const preview = drawn ? (data ?? previousData)?.territoryPreview : undefined
  // While the next count loads, the previous one is shown. The area cannot be saved until its own count has loaded, and the tool, which
  // rounds the corners.
  const isCounted = isReady && drawn !== null && drawn === area && data !== undefined
  const warning = preview
    ? [describeChanges(preview.changes), describeOverlaps(preview.overlaps, territories)].filter(Boolean).join(' ')
    : ''
  const problem =
    drawn && error ? errorMessage(error, 'The doors cannot be counted now.').replace(placePattern, '') : ''
  const heading = isReady ? 'Draw an area' : 'Loading the drawing tool...'
  const instruction = isFreehand
    ? 'Draw around the doors with one finger. Two fingers move the map.'
    : 'Click the corners, and the last one twice. Then drag corners to change the area.'
  return (
    <div className="rounded-card bg-surface p-4 shadow-map">
      <div role="status" className="min-h-10">
        <p className="figures font-[600]">{preview ? describePreview(preview) : heading}</p>
        <p className="text-small text-ink-2">{problem || warning || (area || !isReady ? '' : instruction)}</p>
        {area && <p className="text-small text-ink-2">{isReady ? hint : 'Loading the drawing tool...'}</p>}
      </div>
      <div className="mt-3 flex flex-wrap justify-end gap-2 whitespace-nowrap max-md:*:flex-1 max-md:*:px-2 max-md:[&_svg]:hidden">
        {props.onFillHoles && (
          <Button size="large" onClick={props.onFillHoles}>
            Fill Holes
          </Button>
        )}
        {!area && (
          <Button size="large" icon={LassoSelect} onClick={props.onAround} className="max-md:basis-full!">
            Around Doors...
          </Button>
        )}
        {area && props.onSplit && (
          <Button
            size="large"
            icon={Split}
            disabled={!isCounted}
            onClick={props.onSplit}
            className="max-md:basis-full!"
          >
            Split Evenly
          </Button>
        )}
        <Button size="large" icon={X} onClick={props.onCancel}>
          Cancel
        </Button>
        <Button size="large" icon={RotateCcw} disabled={!area} onClick={props.onRestart}>
          Start Over
        </Button>
        <Button size="large" variant="primary" icon={Check} disabled={!isCounted} onClick={() => props.onDone(warning)}>
          Use Area
        </Button>
      </div>
    </div>
  )
}

/** The place in the GeoJSON, which the user has not written. */
const placePattern = /^area[\w.]{0,60}: /
