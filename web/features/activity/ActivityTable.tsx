import { type ReactNode, useMemo } from 'react'
import type { ActivityOrderField } from '../../gql/graphql.ts'
import type { Order } from '../../lib/urlOrder.ts'
import { ListTable } from '../../lists/ListTable.tsx'
import { useOpenRecord } from '../../session/records.tsx'
import { Card } from '../../ui/Card.tsx'
import type { TableColumn } from '../../ui/dataTable/tableColumns.ts'
import { activityList, type ActivityRows } from './activityList.ts'
import { nameOfEvent } from './describeEvent.ts'
import { detailsOf, EventActor, EventMoment, EventSubject, subjectOf, tenantOf } from './EventFacts.tsx'
import { EventIcon } from './EventIcon.tsx'
import { EventLink } from './EventLink.tsx'
import type { LogRow } from './logRows.ts'
import { countPeople, describeLookUps, LookUps } from './LookUps.tsx'

interface ActivityTableProps {
  list: ActivityRows
  rows: readonly LogRow[]
  /** The keys of the rows whose look-ups are shown. */
  opened: ReadonlySet<string>
  onToggle: (key: string) => void
  /** Adds a tenant column, for logs of several tenants. */
  withTenant: boolean
  order: Order<ActivityOrderField>
  onSort: (field: ActivityOrderField) => void
  empty: ReactNode
}

const keyOf = ({ key }: LogRow) => key
const headingOf = ({ day }: LogRow, span: number) =>
  day && (
    <tr data-heading>
      <th
        scope="rowgroup"
        colSpan={span}
        className="h-8 border-b border-line bg-sunken px-5 text-left text-small font-semibold text-ink-2"
      >
        {day}
      </th>
    </tr>
  )

/** The events as a table, below their days. */
export function ActivityTable({ list, rows, opened, onToggle, withTenant, ...table }: ActivityTableProps) {
  const { openEvent } = useOpenRecord()
  const isBelowDay = table.order.field === 'TIME'
  const columns = useMemo(() => {
    const all = columnsOf({ opened, onToggle, isBelowDay })
    return withTenant
      ? all.map((column) => (column.id === 'details' ? { ...column, width: 'w-[15%]' } : column))
      : all.filter(({ id }) => id !== 'tenant')
  }, [opened, onToggle, isBelowDay, withTenant])
  return (
    <Card>
      <ListTable
        {...table}
        {...{ columns, headingOf }}
        list={{ feature: activityList.feature, keyOf }}
        rows={{
          ...list,
          rows,
          onRowsRendered: (first, last) => list.onRowsRendered(rows[first]?.first ?? 0, rows[last]?.last ?? 0),
        }}
        kind="event"
        onOpen={(key) => (rows.some((row) => row.key === key && row.lookUps) ? onToggle(key) : openEvent(key))}
      />
    </Card>
  )
}

interface ColumnsOptions extends Pick<ActivityTableProps, 'opened' | 'onToggle'> {
  isBelowDay: boolean
}

const columnsOf = ({
  opened,
  onToggle,
  isBelowDay,
}: ColumnsOptions): readonly TableColumn<LogRow, ActivityOrderField>[] => [
  {
    id: 'person',
    label: 'Person',
    field: 'PERSON',
    width: 'w-[21%]',
    title: ({ event, lookUps }) => (lookUps ? undefined : event.actor?.fullName),
    cell: ({ event, lookUps }) => {
      const people = lookUps ? countPeople(lookUps) : 1
      return people > 1 ? <span className="text-ink-2">{people} people</span> : <EventActor event={event} />
    },
  },
  {
    id: 'activity',
    label: 'Activity',
    field: 'TYPE',
    width: 'w-[23%]',
    isFixed: true,
    title: ({ event, lookUps }) => (lookUps ? undefined : nameOfEvent(event)),
    cell: ({ key, event, lookUps }) =>
      lookUps ? (
        <LookUps lookUps={lookUps} isOpen={opened.has(key)} onToggle={() => onToggle(key)} />
      ) : (
        <>
          <span className="mr-2.5 inline-flex align-middle">
            <EventIcon event={event} size={24} />
          </span>
          <EventLink event={event} />
        </>
      ),
  },
  {
    id: 'about',
    label: 'About',
    title: ({ event, lookUps }) => (lookUps ? undefined : subjectOf(event)),
    cell: ({ event, lookUps }) => (lookUps ? null : <EventSubject event={event} />),
  },
  {
    id: 'details',
    label: 'Details',
    width: 'w-[26%]',
    title: ({ event, lookUps }) => (lookUps ? describeLookUps(lookUps) : detailsOf(event)) || undefined,
    cell: ({ event, lookUps }) => (
      <span className="text-ink-2">{lookUps ? describeLookUps(lookUps) : detailsOf(event)}</span>
    ),
  },
  {
    id: 'tenant',
    label: 'Tenant',
    width: 'w-[13%]',
    title: ({ event }) => tenantOf(event),
    cell: ({ event, lookUps }) => (lookUps ? null : tenantOf(event)),
  },
  {
    id: 'time',
    label: 'Time',
    field: 'TIME',
    width: isBelowDay ? 'w-[110px]' : 'w-[200px]',
    isFixed: true,
    align: 'right',
    cell: ({ event }) => (
      <span className="text-ink-2">
        <EventMoment at={event.occurredAt} isBelowDay={isBelowDay} />
      </span>
    ),
  },
]
