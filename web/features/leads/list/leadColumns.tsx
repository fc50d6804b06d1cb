import type { LeadOrderField } from '../../../gql/graphql.ts'
import { phoneLink } from '../../../lib/contactLinks.ts'
import { formatDate } from '../../../lib/dates.ts'
import { formatMoney } from '../../../lib/money.ts'
import { PriorityBadge, PriorityIcon } from '../../../domain/PriorityBadge.tsx'
import { PropertyTypeIcon } from '../../../domain/PropertyTypeIcon.tsx'
import { propertyTypeLabels } from '../../../domain/labels.ts'
import { Avatar } from '../../../ui/Avatar.tsx'
import { classNames } from '../../../ui/classNames.ts'
import type { TableColumn } from '../../../ui/dataTable/tableColumns.ts'
import { AssignButton } from './AssignButton.tsx'
import { LeadActions } from '../LeadActions.tsx'
import { LeadLink } from '../LeadLink.tsx'
import type { LeadRow } from '../leadRanges.ts'
import type { RowCallbacks } from './leadRows.ts'
import { ownerOf, streetOf, UNKNOWN_OWNER } from '../leadText.ts'
import { StatusMenu } from '../StatusMenu.tsx'

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
      <StatusMenu id={lead.id} street={streetOf(lead)} status={lead.status} onChange={callbacks.onStatus} isQuiet />
    ),
  },
  {
    id: 'rep',
    label: 'Rep',
    field: 'REP',
    width: 'w-[116px] @max-[1000px]:w-[60px]',
    visibility: '@max-[720px]:hidden',
    title: ({ rep }) => rep?.fullName,
    cell: ({ rep }) =>
      rep ? (
        <span className="flex items-center gap-2">
          <Avatar name={rep.fullName} size={24} />
          <span className="truncate @max-[1000px]:sr-only">{rep.fullName.split(' ')[0]}</span>
        </span>
      ) : (
        <span className="text-ink-3">Former user</span>
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
      assignedTo ? (
        <span className="flex items-center gap-2">
          <Avatar name={assignedTo.fullName} size={24} />
          <span className="truncate @max-[1340px]:sr-only">{assignedTo.fullName.split(' ')[0]}</span>
        </span>
      ) : callbacks.onAssign ? (
        <AssignButton street={streetOf({ address })} onAssign={(userId) => callbacks.onAssign?.(id, userId)} />
      ) : (
        <span className="text-ink-3">Nobody</span>
      ),
  },
  {
    id: 'followUp',
    label: 'Follow-up',
    field: 'FOLLOW_UP',
    width: 'w-[122px]',
    isHiddenAtFirst: true,
    cell: ({ followUpAt }) =>
      followUpAt ? <span className="figures">{formatDate(followUpAt)}</span> : <span className="text-ink-3">None</span>,
  },
  {
    id: 'contact',
    label: 'Contact',
    width: 'w-[140px]',
    isHiddenAtFirst: true,
    title: ({ contactName }) => contactName ?? undefined,
    cell: ({ contactName }) => contactName ?? <span className="text-ink-3">None</span>,
  },
  {
    id: 'phone',
    label: 'Phone',
    width: 'w-[140px]',
    isHiddenAtFirst: true,
    title: ({ contactPhone }) => contactPhone ?? undefined,
    cell: ({ contactPhone }) => {
      const link = contactPhone && phoneLink(contactPhone)
      if (!contactPhone) return <span className="text-ink-3">None</span>
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
      typeof value === 'number' ? (
        <span className="figures">{formatMoney(value)}</span>
      ) : (
        <span className="text-ink-3">None</span>
      ),
  },
  {
    id: 'source',
    label: 'Source',
    width: 'w-[120px]',
    isHiddenAtFirst: true,
    title: ({ source }) => source ?? undefined,
    cell: ({ source }) => source ?? <span className="text-ink-3">None</span>,
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
    id: 'updated',
    label: 'Updated',
    field: 'UPDATED_AT',
    width: 'w-[116px]',
    align: 'right',
    isHiddenAtFirst: true,
    cell: ({ updatedAt }) => <span className="figures text-ink-2">{formatDate(updatedAt)}</span>,
  },
  {
    id: 'actions',
    label: 'Actions',
    width: 'w-[132px] @min-[1240px]:w-[216px] @max-[1000px]:w-[76px]',
    align: 'right',
    isFixed: true,
    cell: (lead) => <LeadActions lead={lead} onPreview={callbacks.onPreview} onDelete={callbacks.onDelete} />,
  },
]
