import { Clock } from 'lucide-react'
import type { Period } from '../../gql/graphql.ts'
import { pluralize } from '../../lib/numbers.ts'
import { Metric } from '../../domain/Metric.tsx'
import { periodPhrase } from './periods.ts'

/** Shows how many of the counted events were recorded late, for example by a phone that was offline. */
export function LateEventsNote({ count, period }: { count: number | undefined; period: Period }) {
  if (!count) return null
  return (
    <p className="flex items-start gap-2 border-t border-line px-5 py-2.5 text-small text-ink-2 max-md:px-4">
      <Clock aria-hidden size={15} className="mt-px shrink-0" />
      <span>
        <Metric
          text={pluralize(count, 'late event')}
          title={`Late events ${periodPhrase(period)}`}
          note="Recorded more than an hour after they happened."
          input={{ figure: 'LATE_EVENTS', period }}
          className="font-semibold text-ink"
        />{' '}
        from the field, counted in the hour they happened.
      </span>
    </p>
  )
}
