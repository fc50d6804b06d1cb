import { formatCount, formatRate } from '../lib/numbers.ts'
import { classNames } from '../ui/classNames.ts'
import { MIN_SAMPLE } from './changes.ts'
import { Metric, type MetricQuery } from './Metric.tsx'

interface RateBadgeProps {
  rate: number
  /** The leads that the rate is of, and how many of them were converted. */
  leads: number
  converted: number
  metricQuery: MetricQuery
}

/**
 * A conversion rate in percent: good above 20, fair above 10, otherwise poor (spec §9). Shape and color show the
 * rating. Of fewer than ten leads it is '0 of 3' without a rating. A click lists the events.
 */
export function RateBadge({ rate, leads, converted, metricQuery }: RateBadgeProps) {
  const look = leads < MIN_SAMPLE ? null : ratingOf(rate)
  const text = look ? formatRate(rate) : `${formatCount(converted)} of ${formatCount(leads)}`
  return (
    <span
      className={classNames(
        'relative inline-flex h-[22px] min-w-[62px] items-center justify-between gap-1.5 rounded-badge px-2 text-badge font-semibold figures',
        look?.colors ?? 'bg-sunken text-ink-2',
      )}
    >
      {look && (
        <svg role="img" aria-label={look.label} viewBox="0 0 8 8" width={8} height={8} fill="currentColor">
          <path d={look.shape} />
        </svg>
      )}
      <Metric {...metricQuery} text={text} fills="badge" className="mx-auto" />
    </span>
  )
}

function ratingOf(rate: number) {
  if (rate > 20) return { label: 'good', shape: 'M4 .5 8 7.5H0z', colors: 'bg-good-tint text-good' }
  if (rate > 10) return { label: 'fair', shape: 'M4 0l4 4-4 4-4-4z', colors: 'bg-warn-tint text-warn' }
  return { label: 'poor', shape: 'M4 7.5 0 .5h8z', colors: 'bg-bad-tint text-bad' }
}
