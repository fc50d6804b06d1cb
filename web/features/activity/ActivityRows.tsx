import type { ActivityRowFragment } from '../../gql/graphql.ts'
import { useIsPhone } from '../../lib/useMediaQuery.ts'
import { classNames } from '../../ui/classNames.ts'
import { cellClasses, rowClasses, Table } from '../../ui/Table.tsx'
import { EventActor, EventMoment, tenantOf } from './EventFacts.tsx'
import { EventLink } from './EventLink.tsx'
import { EventRecordLink } from './EventRecordLink.tsx'
import { activityFacts } from './activityFacts.ts'

interface ActivityRowsProps {
  events: readonly ActivityRowFragment[]
  /** Adds a tenant column, for logs of several tenants. */
  withTenant: boolean
}

/** The events, newest first, as a table; on a phone as cards. */
export function ActivityRows({ events, withTenant }: ActivityRowsProps) {
  const phone = useIsPhone()
  if (phone) {
    return (
      <ul className="grid gap-3">
        {events.map((event) => (
          <li key={event.eventId} className="rounded-phone-card bg-surface p-4 shadow-card">
            <h2 className="text-section">
              <EventLink event={event} />
            </h2>
            <Details event={event} />
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
  return (
    <Table columns={['Time', 'Person', 'Activity', ...(withTenant ? ['Tenant'] : [])]} actions={false}>
      {events.map((event) => (
        <tr key={event.eventId} className={classNames(rowClasses, 'hover:bg-hover')}>
          <td className={classNames(cellClasses, 'text-ink-2')}>
            <EventMoment at={event.occurredAt} />
          </td>
          <td className={cellClasses}>
            <EventActor event={event} />
          </td>
          {/* Takes the width that the other columns leave, and cuts what is longer. */}
          <td className={classNames(cellClasses, 'w-full max-w-0 min-w-60 truncate')}>
            <EventLink event={event} /> <Details event={event} />
          </td>
          {withTenant && <td className={cellClasses}>{tenantOf(event)}</td>}
        </tr>
      ))}
    </Table>
  )
}

/** The lead, house or file, the subject if it is not the actor, the facts of the event, and the API key that was used. */
function Details({ event: { actor, subjectUser, record, data, apiKey } }: { event: ActivityRowFragment }) {
  const about = subjectUser && subjectUser.id !== actor?.id ? [subjectUser.fullName] : []
  const parts = [...about, ...activityFacts(data), ...(apiKey ? [`by API key ${apiKey.name}`] : [])]
  if (parts.length === 0 && !record) return null
  return (
    <span
      className="text-small text-ink-2 max-md:block md:ml-1.5"
      title={[record?.label, ...parts].filter(Boolean).join(' · ')}
    >
      {record && <EventRecordLink record={record} />}
      {record && parts.length > 0 && ' · '}
      {parts.join(' · ')}
    </span>
  )
}
