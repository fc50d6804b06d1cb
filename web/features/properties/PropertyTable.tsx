import { Pencil, RefreshCw } from 'lucide-react'
import { type ReactNode, useCallback, useEffect, useMemo, useRef } from 'react'
import type { PropertyOrderField, PropertyRowFragment } from '../../gql/graphql.ts'
import { formatDate } from '../../lib/dates.ts'
import type { Order } from '../../lib/urlOrder.ts'
import { useMe } from '../../session/MeProvider.tsx'
import { useOfferSequence, useOpenedRecord, useOpenRecord } from '../../session/records.tsx'
import { useColumnsKey } from '../../session/useColumnsKey.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { ColumnMenu } from '../../ui/dataTable/ColumnMenu.tsx'
import { DataTable } from '../../ui/dataTable/DataTable.tsx'
import type { TableColumn } from '../../ui/dataTable/tableColumns.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { PriorityBadge, PriorityIcon } from '../../domain/PriorityBadge.tsx'
import { propertyTypeLabel, PropertyTypeIcon } from '../../domain/PropertyTypeIcon.tsx'
import { StatusBadge } from '../../domain/StatusBadge.tsx'
import { streetLine } from './addressLines.ts'
import { FETCH_FAILED } from './usePropertyList.ts'
import type { usePropertySelection } from './usePropertySelection.ts'

interface PropertyTableProps {
  properties: readonly PropertyRowFragment[]
  total: number
  order: Order<PropertyOrderField>
  onSort: (field: PropertyOrderField) => void
  onEdit: (id: string) => void
  /** Loads the next page; undefined on the last one. */
  loadMore: (() => void) | undefined
  /** The last page failed to load, so the next attempt is left to the user. */
  loadFailed: boolean
  isLoading: boolean
  empty: ReactNode
  /** Undefined for users who can do nothing with several properties. */
  selection: Pick<ReturnType<typeof usePropertySelection>, 'ids' | 'onSelect' | 'all'> | undefined
}

/** The menu that shows and hides the columns of the table. */
export function PropertyColumnMenu() {
  const withTenant = !useMe().tenant
  return <ColumnMenu columns={shownColumns(() => undefined, withTenant)} storageKey={useColumnsKey('properties')} />
}

const shownColumns = (onEdit: (id: string) => void, withTenant: boolean) =>
  propertyColumns(onEdit).filter(({ id }) => withTenant || id !== 'tenant')

/** The properties as a table. A row opens the property beside it. */
export function PropertyTable({
  properties,
  total,
  onEdit,
  loadMore,
  loadFailed,
  selection,
  ...table
}: PropertyTableProps) {
  const withTenant = !useMe().tenant
  const latestEdit = useLatest(onEdit)
  const columns = useMemo(() => shownColumns((id) => latestEdit.current(id), withTenant), [latestEdit, withTenant])
  const columnsKey = useColumnsKey('properties')
  const opened = useOpenedRecord()
  const latestOpen = useLatest(useOpenRecord().openProperty)
  useOfferSequence(
    useMemo(() => ({ kind: 'property', ids: properties.map(({ id }) => id), total }), [properties, total]),
  )
  const latestMore = useLatest(loadFailed ? undefined : loadMore)
  return (
    <div className="mt-3">
      <Card>
        <DataTable
          {...table}
          {...{ columns, columnsKey, total }}
          label="properties"
          rows={properties}
          keyOf={idOf}
          {...(selection ? { selection: { keys: selection.ids, ...selection, nameOf: streetOf } } : {})}
          openKey={opened?.kind === 'property' ? opened.id : null}
          onOpen={useCallback((id: string) => latestOpen.current(id), [latestOpen])}
          onRowsRendered={useCallback(
            (_first: number, last: number) => {
              if (last >= properties.length - 1) latestMore.current?.()
            },
            [latestMore, properties.length],
          )}
        />
      </Card>
      {loadFailed && loadMore && (
        <p className="flex flex-wrap items-center justify-center gap-x-3 py-5 text-small text-ink-2">
          {FETCH_FAILED}
          <Button icon={<RefreshCw aria-hidden size={16} />} onClick={loadMore}>
            Try again
          </Button>
        </p>
      )}
    </div>
  )
}

/** The newest value, for callbacks that must be stable. */
function useLatest<Value>(value: Value) {
  const latest = useRef(value)
  useEffect(() => {
    latest.current = value
  })
  return latest
}

/** The address up to the first comma. */
const streetOf = ({ address }: PropertyRowFragment) => address.split(',')[0] ?? address
const idOf = ({ id }: PropertyRowFragment) => id

const propertyColumns = (onEdit: (id: string) => void): TableColumn<PropertyRowFragment, PropertyOrderField>[] => [
  {
    id: 'property',
    label: 'Property',
    field: 'ADDRESS',
    isRowHeader: true,
    isFixed: true,
    title: ({ address }) => address,
    cell: (property) => (
      <span className="flex items-center gap-1">
        <span className="truncate">{streetLine(property)}</span>
        {property.priority === 'HIGH' && (
          <>
            <span className="sr-only">High Priority</span>
            <PriorityIcon priority="HIGH" />
          </>
        )}
      </span>
    ),
  },
  {
    id: 'owner',
    label: 'Owner',
    field: 'OWNER',
    visibility: '@max-[860px]:hidden',
    title: ({ ownerName }) => ownerName ?? undefined,
    cell: ({ ownerName, unconfirmed }) => (
      <>
        {unconfirmed && <span className="text-warn">Unconfirmed: </span>}
        {ownerName || <span className="text-ink-3">Unknown Owner</span>}
      </>
    ),
  },
  {
    id: 'city',
    label: 'City',
    field: 'CITY',
    width: 'w-[140px]',
    visibility: '@max-[1080px]:hidden',
    title: ({ city }) => city ?? undefined,
    cell: ({ city }) => city,
  },
  {
    id: 'type',
    label: 'Type',
    width: 'w-[162px]',
    visibility: '@max-[720px]:hidden',
    cell: ({ tags: [type] }) =>
      type ? (
        <span className="flex items-center gap-2">
          <PropertyTypeIcon type={type} size={22} />
          <span className="truncate">{propertyTypeLabel(type)}</span>
        </span>
      ) : (
        <span className="text-ink-3">No type yet</span>
      ),
  },
  {
    id: 'status',
    label: 'Status',
    field: 'STATUS',
    width: 'w-[140px]',
    cell: ({ status }) => <StatusBadge status={status} className="align-middle" />,
  },
  {
    id: 'priority',
    label: 'Priority',
    field: 'PRIORITY',
    width: 'w-[96px]',
    isHiddenAtFirst: true,
    cell: ({ priority }) => <PriorityBadge priority={priority} />,
  },
  {
    id: 'assigned',
    label: 'Assigned To',
    field: 'ASSIGNEE',
    width: 'w-[160px]',
    visibility: '@max-[960px]:hidden',
    title: ({ assignedTo }) => assignedTo?.fullName,
    cell: ({ assignedTo }) =>
      assignedTo ? (
        <span className="flex items-center gap-2">
          <Avatar name={assignedTo.fullName} size={24} />
          <span className="truncate">{assignedTo.fullName}</span>
        </span>
      ) : (
        <span className="text-ink-3">Nobody</span>
      ),
  },
  {
    id: 'tenant',
    label: 'Tenant',
    width: 'w-[150px]',
    title: ({ tenantName }) => tenantName ?? undefined,
    cell: ({ tenantName }) => tenantName,
  },
  {
    id: 'created',
    label: 'Created',
    field: 'CREATED_AT',
    width: 'w-[116px]',
    align: 'right',
    cell: ({ createdAt }) => <span className="figures text-ink-2">{formatDate(createdAt)}</span>,
  },
  {
    id: 'actions',
    label: 'Actions',
    width: 'w-[80px]',
    align: 'right',
    isFixed: true,
    cell: (property) => (
      <IconButton
        size="small"
        label={`Edit ${streetLine(property)}`}
        icon={<Pencil aria-hidden size={16} />}
        onClick={() => onEdit(property.id)}
      />
    ),
  },
]
