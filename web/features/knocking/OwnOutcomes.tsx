import { Check } from 'lucide-react'
import { OutcomeMark } from '../../domain/OutcomeMark.tsx'
import type { OwnOutcome } from '../../domain/outcomes.ts'
import type { KnockOutcome } from '../../gql/graphql.ts'
import { classNames } from '../../ui/classNames.ts'
import { type Hue, tintClasses } from '../../ui/hues.ts'
import type { RecordedKnock } from './useKnocks.ts'
import { useOwnOutcomes } from './useOwnOutcomes.ts'

interface OwnOutcomesProps {
  size: 'large' | 'compact'
  /** The knock that was just logged here. */
  recorded: RecordedKnock | undefined
  /** The id of the outcome of the last visit, whose button keeps an edge. */
  lastId: string | null | undefined
  onKnock: (outcome: KnockOutcome, own: OwnOutcome) => void
}

const ROW_CLASSES = {
  large: '-mx-4 gap-2 overflow-x-auto overscroll-x-contain px-4 py-1 [scrollbar-width:thin]',
  compact: 'flex-wrap gap-1.5',
}
const PILL_CLASSES = {
  large: 'h-12 max-w-60 shrink-0 gap-2 pr-4 pl-2 text-[1rem]/5',
  compact: 'h-8 max-w-full gap-1.5 pr-3 pl-1 text-small',
}
const MARK_SIZES = { large: 32, compact: 24 }

/** The outcomes of the company's own that are in use, in one row that scrolls sideways, or wrapped in the popup; nothing if there are none. */
export function OwnOutcomes({ size, recorded, lastId, onKnock }: OwnOutcomesProps) {
  const own = useOwnOutcomes()
  if (own.length === 0) return null
  return (
    <div
      role="group"
      aria-label="Outcomes of the company"
      className={classNames('mt-2 flex shrink-0', ROW_CLASSES[size])}
    >
      {own.map(({ id, name, mark, color, meaning }) => {
        const isChosen = recorded?.ownId === id
        return (
          <button
            key={id}
            type="button"
            aria-pressed={recorded ? isChosen : undefined}
            aria-current={lastId === id || undefined}
            title={isChosen ? 'Undo' : undefined}
            onClick={() => (isChosen ? recorded.undoByTap() : onKnock(meaning, { id, name }))}
            className={classNames(
              'flex items-center rounded-full font-semibold text-ink! hover:brightness-97 active:scale-97 motion-reduce:active:scale-100',
              PILL_CLASSES[size],
              tintClasses[color.toLowerCase() as Hue],
              lastId === id && 'ring-2 ring-ink ring-inset',
            )}
          >
            <OutcomeMark mark={mark} color={color} size={MARK_SIZES[size]} />
            <span dir="auto" className="truncate">
              {name}
            </span>
            {isChosen && <Check aria-hidden size={16} strokeWidth={3} className="shrink-0" />}
          </button>
        )
      })}
    </div>
  )
}
