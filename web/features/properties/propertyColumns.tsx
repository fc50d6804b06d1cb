import { Pencil } from 'lucide-react'
import type { PropertyOrderField, PropertyRowFragment } from '../../gql/graphql.ts'
import type { TableColumn } from '../../ui/dataTable/tableColumns.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { dayColumn, EmptyCell, firstNameOf, PersonCell, tenantColumn, textColumn } from '../../domain/columns.tsx'
import { PriorityBadge, PriorityIcon } from '../../domain/PriorityBadge.tsx'
import { PropertyTypeIcon } from '../../domain/PropertyTypeIcon.tsx'
import { propertyTypeLabels } from '../../domain/labels.ts'
import { StatusBadge } from '../../domain/StatusBadge.tsx'
import { streetLine } from './addressLines.ts'
import { DeleteProperty } from './DeleteProperty.tsx'

/** The columns of the table. Only the lists of several tenants name them. */
export const propertyColumns = (
  callbacks: PropertyCallbacks,
  withTenant: boolean,
): TableColumn<PropertyRowFragment, PropertyOrderField>[] =>
  allColumns(callbacks).filter(({ id }) => withTenant || id !== 'tenant')

interface PropertyCallbacks {
  onEdit: (id: string) => void
  /** Called after a property was deleted; undefined for users who may not. */
  onDeleted: ((id: string) => void) | undefined
}

const allColumns = ({
  onEdit,
  onDeleted,
}: PropertyCallbacks): TableColumn<PropertyRowFragment, PropertyOrderField>[] => [
  {
    id: 'property',
    label: 'Property',
    field: 'ADDRESS',
    isRowHeader: true,
    isFixed: true,
    // Keeps room for the street, so that a long owner is shortened first.
    width: '@min-[861px]:@max-[1000px]:w-[190px]',
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
  textColumn(
    { id: 'ownerPhone', label: 'Owner Phone', width: 'w-[140px]', isHiddenAtFirst: true },
    ({ ownerPhone }) => ownerPhone,
  ),
  textColumn(
    { id: 'ownerEmail', label: 'Owner Email', width: 'w-[200px]', isHiddenAtFirst: true },
    ({ ownerEmail }) => ownerEmail,
  ),
  textColumn(
    { id: 'city', label: 'City', field: 'CITY', width: 'w-[140px]', visibility: '@max-[1080px]:hidden' },
    ({ city }) => city,
  ),
  {
    id: 'type',
    label: 'Type',
    width: 'w-[162px]',
    visibility: '@max-[720px]:hidden',
    cell: ({ tags: [type] }) =>
      type ? (
        <span className="flex items-center gap-2">
          <PropertyTypeIcon type={type} size={22} />
          <span className="truncate">{propertyTypeLabels[type]}</span>
        </span>
      ) : (
        <EmptyCell>No type yet</EmptyCell>
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
    visibility: '@max-[1000px]:hidden',
    title: ({ assignedTo }) => assignedTo?.fullName,
    cell: ({ assignedTo }) => <PersonCell person={assignedTo} name={firstNameOf} empty="Nobody" />,
  },
  tenantColumn,
  dayColumn({ id: 'created', label: 'Created', field: 'CREATED_AT' }, ({ createdAt }) => createdAt),
  {
    id: 'actions',
    label: 'Actions',
    width: 'w-[96px]',
    align: 'right',
    isFixed: true,
    cell: (property) => (
      <span className="inline-flex">
        <IconButton
          size="small"
          label={`Edit ${streetLine(property)}`}
          icon={Pencil}
          onClick={() => onEdit(property.id)}
        />
        {onDeleted && (
          <DeleteProperty
            id={property.id}
            variant={{ icon: `Delete ${streetLine(property)}`, size: 'small' }}
            onDeleted={() => onDeleted(property.id)}
          />
        )}
      </span>
    ),
  },
]
