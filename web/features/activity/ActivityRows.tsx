import type { ReactNode } from 'react'
import type { ActivityRowFragment } from '../../gql/graphql.ts'
import { useIsPhone } from '../../lib/useMediaQuery.ts'
import { Card } from '../../ui/Card.tsx'
import { classNames } from '../../ui/classNames.ts'
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
    <Card>
      <div className="overflow-x-auto rounded-card">
        <table className="w-full text-body">
          <thead>
            <tr className="border-b border-line text-micro text-ink-2">
              <Head className="pl-5">Time</Head>
              <Head>Person</Head>
              <Head>Activity</Head>
              {withTenant && <Head className="pr-5">Tenant</Head>}
            </tr>
          </thead>
          <tbody>
            {events.map((event) => (
              <tr key={event.eventId} className="border-b border-line last:border-0 hover:bg-hover">
                <td className="h-14 py-1.5 pr-3 pl-5 whitespace-nowrap text-ink-2">
                  <EventMoment at={event.occurredAt} />
                </td>
                <td className="px-3">
                  <EventActor event={event} />
                </td>
                <td className="px-3 py-1.5">
                  <EventLink event={event} />
                  <Details event={event} />
                </td>
                {withTenant && <td className="px-3 pr-5 whitespace-nowrap">{tenantOf(event)}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  )
}

function Head({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <th scope="col" className={classNames('px-3 py-2.5 text-left font-[550] whitespace-nowrap', className)}>
      {children}
    </th>
  )
}

/** The lead, house or file, the subject if it is not the actor, the facts of the event, and the API key that was used. */
function Details({ event: { actor, subjectUser, record, data, apiKey } }: { event: ActivityRowFragment }) {
  const about = subjectUser && subjectUser.id !== actor?.id ? [subjectUser.fullName] : []
  const parts = [...about, ...activityFacts(data), ...(apiKey ? [`by API key ${apiKey.name}`] : [])]
  if (parts.length === 0 && !record) return null
  return (
    <span className="block text-small text-ink-2">
      {record && <EventRecordLink record={record} />}
      {record && parts.length > 0 && ' · '}
      {parts.join(' · ')}
    </span>
  )
}
