import type { ReactNode } from 'react'
import { streetOf } from '../../domain/streetOf.ts'
import { isUndoable } from '../../domain/undoableKnocks.ts'
import { OutcomeIcon } from '../../domain/OutcomeIcon.tsx'
import { outcomeDisplay } from '../../domain/outcomes.ts'
import { formatDate, formatDay, formatLongDay, formatTime } from '../../lib/dates.ts'
import { pluralize } from '../../lib/numbers.ts'
import { useOpenRecord } from '../../session/records.tsx'
import { useNow } from '../../lib/useNow.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import type { Hue } from '../../ui/hues.ts'
import type { Point } from '../../lib/distance.ts'
import { periodPhrase } from './periods.ts'
import type { RepSummary } from './useRepSummary.ts'

/** The best days and streaks of all time. */
export function RepRecords({ summary: { records } }: { summary: RepSummary }) {
  const { mostDoors, mostLeads, longestStreak, currentStreak } = records
  // The day is a date without a time, which must not move with the time zone.
  const on = (day: string) => formatDate(`${day}T12:00:00Z`, 'UTC')
  return (
    <Card title="Records" aside="all time">
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

interface RepRecentWorkProps {
  summary: RepSummary
  /** Undoes a knock. Absent for a rep whose work the user cannot change. */
  onUndo?: ((knock: RepSummary['recentKnocks'][number]) => void) | undefined
  /** Draws the way of the latest day. */
  drawRoute: (stops: readonly Stop[], label: string) => ReactNode
}

interface Stop extends Point {
  id: string
  hue: Hue
}

/** The latest doors of the period, and the way of the latest day on the map. A row opens the property. */
export function RepRecentWork({ summary, onUndo, drawRoute }: RepRecentWorkProps) {
  const { recentKnocks, timeZone, period } = summary
  const { openProperty } = useOpenRecord()
  const now = new Date(useNow())
  const today = formatLongDay(now, timeZone)
  const dayOf = ({ occurredAt }: RepSummary['recentKnocks'][number]) => formatLongDay(occurredAt, timeZone)
  const latestDay = recentKnocks[0] && dayOf(recentKnocks[0])
  const ofLatestDay = recentKnocks.filter((knock) => dayOf(knock) === latestDay)
  const stops = ofLatestDay.toReversed().flatMap(({ eventId, lat, lng, outcome }): Stop[] => {
    return lat === null || lng === null ? [] : [{ id: eventId, lat, lng, hue: outcomeDisplay(outcome).hue }]
  })
  return (
    <Card title="Recent Work" aside={latestDay && pluralize(ofLatestDay.length, 'door')}>
      {stops.length > 0 && (
        <figure className="mt-3">
          {drawRoute(stops, `The way from door to door, ${latestDay}`)}
          <figcaption className="px-5 pt-2 text-small text-ink-2 max-md:px-4">{latestDay}</figcaption>
        </figure>
      )}
      <ol className="max-h-90 overflow-y-auto px-2 pt-2 pb-3">
        {recentKnocks.map((knock) => {
          const { eventId, outcome, outcomeName, occurredAt, propertyId, address } = knock
          const display = outcomeDisplay(outcome)
          const isToday = formatLongDay(occurredAt, timeZone) === today
          const content = (
            <>
              <OutcomeIcon display={display} size={26} />
              <span className="min-w-0 flex-1 text-left">
                <span className="block truncate font-[550]" title={address ?? undefined}>
                  {address ? streetOf(address) : 'Deleted property'}
                </span>
                <span className="block truncate text-small text-ink-2">{outcomeName}</span>
              </span>
              <span className="figures text-small whitespace-nowrap text-ink-2">
                {isToday ? formatTime(occurredAt, timeZone) : formatDay(occurredAt, timeZone)}
              </span>
            </>
          )
          const shape = 'flex min-h-12 w-full min-w-0 items-center gap-3 rounded-button px-3'
          return (
            <li key={eventId} className="flex items-center">
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
              {onUndo && propertyId && isUndoable(knock, now) && (
                <Button
                  variant="quiet"
                  aria-label={`Undo ${display.label}, ${streetOf(address ?? '')}`}
                  onClick={() => onUndo(knock)}
                >
                  Undo
                </Button>
              )}
            </li>
          )
        })}
        {recentKnocks.length === 0 && <li className="px-3 py-2 text-ink-2">No doors {periodPhrase(period)}.</li>}
      </ol>
    </Card>
  )
}
