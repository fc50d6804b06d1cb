import type { KnockSummaryFragment } from '../../gql/graphql.ts'
import { pluralize } from '../../lib/numbers.ts'
import { describeTimeZone, formatDate, formatTime } from '../../lib/dates.ts'
import { OutcomeIcon } from '../../domain/OutcomeIcon.tsx'
import { outcomeDisplay } from '../../domain/outcomes.ts'
import { sortLatestFirst } from './sortLatestFirst.ts'

/** All knocks at a property, latest first. The map on a phone has no footer, so the time zone is named here. */
export function KnockHistory({ knocks }: { knocks: readonly KnockSummaryFragment[] }) {
  const sortedKnocks = sortLatestFirst(knocks)
  return (
    <section aria-label="Door history">
      <header className="flex items-baseline justify-between">
        <h3 className="text-section">Door history</h3>
        <span className="text-small text-ink-2">{pluralize(sortedKnocks.length, 'knock')}</span>
      </header>
      {sortedKnocks.length > 0 && <p className="text-micro text-ink-2">Times are in {describeTimeZone()}</p>}
      {sortedKnocks.length === 0 && <p className="mt-1 text-body text-ink-2">No knocks yet.</p>}
      <ol className="mt-1">
        {sortedKnocks.map((knock, index) => (
          <li key={knock.eventId} className="relative flex items-center gap-3 py-2">
            {index < sortedKnocks.length - 1 && (
              <span aria-hidden className="absolute top-1/2 left-[15px] h-full w-0.5 bg-line" />
            )}
            <span className="relative flex bg-surface">
              <OutcomeIcon display={outcomeDisplay(knock.outcome)} size={32} isTinted />
            </span>
            <span className="min-w-0 flex-1">
              <span className="block text-body font-[550]">{outcomeDisplay(knock.outcome).label}</span>
              <span className="block truncate text-small text-ink-2">
                {formatTime(knock.occurredAt)}
                {knock.rep && ` · ${knock.rep.fullName}`}
              </span>
            </span>
            <time dateTime={knock.occurredAt} className="figures text-small text-ink-2">
              {formatDate(knock.occurredAt)}
            </time>
          </li>
        ))}
      </ol>
    </section>
  )
}
