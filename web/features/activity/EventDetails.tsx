import { useQuery } from '@apollo/client/react'
import type { ReactNode } from 'react'
import { activityDisplay, groupTypes } from '../../domain/activityTypes.ts'
import { ActivityLogDocument, type ActivityRowFragment } from '../../gql/graphql.ts'
import { formatCount } from '../../lib/numbers.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadingOrError } from '../../ui/LoadingOrError.tsx'
import { activityFacts } from './activityFacts.ts'
import { EventActor, EventMoment, tenantOf } from './EventFacts.tsx'
import { EventRecordLink } from './EventRecordLink.tsx'
import { GroupedEvents } from './GroupedEvents.tsx'

interface EventDetailsProps {
  id: string
  /** What the user can do about the event. */
  actionsFor?: (event: ActivityRowFragment) => ReactNode
}

/** One event of the log: who did what, when, and to which record. */
export function EventDetails({ id, actionsFor }: EventDetailsProps) {
  const { data, error, loading, refetch } = useQuery(ActivityLogDocument, {
    variables: { filter: { eventId: id }, first: 1 },
  })
  if (!data) return <LoadingOrError query={{ error, loading, refetch }} label="event" rows={5} className="p-5" />
  const event = data.activityLog.edges[0]?.node
  if (!event) return <EmptyState title="No such event" hint="It may be in the log of another tenant." />
  const { icon: Icon, label } = activityDisplay(event.type)
  return (
    <div className="px-4 pt-4 pb-6 md:px-5">
      <h2 className="flex items-center gap-3 text-section">
        <span className="flex size-8 shrink-0 items-center justify-center rounded-button bg-sunken text-ink-2">
          <Icon aria-hidden size={16} />
        </span>
        {label}
      </h2>
      <dl className="mt-4 grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-3 border-t border-line pt-4 text-body">
        <Fact name="Happened">
          <EventMoment at={event.occurredAt} />
        </Fact>
        <Fact name="Recorded">
          <EventMoment at={event.recordedAt} />
        </Fact>
        <Fact name="Person">
          <EventActor event={event} />
        </Fact>
        {event.subjectUser && <Fact name="Account">{event.subjectUser.fullName}</Fact>}
        {event.record && (
          <Fact name="Record">
            <EventRecordLink record={event.record} />
          </Fact>
        )}
        {event.deletedAddress !== null && <Fact name="Deleted Property">{event.deletedAddress}</Fact>}
        {activityFacts(event).map(({ name, label: factLabel, value }) => (
          <Fact key={name} name={factLabel}>
            {value}
          </Fact>
        ))}
        {event.apiKey && <Fact name="API Key">{event.apiKey.name}</Fact>}
        <Fact name="Log">
          {tenantOf(event)}, no. {formatCount(event.position)}
        </Fact>
      </dl>
      {groupTypes.includes(event.type) && <GroupedEvents groupId={event.eventId} />}
      {actionsFor?.(event)}
    </div>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-2">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </>
  )
}
