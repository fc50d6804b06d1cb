import { Plus } from 'lucide-react'
import { streetOf } from '../../../domain/streetOf.ts'
import type { LeadOrderField } from '../../../gql/graphql.ts'
import { phoneLink } from '../../../lib/contactLinks.ts'
import { formatDate } from '../../../lib/dates.ts'
import { formatMoney } from '../../../lib/money.ts'
import { dayColumn, EmptyCell, firstNameOf, PersonCell, tenantColumn, textColumn } from '../../../domain/columns.tsx'
import { PriorityBadge, PriorityIcon } from '../../../domain/PriorityBadge.tsx'
import { PropertyTypeIcon } from '../../../domain/PropertyTypeIcon.tsx'
import { propertyTypeLabels } from '../../../domain/labels.ts'
import { classNames } from '../../../ui/classNames.ts'
import type { TableColumn } from '../../../ui/dataTable/tableColumns.ts'
import { lazyPart } from '../../../lib/lazyPart.ts'
import { Menu } from '../../../ui/Menu.tsx'
import { LeadActions } from '../LeadActions.tsx'
import { LeadLink } from '../LeadLink.tsx'
import type { LeadRow } from '../leadRanges.ts'
import { ownerOf, UNKNOWN_OWNER } from '../leadText.ts'
import { StatusMenu } from '../StatusMenu.tsx'
import type { RowCallbacks } from './leadRows.ts'

export type LeadColumn = TableColumn<LeadRow, LeadOrderField>

/** The columns of a list: a section of one tag needs no tag, and only the lists of several tenants name them. */
export function leadColumnsOf(
  { grouped, withTenant }: { grouped: boolean; withTenant: boolean },
  callbacks: RowCallbacks,
): LeadColumn[] {
  return allColumns(callbacks)
    .filter(({ id }) => !(grouped && id === 'tag') && (withTenant || id !== 'tenant'))
    .map((column) => (withTenant && column.id === 'owner' ? { ...column, visibility: '@max-[1100px]:hidden' } : column))
}

const allColumns = (callbacks: RowCallbacks): LeadColumn[] => [
  {
    id: 'property',
    label: 'Property',
    field: 'ADDRESS',
    isRowHeader: true,
    isFixed: true,
    // Keeps room for the street, so that a long owner is shortened first.
    width: '@min-[901px]:@max-[1000px]:w-[190px]',
    title: ({ address }) => address,
    cell: (lead) => (
      <span className="flex items-center gap-1">
        <LeadLink lead={lead} onOpen={callbacks.onOpen} className="truncate" />
        {lead.priority === 'HIGH' && (
          <span title="High Priority">
            <span className="sr-only">High Priority</span>
            <PriorityIcon priority="HIGH" />
          </span>
        )}
      </span>
    ),
  },
  {
    id: 'owner',
    label: 'Owner',
    field: 'OWNER',
    visibility: '@max-[900px]:hidden',
    title: (lead) => ownerOf(lead) ?? undefined,
    cell: (lead) => (
      <span className={classNames('block truncate', !ownerOf(lead) && 'text-ink-3')}>
        {ownerOf(lead) ?? UNKNOWN_OWNER}
      </span>
    ),
  },
  {
    id: 'tag',
    label: 'Tag',
    field: 'TAG',
    width: 'w-[162px] @max-[1000px]:w-[60px]',
    title: ({ tag }) => propertyTypeLabels[tag],
    cell: ({ tag }) => (
      <span className="flex items-center gap-2">
        <PropertyTypeIcon type={tag} size={22} />
        <span className="truncate @max-[1000px]:sr-only">{propertyTypeLabels[tag]}</span>
      </span>
    ),
  },
  {
    id: 'priority',
    label: 'Priority',
    field: 'PRIORITY',
    width: 'w-[96px]',
    // The chevron after the address says it, too.
    isHiddenAtFirst: true,
    cell: ({ priority }) => <PriorityBadge priority={priority} className="align-middle" />,
  },
  {
    id: 'status',
    label: 'Status',
    field: 'STATUS',
    width: 'w-[150px]',
    cell: (lead) => (
      <StatusMenu
        id={lead.id}
        street={streetOf(lead.address)}
        status={lead.status}
        onChange={callbacks.onStatus}
        isQuiet
      />
    ),
  },
  {
    id: 'rep',
    label: 'Rep',
    field: 'REP',
    width: 'w-[116px] @max-[1000px]:w-[60px]',
    visibility: '@max-[720px]:hidden',
    title: ({ rep }) => rep?.fullName,
    cell: ({ rep }) => (
      <PersonCell person={rep} name={firstNameOf} nameClassName="@max-[1000px]:sr-only" empty="Former user" />
    ),
  },
  {
    id: 'assigned',
    label: 'Assigned To',
    field: 'ASSIGNEE',
    width: 'w-[132px] @max-[1340px]:w-[92px]',
    visibility: '@max-[940px]:hidden',
    title: ({ assignedTo }) => assignedTo?.fullName,
    cell: ({ id, address, assignedTo }) =>
      assignedTo || !callbacks.onAssign ? (
        <PersonCell person={assignedTo} name={firstNameOf} nameClassName="@max-[1340px]:sr-only" empty="Nobody" />
      ) : (
        <AssignButton street={streetOf(address)} onAssign={(userId) => callbacks.onAssign?.(id, userId)} />
      ),
  },
  {
    id: 'followUp',
    label: 'Follow-up',
    field: 'FOLLOW_UP',
    width: 'w-[122px]',
    isHiddenAtFirst: true,
    cell: ({ followUpAt }) => (followUpAt ? <span className="figures">{formatDate(followUpAt)}</span> : <EmptyCell />),
  },
  textColumn(
    { id: 'contact', label: 'Contact', width: 'w-[140px]', isHiddenAtFirst: true },
    ({ contactName }) => contactName,
    'None',
  ),
  {
    id: 'phone',
    label: 'Phone',
    width: 'w-[140px]',
    isHiddenAtFirst: true,
    title: ({ contactPhone }) => contactPhone ?? undefined,
    cell: ({ contactPhone }) => {
      const link = contactPhone && phoneLink(contactPhone)
      if (!contactPhone) return <EmptyCell />
      if (!link) return contactPhone
      return (
        <a href={link} className="figures link">
          {contactPhone}
        </a>
      )
    },
  },
  {
    id: 'value',
    label: 'Value',
    field: 'VALUE',
    width: 'w-[110px]',
    align: 'right',
    isHiddenAtFirst: true,
    cell: ({ value }) =>
      typeof value === 'number' ? <span className="figures">{formatMoney(value)}</span> : <EmptyCell />,
  },
  textColumn(
    { id: 'source', label: 'Source', width: 'w-[120px]', isHiddenAtFirst: true },
    ({ source }) => source,
    'None',
  ),
  tenantColumn,
  dayColumn({ id: 'created', label: 'Created', field: 'CREATED_AT' }, ({ createdAt }) => createdAt),
  dayColumn(
    { id: 'updated', label: 'Updated', field: 'UPDATED_AT', isHiddenAtFirst: true },
    ({ updatedAt }) => updatedAt,
  ),
  {
    id: 'actions',
    label: 'Actions',
    width: 'w-[132px] @min-[1240px]:w-[216px] @max-[1000px]:w-[76px]',
    align: 'right',
    isFixed: true,
    cell: (lead) => <LeadActions lead={lead} onPreview={callbacks.onPreview} onDelete={callbacks.onDelete} />,
  },
]

// Needed when the menu is opened.
const AssignItems = lazyPart(async () => (await import('../../../domain/AssignMenu.tsx')).AssignItems)

/** In place of the assignee of a lead that has none: a menu that assigns it. */
const AssignButton = ({ street, onAssign }: { street: string; onAssign: (userId: string | null) => void }) => (
  <Menu
    trigger={
      <button
        type="button"
        aria-label={`Assign ${street}`}
        className="group/assign inline-flex h-[30px] items-center gap-2 rounded-button text-ink-2 hover:text-ink"
      >
        <span className="flex size-6 items-center justify-center rounded-full border border-dashed border-field group-hover/assign:border-ink-2">
          <Plus aria-hidden size={13} />
        </span>
        <span className="@max-[1340px]:sr-only">Assign</span>
      </button>
    }
  >
    <AssignItems hasNobody={false} onAssign={onAssign} />
  </Menu>
)
