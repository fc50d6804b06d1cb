import { Check } from 'lucide-react'
import type { KnockOutcome } from '../../gql/graphql.ts'
import { classNames } from '../../ui/classNames.ts'
import { tintClasses } from '../../ui/hues.ts'
import { OutcomeIcon } from '../../domain/OutcomeIcon.tsx'
import { OUTCOMES, type OwnOutcome } from '../../domain/outcomes.ts'
import { lazyPart } from '../../lib/lazyPart.ts'
import type { LastVisit } from './lastVisit.ts'
import type { RecordedKnock } from './useKnocks.ts'

const OwnOutcomes = lazyPart(async () => (await import('./OwnOutcomes.tsx')).OwnOutcomes)

export interface KnockChoicesProps {
  /** Large for a sheet, or compact for the popup. */
  size?: 'large' | 'compact'
  /** The knock that was just logged here: its outcome is marked, and another tap on it undoes the knock. */
  recorded?: RecordedKnock | undefined
  /** What came of the last visit: its tile keeps an edge. */
  lastOutcome?: Pick<LastVisit, 'outcome' | 'ownId'> | undefined
  /** `own` is the company's own outcome that was tapped, which counts as `outcome`. */
  onKnock: (outcome: KnockOutcome, own?: OwnOutcome) => void
}

const GRID_CLASSES = { large: 'gap-2', compact: 'gap-1.5' }
const TILE_CLASSES = {
  // 16 px from 390 px on; on a narrower phone the longest word still fits.
  large:
    'h-[85px] gap-0.5 rounded-phone-card px-[3px] pt-[7px] pb-1 text-[clamp(0.8125rem,4.11vw,1rem)]/[1.0625rem] font-semibold tracking-[-0.02em]',
  compact: 'min-h-17 gap-1 rounded-button px-0.5 pt-1.5 pb-1 text-micro font-[550]',
}
const MARK_SIZES = { large: 36, compact: 28 }

/** The outcomes of a knock as buttons, four in a row, and those of the company below. One tap logs the knock. */
export function KnockChoices({ size = 'large', recorded, lastOutcome, onKnock }: KnockChoicesProps) {
  const last = recorded ?? lastOutcome
  return (
    <>
      <div role="group" aria-label="Log a knock" className={classNames('grid grid-cols-4', GRID_CLASSES[size])}>
        {OUTCOMES.map((display) => {
          const isChosen = recorded?.outcome === display.outcome && !recorded.ownId
          const isLast = last?.outcome === display.outcome && !last.ownId
          return (
            <button
              key={display.outcome}
              type="button"
              aria-pressed={recorded ? isChosen : undefined}
              aria-current={isLast || undefined}
              title={isChosen ? 'Undo' : undefined}
              onClick={() => (isChosen ? recorded.undoByTap() : onKnock(display.outcome))}
              className={classNames(
                // Dark text on a tint stays readable in sunlight.
                'relative flex flex-col items-center justify-start text-center text-ink! transition-[transform,filter] hover:brightness-97 active:scale-97 motion-reduce:active:scale-100',
                TILE_CLASSES[size],
                tintClasses[display.hue],
                isLast && 'ring-2 ring-ink ring-inset',
              )}
            >
              <OutcomeIcon display={display} size={MARK_SIZES[size]} />
              <span className="flex flex-1 items-center">{display.label}</span>
              {isChosen && (
                <span
                  aria-hidden
                  className="absolute -top-1.5 -right-1.5 flex size-5 items-center justify-center rounded-full bg-ink text-on-ink"
                >
                  <Check size={13} strokeWidth={3} />
                </span>
              )}
            </button>
          )
        })}
      </div>
      <OwnOutcomes size={size} recorded={recorded} lastId={last?.ownId} onKnock={onKnock} />
    </>
  )
}
