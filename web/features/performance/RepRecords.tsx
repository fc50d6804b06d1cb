import { OutcomeIcon } from '../../domain/OutcomeIcon.tsx'
import { outcomeDisplay } from '../../domain/outcomes.ts'
import { formatDate, formatDay, formatLongDay, formatTime } from '../../lib/dates.ts'
import { pluralize } from '../../lib/numbers.ts'
import { useOpenRecord } from '../../session/records.tsx'
import { useNow } from '../../lib/useNow.ts'
import { Card } from '../../ui/Card.tsx'
import { periodPhrase } from './periods.ts'
import type { RepSummary } from './useRepSummary.ts'

/** The best days and streaks of all time. */
export function RepRecords({ summary: { records }, className }: { summary: RepSummary; className?: string }) {
  const { mostDoors, mostLeads, longestStreak, currentStreak } = records
  // The day is a date without a time, which must not move with the time zone.
  const on = (day: string) => formatDate(`${day}T12:00:00Z`, 'UTC')
  return (
    <Card title="Records" aside="all time" className={className}>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-4 px-5 pt-3 pb-5 max-md:px-4">
        <Item
          label="Most doors in a day"
          value={mostDoors && pluralize(mostDoors.count, 'door')}
          note={mostDoors && on(mostDoors.day)}
        />
        <Item
          label="Most leads in a day"
          value={mostLeads && pluralize(mostLeads.count, 'lead')}
          note={mostLeads && on(mostLeads.day)}
        />
        <Item label="Longest streak" value={pluralize(longestStreak, 'day')} note="weekends off do not end it" />
        <Item label="Current streak" value={pluralize(currentStreak, 'day')} note={null} />
      </dl>
    </Card>
  )
}

function Item({ label, value, note }: { label: string; value: string | null; note: string | null }) {
  return (
    <div className="flex flex-col">
      <dt className="text-small text-ink-2">{label}</dt>
      <dd>
        <span className="block text-section font-semibold">{value ?? '–'}</span>
        {note && <span className="text-small text-ink-2">{note}</span>}
      </dd>
    </div>
  )
}

/** The latest doors of the period. A row opens the property. */
export function RepRecentWork({ summary, className }: { summary: RepSummary; className?: string }) {
  const { recentKnocks, timeZone, period } = summary
  const { openProperty } = useOpenRecord()
  const today = formatLongDay(useNow(60_000), timeZone)
  return (
    <Card title="Recent Work" className={className}>
      <ol className="max-h-90 overflow-y-auto px-2 pt-2 pb-3">
        {recentKnocks.map(({ eventId, outcome, occurredAt, propertyId, address }) => {
          const display = outcomeDisplay(outcome)
          const isToday = formatLongDay(occurredAt, timeZone) === today
          const content = (
            <>
              <OutcomeIcon display={display} size={26} />
              <span className="min-w-0 flex-1 text-left">
                <span className="block truncate font-[550]">{address ?? 'Deleted property'}</span>
                <span className="block text-small text-ink-2">{display.label}</span>
              </span>
              <span className="figures text-small whitespace-nowrap text-ink-2">
                {isToday ? formatTime(occurredAt, timeZone) : formatDay(occurredAt, timeZone)}
              </span>
            </>
          )
          const shape = 'flex min-h-12 w-full items-center gap-3 rounded-button px-3'
          return (
            <li key={eventId}>
              {propertyId ? (
                <button
                  type="button"
                  onClick={() => openProperty(propertyId)}
                  className={`${shape} hover:bg-hover -outline-offset-2`}
                >
                  {content}
                </button>
              ) : (
                <span className={shape}>{content}</span>
              )}
            </li>
          )
        })}
        {recentKnocks.length === 0 && <li className="px-3 py-2 text-ink-2">No doors {periodPhrase(period)}.</li>}
      </ol>
    </Card>
  )
}
