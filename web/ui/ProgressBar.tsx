import { formatCount } from '../lib/numbers.ts'

interface ProgressBarProps {
  done: number
  /** Null while unknown. */
  total: number | null
  /** What is counted: 'letters'. */
  unit: string
}

/** A progress bar with '62 of 100 letters' next to it. */
export function ProgressBar({ done, total, unit }: ProgressBarProps) {
  return (
    <div className="flex items-center gap-4">
      <div
        role="progressbar"
        aria-label={unit}
        aria-valuemin={0}
        aria-valuemax={total ?? undefined}
        aria-valuenow={total === null ? undefined : done}
        className="h-1.5 flex-1 overflow-hidden rounded-full bg-sunken"
      >
        <div
          className="h-full rounded-full bg-accent transition-[width]"
          style={{ width: total ? `${Math.min(100, (100 * done) / total)}%` : 0 }}
        />
      </div>
      <p className="figures text-small text-ink-2">
        {total === null ? `Preparing ${unit}` : `${formatCount(done)} of ${formatCount(total)} ${unit}`}
      </p>
    </div>
  )
}
