import { useQuery, useSubscription } from '@apollo/client/react'
import { type ReactNode, useState } from 'react'
import { ActivityAppendedDocument, ActivityLogDocument, type ActivityRowFragment } from '../../gql/graphql.ts'
import { formatTime, startOfDay } from '../../lib/dates.ts'
import { useThrottledCallback } from '../../lib/useThrottledCallback.ts'
import { useMe } from '../../session/person/MeProvider.tsx'
import { useOpenRecord } from '../../session/records.tsx'
import { Card } from '../../ui/Card.tsx'
import { classNames } from '../../ui/classNames.ts'
import { LoadingOrError } from '../../ui/LoadingOrError.tsx'
import { EventIcon } from './EventIcon.tsx'
import { describeEvent } from './describeEvent.ts'

const SHOWN_COUNT = 10
const REFETCH_THROTTLE_MS = 2000

/** The work of a team. Sign-ins, lookups and map loads are left out. */
const types = [
  'DoorKnocked',
  'KnockWithdrawn',
  'LeadCreated',
  'LeadStatusChanged',
  'LeadRetagged',
  'LeadDeleted',
  'PropertySaved',
  'PropertyEdited',
  'PropertyAssigned',
  'PropertyDeleted',
  'OwnerRefreshed',
  'DataImported',
  'ImportUndone',
  'LettersPrinted',
  'LabelsPrinted',
  'TemplateUploaded',
  'TemplateEdited',
  'TemplateDeleted',
  'TargetSet',
]

/** The latest events of today in the tenant's time zone, updated live. `aside` is to the right of the title. */
export function TodayFeed({ aside }: { aside?: ReactNode }) {
  const { tenant } = useMe()
  const [from] = useState(() => startOfDay(new Date(), tenant?.timeZone).toISOString())
  const { data, error, loading, refetch } = useQuery(ActivityLogDocument, {
    variables: { filter: { types, from, grouped: true }, first: SHOWN_COUNT },
    fetchPolicy: 'cache-and-network',
  })
  const reread = () => void refetch().catch(() => undefined)
  const rereadThrottled = useThrottledCallback(reread, REFETCH_THROTTLE_MS)
  // A global admin who has chosen no tenant cannot subscribe.
  useSubscription(ActivityAppendedDocument, { onData: rereadThrottled, ignoreResults: true, skip: !tenant })
  const events = data?.activityLog.edges.map(({ node }) => node)
  return (
    <Card title="Today" aside={aside}>
      {events && events.length > 0 ? (
        <ul className="px-3 pt-2 pb-3">
          {events.map((event) => (
            <TodayEvent key={event.eventId} event={event} timeZone={tenant?.timeZone} />
          ))}
        </ul>
      ) : events ? (
        <p className="px-5 pt-2 pb-5 text-body text-ink-2">No activity yet today</p>
      ) : (
        <LoadingOrError
          query={{ error, loading, refetch }}
          label="today's activity"
          rows={4}
          cells={['size-8', 'h-3.5 w-56', 'ml-auto h-3.5 w-14']}
          rowClass="h-11 gap-3"
        />
      )}
    </Card>
  )
}

function TodayEvent({ event, timeZone }: { event: ActivityRowFragment; timeZone: string | undefined }) {
  const { openLead, openProperty, openEvent } = useOpenRecord()
  const { record } = event
  const open =
    record?.kind === 'LEAD'
      ? () => openLead(record.id)
      : record?.kind === 'PROPERTY'
        ? () => openProperty(record.id)
        : () => openEvent(event.eventId)
  const content = (
    <>
      <EventIcon event={event} size={32} />
      <span className="min-w-0 flex-1 truncate max-md:contents">
        {event.actor && <span className="min-w-0 font-[550] max-md:col-start-2">{event.actor.fullName}</span>}
        <span aria-hidden className="text-ink-2 max-md:hidden">
          {event.actor && ' · '}
        </span>
        <span
          className={classNames(
            'text-ink-2 max-md:col-start-2 max-md:text-small max-md:text-pretty',
            event.actor && 'max-md:col-span-2 max-md:row-start-2',
          )}
        >
          {describeEvent(event)}
        </span>
      </span>
      <time dateTime={event.occurredAt} className="figures text-small text-ink-2 max-md:col-start-3 max-md:row-start-1">
        {formatTime(event.occurredAt, timeZone)}
      </time>
    </>
  )
  return (
    <li>
      <button
        type="button"
        onClick={open}
        className="flex min-h-11 w-full items-center gap-3 rounded-button px-2 text-left text-body -outline-offset-2 hover:bg-hover max-md:grid max-md:min-h-14 max-md:grid-cols-[2rem_minmax(0,1fr)_auto] max-md:gap-y-0 max-md:py-1.5 max-md:*:first:row-span-2"
      >
        {content}
      </button>
    </li>
  )
}
