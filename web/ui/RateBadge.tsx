import { formatRate } from '../lib/counts.ts'
import { classNames } from './classNames.ts'
import { Figure, type FigureQuestion } from './Figure.tsx'

/** A conversion rate in percent: above 20 good, above 10 fair, else poor (spec §9), told by shape as well as by colour. `explained` says what a click on it lists. */
export function RateBadge({ rate, explained }: { rate: number; explained?: FigureQuestion }) {
  const look = lookOf(rate)
  return (
    <span
      className={classNames(
        'relative inline-flex h-[22px] min-w-[62px] items-center justify-between gap-1.5 rounded-badge px-2 text-badge font-semibold figures',
        look.colours,
      )}
    >
      <svg role="img" aria-label={look.word} viewBox="0 0 8 8" width={8} height={8} fill="currentColor">
        <path d={look.shape} />
      </svg>
      {explained ? <Figure text={formatRate(rate)} {...explained} inBadge /> : formatRate(rate)}
    </span>
  )
}

function lookOf(rate: number) {
  if (rate > 20) return { word: 'good', shape: 'M4 .5 8 7.5H0z', colours: 'bg-good-tint text-good' }
  if (rate > 10) return { word: 'fair', shape: 'M4 0l4 4-4 4-4-4z', colours: 'bg-warn-tint text-warn' }
  return { word: 'poor', shape: 'M4 7.5 0 .5h8z', colours: 'bg-bad-tint text-bad' }
}
