import type { ReactNode } from 'react'
import type { ActivityOrderField, ActivityRowFragment } from '../../gql/graphql.ts'
import type { Order } from '../../lib/urlOrder.ts'
import { ListTable } from '../../lists/ListTable.tsx'
import { useOpenRecord } from '../../session/records.tsx'
import { Card } from '../../ui/Card.tsx'
import type { TableColumn } from '../../ui/dataTable/tableColumns.ts'
import { activityList, type ActivityRows } from './activityList.ts'
import { EventActor, EventDetailsLine, EventMoment, tenantOf } from './EventFacts.tsx'
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
export const ActivityTable = ({ withTenant, ...table }: ActivityTableProps) => (
  <Card>
    <ListTable
      {...table}
      list={activityList}
      columns={withTenant ? allColumns : ownColumns}
      kind="event"
      onOpen={useOpenRecord().openEvent}
    />
  </Card>
)

const allColumns: readonly TableColumn<ActivityRowFragment, ActivityOrderField>[] = [
  {
    id: 'time',
    label: 'Time',
    field: 'TIME',
    width: 'w-[200px]',
    isFixed: true,
    cell: ({ occurredAt }) => (
      <span className="text-ink-2">
        <EventMoment at={occurredAt} />
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
        <EventLink event={event} /> <EventDetailsLine event={event} />
      </>
    ),
  },
  { id: 'tenant', label: 'Tenant', width: 'w-[180px]', title: tenantOf, cell: tenantOf },
]
const ownColumns = allColumns.filter(({ id }) => id !== 'tenant')
