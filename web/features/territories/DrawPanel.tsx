import { useQuery } from '@apollo/client/react'
import { Check, RotateCcw, X } from 'lucide-react'
import { TerritoryPreviewDocument, type TerritoryRowFragment } from '../../gql/graphql.ts'
import { errorMessage } from '../../lib/errors.ts'
import { useDebouncedValue } from '../../lib/useDebouncedValue.ts'
import { Button } from '../../ui/Button.tsx'
import { describeOverlaps, describePreview } from './territoryTexts.ts'

const DEBOUNCE_MS = 250

interface DrawPanelProps {
  /** Undefined until the outline has three corners. */
  area: object | undefined
  territories: readonly TerritoryRowFragment[]
  /** The territory whose area is changed. */
  changedId: string | undefined
  isFreehand: boolean
  onRestart: () => void
  onCancel: () => void
  /** Called with what the area overlaps. */
  onDone: (overlaps: string) => void
}

/** What the area that is drawn contains and overlaps, as it changes, and what to do with it. */
export function DrawPanel({ area, territories, changedId, isFreehand, onRestart, onCancel, onDone }: DrawPanelProps) {
  const drawn = useDebouncedValue(area ?? null, DEBOUNCE_MS)
  const { data, previousData, error } = useQuery(TerritoryPreviewDocument, {
    variables: { area: drawn },
    skip: !drawn,
    fetchPolicy: 'no-cache',
    context: { isBackground: true },
  })
  const preview = drawn ? (data ?? previousData)?.territoryPreview : undefined
  const overlaps = preview ? describeOverlaps(preview.overlaps, territories, changedId) : ''
  const problem =
    drawn && error ? errorMessage(error, 'The doors cannot be counted now.').replace(placePattern, '') : ''
  const instruction = isFreehand
    ? 'Draw around the doors with one finger. Two fingers move the map.'
    : 'Click the corners, and the last one twice. Then drag corners to change the area.'
  return (
    <div className="rounded-card bg-surface p-4 shadow-map">
      <div role="status" className="min-h-10">
        <p className="figures font-[600]">{preview ? describePreview(preview) : 'Draw an area'}</p>
        <p className="text-small text-ink-2">{problem || overlaps || (area ? '' : instruction)}</p>
      </div>
      <div className="mt-3 flex justify-end gap-2 whitespace-nowrap max-md:[&_svg]:hidden">
        <Button size="large" icon={<X aria-hidden size={16} />} onClick={onCancel}>
          Cancel
        </Button>
        <Button size="large" icon={<RotateCcw aria-hidden size={16} />} disabled={!area} onClick={onRestart}>
          Start Over
        </Button>
        <Button
          size="large"
          variant="primary"
          icon={<Check aria-hidden size={16} />}
          disabled={!preview || problem !== ''}
          onClick={() => onDone(overlaps)}
        >
          Use Area
        </Button>
      </div>
    </div>
  )
}

/** The place in the GeoJSON, which the user has not written. */
const placePattern = /^area[\w.]{0,60}: /
