import { History } from 'lucide-react'
import type { KnockOutcome } from '../../gql/graphql.ts'
import { countOf } from '../../lib/counts.ts'
import { formatDate, formatDay, formatTime } from '../../lib/dates.ts'
import { OutcomeMark } from '../../ui/OutcomeMark.tsx'
import { outcomeLook } from '../../ui/outcomes.ts'
import { latestFirst } from './latestFirst.ts'

/** A knock as the history shows it. */
export interface ShownKnock {
  eventId: string
  outcome: KnockOutcome
  occurredAt: string
  rep: { fullName: string } | null
}

/** Every knock at this door, latest first, as steps of one path. */
export function DoorHistory({ knocks }: { knocks: readonly ShownKnock[] }) {
  const standing = latestFirst(knocks)
  return (
    <section aria-label="Door history">
      <header className="flex items-baseline justify-between">
        <h3 className="text-section">Door history</h3>
        <span className="text-small text-ink-2">{countOf(standing.length, 'knock')}</span>
      </header>
      {standing.length === 0 && <p className="mt-1 text-body text-ink-2">Nobody has knocked here yet.</p>}
      <ol className="mt-1">
        {standing.map((knock, index) => (
          <li key={knock.eventId} className="relative flex items-center gap-3 py-2">
            {index < standing.length - 1 && (
              <span aria-hidden className="absolute top-1/2 left-[15px] h-full w-0.5 bg-line" />
            )}
            <span className="relative flex bg-surface">
              <OutcomeMark look={outcomeLook(knock.outcome)} size={32} quiet />
            </span>
            <span className="min-w-0 flex-1">
              <span className="block text-body font-[550]">{outcomeLook(knock.outcome).label}</span>
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

/** One line: 'Last knock Feb 2 · Nobody home'. */
export function LastKnock({ knocks }: { knocks: readonly ShownKnock[] }) {
  const [last] = latestFirst(knocks)
  return (
    <p className="flex min-w-0 items-center gap-2 text-small text-ink-2">
      <History aria-hidden size={16} className="shrink-0" />
      <span className="truncate">
        {last ? `Last knock ${formatDay(last.occurredAt)} · ${outcomeLook(last.outcome).label}` : 'No knock yet'}
      </span>
    </p>
  )
}
