import type { ImportOutcome } from '../../gql/graphql.ts'
import { formatCount } from '../../lib/numbers.ts'
import { classNames } from '../../ui/classNames.ts'

export interface Counts {
  created: number
  updated: number
  skipped: number
  unsure: number
  failed: number
}

export const countLabels: Record<keyof Counts, { check: string; done: string; color: string }> = {
  created: { check: 'to create', done: 'created', color: 'text-good' },
  updated: { check: 'to update', done: 'updated', color: 'text-warn' },
  skipped: { check: 'skipped', done: 'skipped', color: 'text-ink' },
  unsure: { check: 'unsure', done: 'unsure', color: 'text-warn' },
  failed: { check: 'with errors', done: 'with errors', color: 'text-bad' },
}

export const outcomeOf = (name: keyof Counts) => name.toUpperCase() as ImportOutcome

interface CountListProps {
  counts: Counts
  /** The outcome whose rows are shown; null for none. */
  shown: keyof Counts | null
  onShow: (outcome: keyof Counts | null) => void
}

/** The rows of a file by what becomes of them; they add up to all rows. Each count shows its rows. */
export function CountList({ counts, shown, onShow }: CountListProps) {
  const names = (Object.keys(countLabels) as (keyof Counts)[]).filter((name) => name !== 'unsure' || counts.unsure > 0)
  return (
    <div role="group" aria-label="Rows" className="grid grid-cols-[repeat(auto-fit,minmax(5.5rem,1fr))] gap-2">
      {names.map((name) => {
        const { check, color } = countLabels[name]
        return (
          <button
            key={name}
            type="button"
            disabled={counts[name] === 0}
            aria-pressed={shown === name}
            onClick={() => onShow(shown === name ? null : name)}
            className="-mx-2 rounded-button px-2 py-1 text-left enabled:hover:bg-hover aria-pressed:bg-sunken"
          >
            <span className={classNames('block text-stat-compact', counts[name] > 0 ? color : 'text-ink-3')}>
              {formatCount(counts[name])}
            </span>
            <span className="block text-small text-ink-2">{check}</span>
          </button>
        )
      })}
    </div>
  )
}
