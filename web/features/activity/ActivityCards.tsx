import type { ActivityRowFragment } from '../../gql/graphql.ts'
import { formatLongDay, formatTime } from '../../lib/dates.ts'
import { Card } from '../../ui/Card.tsx'
import { EventDetailsLine, followersOfDay, tenantOf } from './EventFacts.tsx'
import { EventIcon } from './EventIcon.tsx'
import { EventLink } from './EventLink.tsx'

interface ActivityCardsProps {
  events: readonly ActivityRowFragment[]
  /** Names the tenants, for logs of several. */
  withTenant: boolean
}

/** The events as rows of two lines on a phone, below their days. */
export function ActivityCards({ events, withTenant }: ActivityCardsProps) {
  const followers = followersOfDay(events)
  return (
    <Card className="overflow-hidden">
      <ul>
        {events.map((event) => (
          <li key={event.eventId} className="border-t border-line first:border-t-0">
            {!followers.has(event.eventId) && (
              <h2 className="border-b border-line bg-sunken px-4 py-1.5 text-small font-semibold text-ink-2">
                {formatLongDay(event.occurredAt)}
              </h2>
            )}
            <div className="flex min-h-14 items-start gap-3 px-4 py-2">
              <EventIcon event={event} size={32} />
              <div className="min-w-0 flex-1">
                <p className="wrap-anywhere">
                  <EventLink event={event} /> <EventDetailsLine event={event} />
                </p>
                <p className="text-small text-ink-2">
                  {event.actor?.fullName ?? 'Not signed in'}
                  {withTenant && ` · ${tenantOf(event)}`}
                </p>
              </div>
              <time dateTime={event.occurredAt} className="figures text-small text-ink-2">
                {formatTime(event.occurredAt)}
              </time>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}
