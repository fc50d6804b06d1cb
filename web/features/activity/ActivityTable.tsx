import { type ReactNode, useMemo } from 'react'
import type { ActivityOrderField, ActivityRowFragment } from '../../gql/graphql.ts'
import type { Order } from '../../lib/urlOrder.ts'
import { ListTable } from '../../lists/ListTable.tsx'
import { useOpenRecord } from '../../session/records.tsx'
import { Card } from '../../ui/Card.tsx'
import type { TableColumn } from '../../ui/dataTable/tableColumns.ts'
import { activityList, type ActivityRows } from './activityList.ts'
import { EventActor, EventDetailsLine, EventMoment, followersOfDay, tenantOf } from './EventFacts.tsx'
import { EventIcon } from './EventIcon.tsx'
import { EventLink } from './EventLink.tsx'

interface ActivityTableProps {
  rows: ActivityRows
  /** Adds a tenant column, for logs of several tenants. */
  withTenant: boolean
  order: Order<ActivityOrderField>
  onSort: (field: ActivityOrderField) => void
  empty: ReactNode
}

/** The events as a table. */
export function ActivityTable({ withTenant, ...table }: ActivityTableProps) {
  const events = table.rows.rows
  const columns = useMemo(() => {
    const all = columnsOf(followersOfDay(events))
    return withTenant ? all : all.filter(({ id }) => id !== 'tenant')
  }, [events, withTenant])
  return (
    <Card>
      <ListTable {...table} list={activityList} columns={columns} kind="event" onOpen={useOpenRecord().openEvent} />
    </Card>
  )
}

const columnsOf = (followers: Set<string>): readonly TableColumn<ActivityRowFragment, ActivityOrderField>[] => [
  {
    id: 'time',
    label: 'Time',
    field: 'TIME',
    width: 'w-[200px]',
    isFixed: true,
    align: 'right',
    cell: ({ eventId, occurredAt }) => (
      <span className="text-ink-2">
        <EventMoment at={occurredAt} isSameDay={followers.has(eventId)} />
      </span>
    ),
  },
  {
    id: 'person',
    label: 'Person',
    field: 'PERSON',
    width: 'w-[220px]',
    title: ({ actor }) => actor?.fullName,
    cell: (event) => <EventActor event={event} />,
  },
  {
    id: 'activity',
    label: 'Activity',
    field: 'TYPE',
    isFixed: true,
    title: () => undefined,
    cell: (event) => (
      <>
        <span className="mr-2.5 inline-flex align-middle">
          <EventIcon event={event} size={24} />
        </span>
        <EventLink event={event} /> <EventDetailsLine event={event} />
      </>
    ),
  },
  { id: 'tenant', label: 'Tenant', width: 'w-[180px]', title: tenantOf, cell: tenantOf },
]
