import type { ActivityRowFragment } from '../../gql/graphql.ts'
import { EventActor, EventDetailsLine, EventMoment, tenantOf } from './EventFacts.tsx'
import { EventLink } from './EventLink.tsx'

interface ActivityCardsProps {
  events: readonly ActivityRowFragment[]
  /** Names the tenants, for logs of several. */
  withTenant: boolean
}

/** The events as cards. */
export function ActivityCards({ events, withTenant }: ActivityCardsProps) {
  return (
    <ul className="grid gap-3">
      {events.map((event) => (
        <li key={event.eventId} className="rounded-phone-card bg-surface p-4 shadow-card">
          <h2 className="text-section">
            <EventLink event={event} />
          </h2>
          <EventDetailsLine event={event} />
          <div className="mt-3 flex items-center justify-between gap-3">
            <EventActor event={event} />
          </div>
          <p className="mt-2 text-small text-ink-2">
            <EventMoment at={event.occurredAt} />
            {withTenant && ` · ${tenantOf(event)}`}
          </p>
        </li>
      ))}
    </ul>
  )
}
