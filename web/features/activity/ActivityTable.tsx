import { type ReactNode, useCallback, useEffect, useRef } from 'react'
import type { ActivityOrderField, ActivityRowFragment } from '../../gql/graphql.ts'
import type { Order } from '../../lib/urlOrder.ts'
import { useOpenedRecord, useOpenRecord } from '../../session/records.tsx'
import { useColumnsKey } from '../../session/useColumnsKey.ts'
import { Card } from '../../ui/Card.tsx'
import { DataTable } from '../../ui/dataTable/DataTable.tsx'
import type { TableColumn } from '../../ui/dataTable/tableColumns.ts'
import { EventActor, EventDetailsLine, EventMoment, tenantOf } from './EventFacts.tsx'
import { EventLink } from './EventLink.tsx'

interface ActivityTableProps {
  events: readonly ActivityRowFragment[]
  /** Adds a tenant column, for logs of several tenants. */
  withTenant: boolean
  total: number
  order: Order<ActivityOrderField>
  onSort: (field: ActivityOrderField) => void
  isLoading: boolean
  empty: ReactNode
}

/** The events as a table. */
export function ActivityTable({ events, withTenant, ...rest }: ActivityTableProps) {
  const opened = useOpenedRecord()
  const { openEvent } = useOpenRecord()
  const latest = useRef(openEvent)
  useEffect(() => {
    latest.current = openEvent
  }, [openEvent])
  return (
    <Card>
      <DataTable
        {...rest}
        label="activity"
        columns={withTenant ? allColumns : ownColumns}
        columnsKey={useColumnsKey('activity')}
        rows={events}
        keyOf={idOf}
        openKey={opened?.kind === 'event' ? opened.id : null}
        onOpen={useCallback((id: string) => latest.current(id), [])}
      />
    </Card>
  )
}

const idOf = ({ eventId }: ActivityRowFragment) => eventId

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
