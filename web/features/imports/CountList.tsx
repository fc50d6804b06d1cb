import type { ReactNode } from 'react'
import type { ImportOutcome } from '../../gql/graphql.ts'
import { formatCount } from '../../lib/numbers.ts'
import { Card } from '../../ui/Card.tsx'
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
  /** The outcome whose rows are shown; null for those that need the user. */
  shown: keyof Counts | null
  onShow: (outcome: keyof Counts | null) => void
  /** At the end of the strip. */
  children: ReactNode
}

const numberClasses = 'block text-stat-compact'
const partClasses =
  'min-w-30 flex-1 border-line px-5 py-3 text-left not-first:border-l max-md:min-w-[50%] max-md:border-t max-md:px-4 max-md:py-2 max-md:not-first:border-l-0'

/** The rows of a file by what becomes of them, which add up to all rows, as a strip. Each count shows its rows. */
export function CountList({ counts, shown, onShow, children }: CountListProps) {
  const names = (Object.keys(countLabels) as (keyof Counts)[]).filter((name) => name !== 'unsure' || counts.unsure > 0)
  return (
    <Card className="flex flex-wrap items-stretch overflow-hidden">
      <p className={partClasses}>
        <span className={numberClasses}>{formatCount(names.reduce((sum, name) => sum + counts[name], 0))}</span>
        <span className="block text-small text-ink-2">rows in the file</span>
      </p>
      {names.map((name) => {
        const { check, color } = countLabels[name]
        return (
          <button
            key={name}
            type="button"
            disabled={counts[name] === 0}
            aria-pressed={shown === name}
            onClick={() => onShow(shown === name ? null : name)}
            className={classNames(
              partClasses,
              '-outline-offset-2 enabled:hover:bg-hover aria-pressed:bg-sunken aria-pressed:shadow-[inset_0_-2px_0_var(--color-accent)]',
            )}
          >
            <span className={classNames(numberClasses, counts[name] > 0 ? color : 'text-ink-3')}>
              {formatCount(counts[name])}
            </span>
            <span className="block text-small text-ink-2">{check}</span>
          </button>
        )
      })}
      <div
        className={classNames(
          partClasses,
          'flex flex-[1.6] flex-wrap items-center justify-end gap-x-4 gap-y-2 text-small text-ink-2',
        )}
      >
        {children}
      </div>
    </Card>
  )
}
