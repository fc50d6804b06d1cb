import { memo, type MouseEvent, type ReactNode, type Ref } from 'react'
import { PriorityBadge, PriorityIcon } from '../../domain/PriorityBadge.tsx'
import { propertyTypeLabel, PropertyTypeIcon } from '../../domain/PropertyTypeIcon.tsx'
import { formatDate } from '../../lib/dates.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { classNames } from '../../ui/classNames.ts'
import { cellClasses } from '../../ui/Table.tsx'
import { LeadActions } from './LeadActions.tsx'
import type { LeadColumn, LeadColumnId } from './leadColumns.ts'
import { LeadLink } from './LeadLink.tsx'
import type { LeadRow } from './leadRanges.ts'
import type { RowCallbacks } from './leadRows.ts'
import { ownerOf, streetOf, UNKNOWN_OWNER } from './leadText.ts'
import { StatusMenu } from './StatusMenu.tsx'

interface LeadTableRowProps {
  ref: Ref<HTMLTableRowElement>
  lead: LeadRow
  index: number
  columns: readonly LeadColumn[]
  isSelected: boolean
  /** Whether the drawer shows the lead. */
  isOpen: boolean
  callbacks: RowCallbacks
  onSelect: (id: string, selected: boolean) => void
  pinRow: (id: string) => void
}

/** A lead in the table. A click anywhere but on a control opens it. */
export const LeadTableRow = memo(function LeadTableRow({
  ref,
  lead,
  index,
  columns,
  isSelected,
  isOpen,
  callbacks,
  onSelect,
  pinRow,
}: LeadTableRowProps) {
  const cells = cellsOf(lead, callbacks)
  const open = (event: MouseEvent) => {
    if (event.target instanceof Element && !event.target.closest('a, button, input, [role=menu]'))
      callbacks.onOpen(lead.id)
  }
  return (
    // The header is row 1.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the link is for the keyboard
    <tr
      ref={ref}
      data-index={index}
      data-lead={lead.id}
      aria-rowindex={index + 2}
      aria-current={isOpen || undefined}
      onClick={open}
      onFocus={() => pinRow(lead.id)}
      className="group cursor-pointer scroll-mt-10 scroll-mb-16"
    >
      {columns.map(({ id, visibility, align }, column) => {
        const className = classNames(
          cellClasses,
          'border-b border-line',
          isOpen
            ? 'bg-accent-tint'
            : isSelected
              ? 'bg-[color-mix(in_oklab,var(--color-accent-tint)_62%,var(--color-surface))]'
              : 'bg-surface group-hover:bg-hover',
          isOpen && column === 0 && 'shadow-[inset_3px_0_var(--color-accent)]',
          align === 'right' && 'text-right',
          visibility,
        )
        if (id === 'select')
          return (
            <td key={id} className={classNames(className, 'pl-3!')}>
              <Checkbox
                label={`Select ${streetOf(lead)}`}
                checked={isSelected}
                onChange={(next) => onSelect(lead.id, next)}
              />
            </td>
          )
        if (id === 'property')
          return (
            <th key={id} scope="row" title={lead.address} className={classNames(className, 'text-left font-semibold')}>
              {cells[id]}
            </th>
          )
        return (
          <td key={id} className={classNames(className, id === 'actions' && 'pr-3!')}>
            {cells[id]}
          </td>
        )
      })}
    </tr>
  )
})

function cellsOf(lead: LeadRow, callbacks: RowCallbacks): Record<Exclude<LeadColumnId, 'select'>, ReactNode> {
  const street = streetOf(lead)
  const owner = ownerOf(lead)
  return {
    property: (
      <span className="flex items-center gap-1">
        <LeadLink lead={lead} onOpen={callbacks.onOpen} className="truncate" />
        {lead.priority === 'HIGH' && (
          <span className="hidden @max-[1140px]:block">
            <span className="sr-only">High Priority</span>
            <PriorityIcon priority="HIGH" />
          </span>
        )}
      </span>
    ),
    owner: (
      <span title={owner ?? undefined} className={classNames('block truncate', !owner && 'text-ink-3')}>
        {owner ?? UNKNOWN_OWNER}
      </span>
    ),
    tag: (
      <span className="flex items-center gap-2">
        <PropertyTypeIcon type={lead.tag} size={22} />
        <span className="truncate">{propertyTypeLabel(lead.tag)}</span>
      </span>
    ),
    priority: <PriorityBadge priority={lead.priority} className="align-middle" />,
    status: <StatusMenu id={lead.id} street={street} status={lead.status} onChange={callbacks.onStatus} />,
    rep: lead.rep ? (
      <span title={lead.rep.fullName} className="flex items-center gap-2">
        <Avatar name={lead.rep.fullName} size={24} />
        <span className="truncate @max-[1000px]:sr-only">{lead.rep.fullName.split(' ')[0]}</span>
      </span>
    ) : (
      <span className="text-ink-3">Former user</span>
    ),
    tenant: (
      <span title={lead.tenantName ?? undefined} className="block truncate">
        {lead.tenantName}
      </span>
    ),
    created: <span className="figures whitespace-nowrap text-ink-2">{formatDate(lead.createdAt)}</span>,
    actions: <LeadActions lead={lead} onPreview={callbacks.onPreview} onDelete={callbacks.onDelete} />,
  }
}
