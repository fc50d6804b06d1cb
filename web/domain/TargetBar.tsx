import { classNames } from '../ui/classNames.ts'
import { describePace, type Pace } from './targetPace.ts'

/** The progress of a target as a bar; a line across it marks the pace. */
export function TargetBar({ progress, value, pace }: { progress: number; value: number; pace: Pace | null }) {
  return (
    <div aria-hidden className="relative h-2 rounded-full bg-sunken">
      <div
        style={{ width: `${Math.min(100, (100 * progress) / value)}%` }}
        className="h-full rounded-full bg-series-1"
      />
      {pace && (
        <span
          data-testid="pace"
          style={{ left: `${(100 * pace.expected) / value}%` }}
          className="absolute -top-[3px] h-3.5 w-0.5 -translate-x-1/2 bg-ink ring-[1.5px] ring-surface"
        />
      )}
    </div>
  )
}

/** '4 ahead of pace', '2 behind pace' or 'Even with pace'. */
export function PaceText({ pace, progress }: { pace: Pace; progress: number }) {
  const { lead, rest, ahead } = describePace(pace, progress)
  return (
    <span>
      <b className={classNames('figures', ahead > 0 ? 'text-good' : ahead < 0 ? 'text-bad' : 'text-ink')}>{lead}</b>{' '}
      {rest}
    </span>
  )
}
