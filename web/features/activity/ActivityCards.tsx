import { Fragment } from 'react'
import { streetOf } from '../../domain/streetOf.ts'
import type { ActivityRowFragment } from '../../gql/graphql.ts'
import { formatDate, formatTime } from '../../lib/dates.ts'
import { useOpenRecord } from '../../session/records.tsx'
import { Card } from '../../ui/Card.tsx'
import { actorName } from './actorName.ts'
import { nameOfEvent } from './describeEvent.ts'
import { eventFactsOf, tenantOf } from './EventFacts.tsx'
import { EventIcon } from './EventIcon.tsx'
import type { LogRow } from './logRows.ts'
import { describeLookUps, LookUps } from './LookUps.tsx'

interface ActivityCardsProps {
  rows: readonly LogRow[]
  opened: ReadonlySet<string>
  onToggle: (key: string) => void
  /** Whether the rows are below their days. */
  isBelowDay: boolean
  /** Names the tenants, for logs of several. */
  withTenant: boolean
}

/** The events as rows of 56 px on a phone. A tap opens one. */
export function ActivityCards({ rows, opened, onToggle, isBelowDay, withTenant }: ActivityCardsProps) {
  const { openEvent } = useOpenRecord()
  return (
    <Card className="overflow-hidden">
      <ul>
        {rows.map(({ key, event, lookUps, day }) => (
          <li key={key} className="border-t border-line first:border-t-0">
            {day && (
              <h2 className="border-b border-line bg-sunken px-4 py-1.5 text-small font-semibold text-ink-2">{day}</h2>
            )}
            {lookUps ? (
              <div className="overflow-hidden px-4">
                <LookUps lookUps={lookUps} isOpen={opened.has(key)} onToggle={() => onToggle(key)}>
                  <span className="ml-1.5 truncate text-small text-ink-2">{describeLookUps(lookUps)}</span>
                </LookUps>
              </div>
            ) : (
              <button
                type="button"
                onClick={() => openEvent(event.eventId)}
                className="flex min-h-14 w-full items-center gap-3 px-4 py-1.5 text-left -outline-offset-2"
              >
                <EventIcon event={event} size={32} />
                <span className="min-w-0 flex-1">
                  <span className="flex items-baseline gap-2">
                    <span className="min-w-0 flex-1 truncate font-semibold">{nameOfEvent(event)}</span>
                    <time dateTime={event.occurredAt} className="figures text-small text-ink-2">
                      <span className={isBelowDay ? 'sr-only' : undefined}>{formatDate(event.occurredAt)}, </span>
                      {formatTime(event.occurredAt)}
                    </time>
                  </span>
                  <span className="block truncate text-small text-ink-2">
                    {partsOf(event, withTenant).map((part, index) => (
                      <Fragment key={index}>
                        {index > 0 && ' · '}
                        {part}
                      </Fragment>
                    ))}
                  </span>
                </span>
              </button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}

const partsOf = (event: ActivityRowFragment, withTenant: boolean): string[] => [
  ...(event.record ? [streetOf(event.record.label)] : []),
  actorName(event),
  ...eventFactsOf(event),
  ...(withTenant ? [tenantOf(event)] : []),
]
