import type { KnockOutcome } from '../../gql/graphql.ts'
import { classNames } from '../../ui/classNames.ts'
import { tintClasses } from '../../ui/hues.ts'
import { OutcomeIcon } from '../../domain/OutcomeIcon.tsx'
import { OUTCOMES } from '../../domain/outcomes.ts'
import { COMMON_OUTCOME_COUNT } from './outcomes.ts'

interface KnockChoicesProps {
  /** The outcomes as buttons: the common ones in a row, all in two columns, or all in the compact form of the popup. */
  layout: 'row' | 'grid' | 'compact'
  onKnock: (outcome: KnockOutcome) => void
}

const GRID_CLASSES = { row: 'grid-cols-4 gap-2', grid: 'grid-cols-2 gap-2', compact: 'grid-cols-4 gap-1.5' }
const TILE_CLASSES = {
  row: 'min-h-25 flex-col justify-start gap-2 rounded-phone-card px-1 pt-2.5 pb-1.5 text-center text-[0.875rem]/[1.125rem] font-semibold',
  grid: 'min-h-15 gap-3 rounded-phone-card px-2.5 text-left text-[0.9375rem]/5 font-semibold',
  compact: 'min-h-17 flex-col justify-start gap-1 rounded-button px-0.5 pt-1.5 pb-1 text-center text-micro font-[550]',
}
const MARK_SIZES = { row: 44, grid: 38, compact: 28 }

/** The outcomes of a knock as buttons; one tap logs the knock. */
export function KnockChoices({ layout, onKnock }: KnockChoicesProps) {
  return (
    <div role="group" aria-label="Log a knock" className={classNames('grid', GRID_CLASSES[layout])}>
      {(layout === 'row' ? OUTCOMES.slice(0, COMMON_OUTCOME_COUNT) : OUTCOMES).map((display) => (
        <button
          key={display.outcome}
          type="button"
          onClick={() => onKnock(display.outcome)}
          className={classNames(
            // Dark text on a tint stays readable in sunlight.
            'flex items-center text-ink! transition-[transform,filter] hover:brightness-97 active:scale-97 motion-reduce:active:scale-100',
            TILE_CLASSES[layout],
            tintClasses[display.hue],
          )}
        >
          <OutcomeIcon display={display} size={MARK_SIZES[layout]} />
          <span className={layout === 'grid' ? undefined : 'flex flex-1 items-center'}>{display.label}</span>
        </button>
      ))}
    </div>
  )
}
